import type { TextTrack, Transcript, TranscriptEdit } from '@footnote/contract/nouns/library/transcripts.ts'
import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { aVideoDetail } from '../../seed/answers/videos.ts'
import { HistoryPanel } from '../src/features/library/transcripts/editing/history-panel.tsx'
import { TranscriptPanel } from '../src/features/library/transcripts/transcript-panel.tsx'
import { createQueryClient } from '../src/lib/calls/query-client.ts'
import type { Playhead } from '../src/lib/playhead.ts'
import { Toaster } from '../src/ui/overlays/toaster.tsx'

/** A word each second, from a time in seconds on. */
export const spoken = (text: string, from = 0) =>
  text.split(' ').map((word, place) => ({ word, start: from + place, end: from + place + 0.9 }))
export const WORDS = spoken('The old wall was built by hand.')
/** A minute without words. */
export const SILENT = aVideoDetail('v1', 'c1', { stream_url: '/film.mp4', duration: 60 })

/** A call that changes the transcript, or reads it again. */
interface TranscriptCall {
  readonly method: string
  readonly path: string
  readonly body: Record<string, unknown>
}
interface Answer {
  readonly status?: number
  readonly body: object
}

/** The answer of a call that changed the transcript. */
export const after = (change: Partial<Transcript> & object = {}): Answer => ({
  body: { revision: 1, subtitle_word: WORDS, speakers: [], subtitle_url: null, edit_id: 'e1', ...change },
})
/** The answer of a call that the server refused. */
export const problem = (status: number, code: string, detail: string): Answer => ({
  status,
  body: { type: 'about:blank', title: 'Refused', status, code, detail, message: detail },
})

/** The transcript of a video beside its history, in a page whose calls are answered here. Each test begins with a new one. */
export function transcriptPage() {
  const listeners = new Set<() => void>()
  let seconds = 0
  let show: (change: Partial<VideoDetail>) => void
  const playhead: Playhead = {
    read: () => ({ seconds }),
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  function Page({ first }: { first: VideoDetail }) {
    const [video, setVideo] = useState(first)
    const [queries] = useState(createQueryClient)
    show = (change) => setVideo((before) => ({ ...before, ...change }))
    const source = {
      video,
      onTranscript: ({ revision, ...rest }: Transcript) => show({ ...rest, transcript_revision: revision }),
      onSeek: () => undefined,
    }
    return (
      <QueryClientProvider client={queries}>
        <TranscriptPanel {...source} timing={null} playhead={playhead} />
        <HistoryPanel {...source} onClose={() => undefined} />
        <Toaster />
      </QueryClientProvider>
    )
  }
  const panel = () => screen.getByRole('region', { name: 'Transcript' })
  const page = {
    sent: [] as TranscriptCall[],
    edits: [] as TranscriptEdit[],
    tracks: [] as TextTrack[],
    /** Answers what is sent. */
    answer: (_: TranscriptCall): Answer => after(),
    open: (first: Partial<VideoDetail> = {}) => act(async () => render(<Page first={{ ...SILENT, ...first }} />)),
    /** Changes the video, as a change of somebody else does. */
    show: (change: Partial<VideoDetail>) => act(async () => show(change)),
    /** Moves the player. */
    move: (to: number) =>
      act(async () => {
        seconds = to
        for (const listener of listeners) listener()
      }),
    panel,
    press: async (name: string | RegExp, within_ = panel()) => {
      const button = await within(within_).findByRole('button', { name })
      act(() => button.focus())
      await act(async () => fireEvent.click(button))
    },
    /** Chooses an entry of 'Add words'. */
    pick: async (entry: string) => {
      const trigger = await screen.findByRole('button', { name: 'Add words' })
      await act(async () => fireEvent.keyDown(trigger, { key: 'Enter' }))
      const item = await screen.findByRole('menuitem', { name: entry })
      await act(async () => fireEvent.click(item))
    },
  }
  beforeEach(() => {
    Object.assign(page, { sent: [], edits: [], tracks: [], answer: () => after() })
    seconds = 0
    listeners.clear()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
      const call = { method, path: String(path), body: body ? JSON.parse(String(body)) : {} }
      if (call.path.endsWith('/tracks')) return Response.json({ tracks: page.tracks })
      if (call.path.endsWith('/edits')) return Response.json({ edits: page.edits })
      page.sent.push(call)
      const { status = 200, body: json } = page.answer(call)
      return Response.json(json, { status })
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return page
}
