import type { TextTrack, Transcript, TranscriptEdit } from '@footnote/contract/nouns/transcripts.ts'
import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aVideoDetail } from '../../../../../seed/answers/videos.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import type { Playhead } from '../../../lib/playhead.ts'
import { Toaster } from '../../../ui/overlays/toaster.tsx'
import { HistoryPanel } from '../editing/history-panel.tsx'
import { TranscriptPanel } from '../transcript-panel.tsx'

const spoken = (text: string, from = 0) =>
  text.split(' ').map((word, place) => ({ word, start: from + place, end: from + place + 0.9 }))
const WORDS = spoken('The old wall was built by hand.')
const SILENT = aVideoDetail('v1', 'c1', { stream_url: '/film.mp4', duration: 60 })
const SRT = '1\n00:00:01,000 --> 00:00:02,000\nBoats in the harbour\n'
const file = (text = SRT, name = 'harbour.srt') => new File([text], name)
const TRACKS: TextTrack[] = [
  { number: 2, language: 'en', title: null, lines: 40, used: false },
  { number: 3, language: 'de', title: 'Hörfassung', lines: 31, used: false },
  { number: 4, language: 'fr', title: null, lines: 31, used: true },
]
let made = 0
const edit = (fields: Partial<TranscriptEdit>): TranscriptEdit => ({
  id: `change ${made++}`,
  kind: 'words',
  file_name: null,
  at: '2026-01-01T00:00:00.000Z',
  first_name: 'Mara',
  last_name: 'Lind',
  undone_at: null,
  places: [],
  count: 0,
  ...fields,
})

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: Record<string, unknown>
}
let sent: Sent[]
let edits: TranscriptEdit[]
let tracks: TextTrack[]
/** Answers calls that change, and the call that reads the transcript again. */
let answer: (call: Sent) => { status?: number; body: object }
let seconds: number
let listeners: Set<() => void>
const PLAYHEAD: Playhead = {
  read: () => ({ seconds }),
  watch: (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
let show: (change: Partial<VideoDetail>) => void

const after = (change: Partial<Transcript> & object = {}) => ({
  body: { revision: 1, subtitle_word: WORDS, speakers: [], subtitle_url: null, edit_id: 'e1', ...change },
})
const imported = (change: object = {}) => after({ ...{ lines: 214, skipped: [], skipped_count: 0 }, ...change })
const problem = (status: number, code: string, detail: string) => ({
  status,
  body: { type: 'about:blank', title: 'Refused', status, code, detail, message: detail },
})

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
      <TranscriptPanel {...source} timing={null} playhead={PLAYHEAD} />
      <HistoryPanel {...source} onClose={() => undefined} />
      <Toaster />
    </QueryClientProvider>
  )
}
const open = (first: Partial<VideoDetail> = {}) => act(async () => render(<Page first={{ ...SILENT, ...first }} />))

