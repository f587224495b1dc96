import type { EditedTranscript, Transcript } from '@footnote/contract/nouns/library/transcripts.ts'
import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aVideoDetail } from '../../../../../../seed/answers/videos.ts'
import { createQueryClient } from '../../../../lib/calls/query-client.ts'
import { Toaster } from '../../../../ui/overlays/toaster.tsx'
import { TranscriptPanel } from '../transcript-panel.tsx'

const spoken = (text: string, from = 0) =>
  text
    .split(' ')
    .map((word, place) => ({ word, start: from + place, end: from + place + 0.9, speaker: from === 0 ? 1 : 2 }))
const FIRST = 'The old harber wall was built by hand.'
const SECOND = 'The harber light came later.'
const WORDS = [...spoken(FIRST), ...spoken(SECOND, 20)]
const VIDEO = aVideoDetail('v1', 'c1', {
  collection_name: 'Coast',
  frame_rate: { num: 25, den: 1 },
  subtitle_word: WORDS,
  transcript_revision: 4,
})

interface TranscriptCall {
  readonly method: string
  readonly path: string
  readonly body: Record<string, unknown>
}
let sent: TranscriptCall[]
/** Answers calls: a transcript, or a refusal. */
let answer: (call: TranscriptCall) => { status: number; body: object }
/** Before it answers. */
let waits: Promise<void>
let show: (change: Partial<VideoDetail>) => void

const after = (change: Partial<Transcript>): EditedTranscript => ({
  revision: 5,
  subtitle_word: WORDS,
  speakers: [],
  subtitle_url: null,
  edit_id: 'e1',
  ...change,
})
const ok = (change: Partial<Transcript> = {}) => ({ status: 200, body: after(change) })
const stale = {
  status: 409,
  body: {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code: 'changed_meanwhile',
    detail: 'Changed',
    message: 'Changed',
  },
}

function Page() {
  const [video, setVideo] = useState(VIDEO)
  const [queries] = useState(createQueryClient)
  show = (change) => setVideo((before) => ({ ...before, ...change }))
  return (
    <QueryClientProvider client={queries}>
      <TranscriptPanel
        video={video}
        timing={null}
        playhead={{ read: () => ({ seconds: 0 }), watch: () => () => undefined }}
        onSeek={() => undefined}
        onTranscript={({ revision, ...rest }) => show({ ...rest, transcript_revision: revision })}
      />
      <Toaster />
    </QueryClientProvider>
  )
}

beforeEach(async () => {
  sent = []
  answer = () => ok()
  waits = Promise.resolve()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const call = { method, path: String(path), body: body ? JSON.parse(String(body)) : {} }
    sent.push(call)
    await waits
    const { status, body: json } = answer(call)
    return Response.json(json, { status })
  })
  await act(async () => render(<Page />))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const word = (place: number) => document.querySelector<HTMLElement>(`[data-word="${place}"]`)!
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Words at 0:00' })
/** Opens the first paragraph by the key on a word. */
async function open(place = 2): Promise<HTMLTextAreaElement> {
  act(() => word(place).focus())
  fireEvent.keyDown(word(place), { key: 'F2' })
  return await field()
}
const type = (text: string, into: HTMLTextAreaElement) =>
  act(async () => fireEvent.change(into, { target: { value: text } }))
const key = (name: string, at: Element) => act(async () => fireEvent.keyDown(at, { key: name }))
const edits = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const closed = () => expect.poll(() => screen.queryByRole('textbox')).toBeNull()

test('F2 on a word makes its paragraph a field with the word selected, and Enter saves the whole paragraph', async () => {
  const box = await open()
  expect(box.value.slice(box.selectionStart, box.selectionEnd)).toBe('harber')
  await type(FIRST.replace('harber', 'harbour'), box)
  answer = () =>
    ok({
      subtitle_word: WORDS.map((one, place) => (place === 2 ? { ...one, word: 'harbour', original: 'harber' } : one)),
    })
  await key('Enter', box)
  await closed()
  expect(edits()).toEqual([
    { revision: 4, edits: [{ start_time: 0, end_time: 7.9, text: 'The old harbour wall was built by hand.' }] },
  ])
  expect(word(2).textContent).toBe('harbour')
  expect(word(2).getAttribute('aria-description')).toBe('was: harber')
  await expect.poll(() => document.activeElement).toBe(word(2))
  await screen.findByText('Transcript saved')
})

test('leaving the field saves, Escape and an unchanged text send nothing', async () => {
  const box = await open()
  await key('Escape', box)
  await closed()
  const again = await open()
  await act(async () => fireEvent.blur(again))
  await closed()
  expect(sent).toEqual([])
  const last = await open()
  await type('The old wall.', last)
  await act(async () => fireEvent.blur(last))
  await closed()
  expect(edits()).toHaveLength(1)
})

test('an answer that comes late leaves the focus in the paragraph that the person edits by then', async () => {
  let release: () => void = () => undefined
  waits = new Promise((resolve) => {
    release = resolve
  })
  const box = await open()
  await type('The old quay.', box)
  await key('Enter', box)
  await act(async () => fireEvent.doubleClick(word(8)))
  const second = await screen.findByRole('textbox', { name: 'Words at 0:20' })
  expect(document.activeElement).toBe(second)
  await act(async () => release())
  await expect.poll(() => screen.queryByRole('textbox', { name: 'Words at 0:00' })).toBeNull()
  expect(document.activeElement).toBe(second)
})

test('the offered undo takes the change back', async () => {
  const box = await open()
  await type('The wall.', box)
  await key('Enter', box)
  // Not by its role: on a busy machine that takes longer than the toast stays.
  const undo = await screen.findByText('Undo')
  await act(async () => fireEvent.click(undo))
  expect(sent.at(-1)).toMatchObject({ path: '/api/transcripts/v1/undo', body: { edit_id: 'e1' } })
  await screen.findByText('Change undone')
})

test('another change of other words goes through with the newest revision', async () => {
  const theirs = [...spoken(FIRST), ...spoken('The lamp came later.', 20)]
  let tries = 0
  answer = ({ method }) => {
    if (method === 'GET') return ok({ revision: 9, subtitle_word: theirs })
    tries += 1
    return tries === 1 ? stale : ok({ revision: 10, subtitle_word: theirs })
  }
  const box = await open()
  await type('The old quay.', box)
  await key('Enter', box)
  await closed()
  expect(edits().map(({ revision }) => revision)).toEqual([4, 9])
})

test('another change of the same words shows both texts, and either can be kept', async () => {
  const theirs = [...spoken('The old harbour wall was made by hand.'), ...spoken(SECOND, 20)]
  answer = ({ method }) => (method === 'GET' ? ok({ revision: 9, subtitle_word: theirs }) : stale)
  const box = await open()
  await type('The old quay.', box)
  await key('Enter', box)
  const other = await screen.findByRole('region', { name: 'The other words' })
  expect(within(other).getByText('The old harbour wall was made by hand.')).toBeDefined()
  expect(box.value).toBe('The old quay.')
  expect(edits()).toHaveLength(1)
  answer = () => ok({ revision: 10 })
  await act(async () => fireEvent.click(within(other).getByRole('button', { name: 'Save mine' })))
  await closed()
  expect(edits().at(-1)).toMatchObject({ revision: 9, edits: [{ text: 'The old quay.' }] })
})

test('words of others arrive while somebody types, and an untouched field takes them over', async () => {
  const box = await open()
  await act(async () =>
    show({ transcript_revision: 5, subtitle_word: [...spoken(FIRST), ...spoken('Later came the light.', 20)] }),
  )
  expect(document.activeElement).toBe(box)
  await expect
    .poll(() => document.querySelector('.said:not(.said-edit) p')?.textContent?.trim())
    .toBe('Later came the light.')
  await act(async () =>
    show({ transcript_revision: 6, subtitle_word: [...spoken('The new harber wall.'), ...spoken(SECOND, 20)] }),
  )
  expect((await field()).value).toBe('The new harber wall.')
  expect(screen.queryByRole('region', { name: 'The other words' })).toBeNull()
})

test('a field stays with its text when somebody else removes all of its words', async () => {
  const box = await open()
  await type('The old quay.', box)
  await act(async () => show({ transcript_revision: 5, subtitle_word: spoken(SECOND, 20) }))
  expect((await field()).value).toBe('The old quay.')
  await screen.findByText('Nothing: the words were removed.')
})

test('without a network the text stays, and is sent again on request', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  const box = await open()
  await type('The old quay.', box)
  await key('Enter', box)
  await screen.findByText('Not saved. Your words stay here until you try again.')
  expect((await field()).value).toBe('The old quay.')
  answer = () => ok()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  await closed()
})

test('people who only read have no fields, no menus and no history', async () => {
  await act(async () => show({ can: { ...VIDEO.can, edit_transcript: false } }))
  act(() => word(2).focus())
  fireEvent.keyDown(word(2), { key: 'F2' })
  fireEvent.doubleClick(word(2))
  expect(screen.queryByRole('textbox')).toBeNull()
  for (const name of ['Edit', 'History', 'Speaker 1, speaker'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByText('Speaker 1')).toBeDefined()
})

test('a speaker is renamed everywhere, or is somebody known in one paragraph', async () => {
  const name = screen.getByRole('button', { name: 'Speaker 1, speaker' })
  fireEvent.click(name, { detail: 1 })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename Speaker 1 everywhere' }))
  const box = await screen.findByRole('textbox', { name: 'Name' })
  fireEvent.change(box, { target: { value: 'Ana' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save name' })))
  expect(edits()).toEqual([{ revision: 4, name: 'Ana', from: 'Speaker 1' }])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Speaker 2, speaker' }), { detail: 1 })
  const known = await screen.findByRole('menuitemradio', { name: 'Speaker 1' })
  await act(async () => fireEvent.click(known))
  await expect.poll(() => edits().at(-1)).toEqual({ revision: 5, name: 'Speaker 1', start_time: 20, end_time: 24.9 })
})

test('replace counts first, and a stale number replaces nothing', async () => {
  answer = ({ body }) => ({ status: 200, body: { count: 2, revision: 4, edit_id: body.dry_run ? null : 'e2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search the transcript' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Search the transcript' }), {
    target: { value: 'harber' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Find and replace' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Replace with' }), { target: { value: 'harbour' } })
  const all = await screen.findByRole('button', { name: 'Replace all 2' })
  answer = ({ method }) => (method === 'GET' ? ok({ revision: 7 }) : stale)
  await act(async () => fireEvent.click(all))
  expect((await screen.findByRole('alert')).textContent).toContain('Check the number, then replace again.')
})