beforeEach(() => {
  sent = []
  edits = []
  tracks = []
  seconds = 0
  listeners = new Set()
  answer = () => after()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const call = { method, path: String(path), body: body ? JSON.parse(String(body)) : {} }
    if (call.path.endsWith('/tracks')) return Response.json({ tracks })
    if (call.path.endsWith('/edits')) return Response.json({ edits })
    sent.push(call)
    const { status = 200, body: json } = answer(call)
    return Response.json(json, { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const panel = () => screen.getByRole('region', { name: 'Transcript' })
const press = async (name: string | RegExp, within_ = panel()) => {
  const button = await within(within_).findByRole('button', { name })
  act(() => button.focus())
  await act(async () => fireEvent.click(button))
}
const choose = (chosen: File) =>
  act(async () => fireEvent.change(screen.getByLabelText('Subtitle file'), { target: { files: [chosen] } }))
const drop = (dropped: File) =>
  act(async () => fireEvent.drop(panel(), { dataTransfer: { files: [dropped], types: ['Files'] } }))
async function pick(entry: string): Promise<void> {
  const trigger = await screen.findByRole('button', { name: 'Add words' })
  await act(async () => fireEvent.keyDown(trigger, { key: 'Enter' }))
  const item = await screen.findByRole('menuitem', { name: entry })
  await act(async () => fireEvent.click(item))
}
const posts = () => sent.filter(({ path }) => path.endsWith('/subtitles')).map(({ body }) => body)
const lines = () =>
  sent
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => (body as { edits: { start_time: number; end_time: number; text: string }[] }).edits[0])
const field = (at: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Line at ${at}` })
const type = (text: string, into: HTMLElement) => act(async () => fireEvent.change(into, { target: { value: text } }))
const key = (name: string, at: HTMLElement) => act(async () => fireEvent.keyDown(at, { key: name }))
const move = (to: number) =>
  act(async () => {
    seconds = to
    for (const listener of listeners) listener()
  })

test('a chosen file fills an empty transcript, and the message undoes it', async () => {
  await open()
  answer = () => imported()
  await press('Add subtitles')
  await choose(file())
  await screen.findByText('Imported harbour.srt: 214 lines.')
  expect(posts()).toEqual([{ revision: 0, file_name: 'harbour.srt', text: SRT }])
  await expect.poll(() => document.querySelectorAll('[data-word]').length).toBe(WORDS.length)
  answer = () => after({ revision: 2, subtitle_word: [] })
  await act(async () => fireEvent.click(screen.getByText('Undo')))
  expect(sent.at(-1)).toMatchObject({ path: '/api/transcripts/v1/undo', body: { edit_id: 'e1' } })
  await within(panel()).findByText('No speech was found in this video.')
})

test('a file that is dropped on the words replaces them', async () => {
  await open({ subtitle_word: WORDS, transcript_revision: 3 })
  answer = () => imported({ lines: 1 })
  await drop(file())
  await screen.findByText('Imported harbour.srt: 1 line.')
  expect(posts()).toEqual([{ revision: 3, file_name: 'harbour.srt', text: SRT }])
})

test('the tracks of the file that are not shown are offered, without words and in the menu', async () => {
  tracks = TRACKS
  await open()
  answer = () => imported()
  const offered = await screen.findByRole('list', { name: 'Subtitles of the file' })
  expect(
    within(offered)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['English', 'German (Hörfassung)'])
  await press('Use the subtitles of the file: English')
  await screen.findByText('Imported English: 214 lines.')
  await pick('German (Hörfassung)')
  await expect.poll(posts).toEqual([
    { revision: 0, track: 2 },
    { revision: 1, track: 3 },
  ])
})

test('an import asks before it replaces changes of people, also those that come meanwhile', async () => {
  edits = [edit({ undone_at: '2026-01-01T00:00:00.000Z' }), edit({}), edit({ kind: 'subtitles' }), edit({})]
  await open({ subtitle_word: WORDS, transcript_revision: 3 })
  await drop(file())
  const asking = await screen.findByRole('dialog', { name: 'Replace the transcript?' })
  expect(asking.textContent).toContain('The lines of harbour.srt replace all words of this transcript.')
  expect(asking.textContent).toContain('One change that somebody made goes with the words.')
  expect(sent).toEqual([])
  await press('Cancel', asking)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([])
  edits = [edit({ kind: 'subtitles' }), edit({})]
  answer = ({ method }) => {
    edits = [edit({ kind: 'speaker' }), edit({}), edit({ kind: 'subtitles' })]
    return method === 'GET'
      ? after({ revision: 7, ...{ total: 7, page: 1, pages: 1 } })
      : problem(409, 'changed_meanwhile', 'Changed')
  }
  await drop(file())
  const again = await screen.findByRole('dialog', { name: 'Replace the transcript?' })
  expect(again.textContent).toContain('2 changes that people made go with the words.')
  answer = () => imported({ revision: 8 })
  await press('Replace', again)
  await screen.findByText('Imported harbour.srt: 214 lines.')
  expect(posts().map(({ revision }) => revision)).toEqual([3, 7])
})

test('subtitles that were left out are counted, with their reasons on request', async () => {
  await open()
  const skipped = [
    { line: 12, reason: 'Its times cannot be read.' },
    { line: 1040, reason: 'It is after the end of the video.' },
  ]
  answer = () => imported({ skipped, skipped_count: 25 })
  await choose(file())
  await screen.findByText('25 subtitles were left out.')
  await press('Show why')
  const dialog = await screen.findByRole('dialog', { name: 'Subtitles that were left out' })
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Line 12Its times cannot be read.', 'Line 1,040It is after the end of the video.'])
  expect(dialog.textContent).toContain('and 23 more')
})

test('a file of another kind is refused at once, and another can be chosen', async () => {
  await open()
  await choose(file('[Script Info]', 'harbour.ass'))
  await screen.findByText(/no SRT or WebVTT file/)
  expect(sent).toEqual([])
  await press('Choose another file')
  answer = () => imported()
  await choose(file())
  await screen.findByText('Imported harbour.srt: 214 lines.')
})

test('without a network the file is sent again on request, and the sentence of a refusal is shown', async () => {
  await open()
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await choose(file())
  await screen.findByText('The subtitles were not imported. The transcript is as it was.')
  answer = () => problem(400, 'invalid_subtitles', 'No line of this file is in the video.')
  await press('Try again')
  await screen.findByText('No line of this file is in the video.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await press('Close')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(posts()).toHaveLength(2)
})

test('people who only read have no way to add words', async () => {
  tracks = TRACKS
  const can = { ...SILENT.can, edit_transcript: false }
  await open({ can })
  await within(panel()).findByText('No speech was found in this video.')
  expect(within(panel()).queryByRole('button')).toBeNull()
  expect(screen.queryByLabelText('Subtitle file')).toBeNull()
  await drop(file())
  await act(async () => show({ subtitle_word: WORDS }))
  await expect.poll(() => document.querySelector('[data-word]')).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Add words' })).toBeNull()
  await drop(file())
  expect(sent).toEqual([])
})

test('a typed line begins where the video is, Enter adds it and begins the next one, Escape leaves', async () => {
  await open()
  seconds = 12
  await press('Type a line')
  const box = await field('0:12')
  expect(document.activeElement).toBe(box)
  await move(14.25)
  await field('0:14')
  await type('Good morning', box)
  await move(17.5)
  await field('0:14')
  answer = () => after({ subtitle_word: spoken('Good morning', 14.25) })
  await key('Enter', box)
  expect(lines()).toEqual([{ start_time: 14.25, end_time: 17.5, text: 'Good morning' }])
  await within(panel()).findByText('Added at 0:14')
  expect((await field('0:17')).value).toBe('')
  expect(document.activeElement).toBe(box)
  await expect.poll(() => document.querySelectorAll('[data-word]').length).toBe(2)
  // The video stays: the line ends when its letters are read, and the next one begins there.
  await type('x'.repeat(50), box)
  answer = () => after({ revision: 2, subtitle_word: spoken('Good morning x', 14.25) })
  await key('Enter', box)
  expect(lines()[1]).toEqual({ start_time: 17.5, end_time: 20, text: 'x'.repeat(50) })
  await key('Escape', await field('0:20'))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement?.closest('.transcript-words')).not.toBeNull()
})

test('a line that somebody typed whole is not marked as a correction, a word that was added to another is', async () => {
  const added = (text: string, from: number) => spoken(text, from).map((word) => ({ ...word, original: '' }))
  await open({ subtitle_word: [...WORDS, ...added('carefully', 7), ...added('Good morning', 20)] })
  await expect
    .poll(() => [...document.querySelectorAll('[data-was]')].map(({ textContent }) => textContent))
    .toEqual(['carefully'])
})

test('an added line is undone beside the field', async () => {
  await open()
  await press('Type a line')
  const box = await field('0:00')
  await type('Good morning', box)
  await key('Enter', box)
  await press('Undo')
  expect(sent.at(-1)).toMatchObject({ path: '/api/transcripts/v1/undo', body: { edit_id: 'e1' } })
  await screen.findByText('Change undone')
  expect(within(panel()).queryByText('Added at 0:00')).toBeNull()
})

test('in a transcript a line goes to the next pause, and never into the words after it', async () => {
  await open({ subtitle_word: [...WORDS, ...spoken('And the light.', 9)], transcript_revision: 1 })
  seconds = 3
  await pick('Type a line')
  const box = await field('0:06')
  await type('x'.repeat(80), box)
  await key('Enter', box)
  expect(lines()).toEqual([{ start_time: 6.9, end_time: 9, text: 'x'.repeat(80) }])
  // After it, people speak to 0:11.9.
  await field('0:11')
})

test('words that cannot be added stay, and Enter tries again', async () => {
  await open()
  await press('Type a line')
  const box = await field('0:00')
  await type('Good morning', box)
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await key('Enter', box)
  await screen.findByText('Not added. Your words stay here until you try again.')
  expect(box.value).toBe('Good morning')
  answer = () => after()
  await key('Enter', box)
  await screen.findByText('Added at 0:00')
})

test('a change of somebody else elsewhere does not stop a line, and one in its place moves it', async () => {
  await open()
  await press('Type a line')
  const box = await field('0:00')
  await type('Good morning', box)
  let theirs = spoken('Later', 30)
  answer = ({ method, body }) =>
    method === 'GET'
      ? after({ revision: 5, subtitle_word: theirs, ...{ total: 1, page: 1, pages: 1 } })
      : body.revision === 5
        ? after({ revision: 6, subtitle_word: theirs })
        : problem(409, 'changed_meanwhile', 'Changed')
  await key('Enter', box)
  await screen.findByText('Added at 0:00')
  expect(lines()).toHaveLength(2)
  theirs = [...spoken('Hello', 1.2), ...spoken('Later', 30)]
  await act(async () => show({ transcript_revision: 4 }))
  await type('How are you?', await field('0:01'))
  await key('Enter', box)
  await screen.findByText('Somebody added words there meanwhile. Enter adds your line at 0:02.')
  expect(box.value).toBe('How are you?')
  await field('0:02')
  await key('Enter', box)
  await expect.poll(() => lines().at(-1)).toEqual({ start_time: 2.1, end_time: 3.1, text: 'How are you?' })
})

test('where people speak to the end, the field says so until the video is in a pause', async () => {
  await open({ subtitle_word: spoken('word '.repeat(60).trim(), 0), transcript_revision: 1 })
  seconds = 5
  await pick('Type a line')
  const box = await screen.findByRole('textbox', { name: 'Line' })
  await screen.findByText('People speak to the end from here. Go to a pause in the video.')
  await type('Good morning', box)
  await key('Enter', box)
  expect(lines()).toEqual([])
  await act(async () => show({ subtitle_word: spoken('word '.repeat(20).trim(), 0) }))
  await move(30)
  await key('Escape', await field('0:30'))
})

test('the history names imported files, and the number of their lines', async () => {
  const places = ['One', 'Two', 'Three', 'Four'].map((after_, at) => ({
    start_time: at,
    end_time: at + 1,
    before: '',
    after: after_,
  }))
  edits = [edit({ kind: 'subtitles', file_name: 'harbour.srt', places, count: 214 })]
  await open({ subtitle_word: WORDS, transcript_revision: 1 })
  const history = screen.getByRole('region', { name: 'List of changes' })
  await within(history).findByText('harbour.srt')
  expect(history.textContent).toContain('imported harbour.srt')
  expect(history.textContent).toContain('and 211 more lines')
  expect(within(history).getByRole('button', { name: 'Undo the change of Mara Lind at 0:00' })).toBeDefined()
})
