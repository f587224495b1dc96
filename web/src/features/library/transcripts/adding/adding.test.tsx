import type { TextTrack, TranscriptEdit } from '@footnote/contract/nouns/library/transcripts.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { after, problem, SILENT, transcriptPage, WORDS } from '../../../../../test/transcript-page.tsx'

const page = transcriptPage()
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

const imported = (change: object = {}) => after({ ...{ lines: 214, skipped: [], skipped_count: 0 }, ...change })
const choose = (chosen: File) =>
  act(async () => fireEvent.change(screen.getByLabelText('Subtitle file'), { target: { files: [chosen] } }))
const drop = (dropped: File) =>
  act(async () => fireEvent.drop(page.panel(), { dataTransfer: { files: [dropped], types: ['Files'] } }))
const posts = () => page.sent.filter(({ path }) => path.endsWith('/subtitles')).map(({ body }) => body)

test('a chosen file fills an empty transcript, and the message undoes it', async () => {
  await page.open()
  page.answer = () => imported()
  await page.press('Add subtitles')
  await choose(file())
  await screen.findByText('Imported harbour.srt: 214 lines.')
  expect(posts()).toEqual([{ revision: 0, file_name: 'harbour.srt', text: SRT }])
  await expect.poll(() => document.querySelectorAll('[data-word]').length).toBe(WORDS.length)
  page.answer = () => after({ revision: 2, subtitle_word: [] })
  await act(async () => fireEvent.click(screen.getByText('Undo')))
  expect(page.sent.at(-1)).toMatchObject({ path: '/api/transcripts/v1/undo', body: { edit_id: 'e1' } })
  await within(page.panel()).findByText('No speech was found in this video.')
})

test('a file that is dropped on the words replaces them', async () => {
  await page.open({ subtitle_word: WORDS, transcript_revision: 3 })
  page.answer = () => imported({ lines: 1 })
  await drop(file())
  await screen.findByText('Imported harbour.srt: 1 line.')
  expect(posts()).toEqual([{ revision: 3, file_name: 'harbour.srt', text: SRT }])
})

test('the tracks of the file that are not shown are offered, without words and in the menu', async () => {
  page.tracks = TRACKS
  await page.open()
  page.answer = () => imported()
  const offered = await screen.findByRole('list', { name: 'Subtitles of the file' })
  expect(
    within(offered)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['English', 'German (Hörfassung)'])
  await page.press('Use the subtitles of the file: English')
  await screen.findByText('Imported English: 214 lines.')
  await page.pick('German (Hörfassung)')
  await expect.poll(posts).toEqual([
    { revision: 0, track: 2 },
    { revision: 1, track: 3 },
  ])
})

test('an import asks before it replaces changes of people, also those that come meanwhile', async () => {
  page.edits = [edit({ undone_at: '2026-01-01T00:00:00.000Z' }), edit({}), edit({ kind: 'subtitles' }), edit({})]
  await page.open({ subtitle_word: WORDS, transcript_revision: 3 })
  await drop(file())
  const asking = await screen.findByRole('dialog', { name: 'Replace the transcript?' })
  expect(asking.textContent).toContain('The lines of harbour.srt replace all words of this transcript.')
  expect(asking.textContent).toContain('One change that somebody made goes with the words.')
  expect(page.sent).toEqual([])
  await page.press('Cancel', asking)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(page.sent).toEqual([])
  page.edits = [edit({ kind: 'subtitles' }), edit({})]
  page.answer = ({ method }) => {
    page.edits = [edit({ kind: 'speaker' }), edit({}), edit({ kind: 'subtitles' })]
    return method === 'GET'
      ? after({ revision: 7, ...{ total: 7, page: 1, pages: 1 } })
      : problem(409, 'changed_meanwhile', 'Changed')
  }
  await drop(file())
  const again = await screen.findByRole('dialog', { name: 'Replace the transcript?' })
  expect(again.textContent).toContain('2 changes that people made go with the words.')
  page.answer = () => imported({ revision: 8 })
  await page.press('Replace', again)
  await screen.findByText('Imported harbour.srt: 214 lines.')
  expect(posts().map(({ revision }) => revision)).toEqual([3, 7])
})

test('a look at newer changes that fails ends an import that somebody agreed to', async () => {
  page.edits = [edit({})]
  await page.open({ subtitle_word: WORDS, transcript_revision: 3 })
  await drop(file())
  page.answer = ({ method }) => {
    if (method !== 'GET') return problem(409, 'changed_meanwhile', 'Changed')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    return after({ revision: 7, ...{ total: 7, page: 1, pages: 1 } })
  }
  await page.press('Replace', await screen.findByRole('dialog'))
  await screen.findByText('The subtitles were not imported. The transcript is as it was.')
})

test('the undo of an import leaves the next one open', async () => {
  await page.open()
  page.answer = () => imported()
  await choose(file())
  await screen.findByText('Imported harbour.srt: 214 lines.')
  await choose(file('[Script Info]', 'harbour.ass'))
  await screen.findByText(/not an SRT or WebVTT file/)
  page.answer = () => after({ revision: 2, subtitle_word: [] })
  await act(async () => fireEvent.click(screen.getByText('Undo')))
  await screen.findByText('Change undone')
  expect(screen.getByText(/not an SRT or WebVTT file/)).toBeDefined()
})

test('where a collection does not search conversation, every way of an import says what that means', async () => {
  const sentence = 'This collection does not search conversation, so its search does not find these lines.'
  await page.open({ speech_searched: false })
  await screen.findByText(sentence)
  page.answer = () => imported()
  await choose(file())
  await screen.findByText(`Imported harbour.srt: 214 lines. ${sentence}`)
  page.edits = [edit({})]
  await drop(file())
  expect((await screen.findByRole('dialog')).textContent).toContain(sentence)
})

test('subtitles that were left out are counted, with their reasons on request', async () => {
  await page.open()
  const skipped = [
    { line: 12, reason: 'Its times cannot be read.' },
    { line: 1040, reason: 'It is after the end of the video.' },
  ]
  page.answer = () => imported({ skipped, skipped_count: 25 })
  await choose(file())
  await screen.findByText('25 subtitles were left out.')
  await page.press('Show why')
  const dialog = await screen.findByRole('dialog', { name: 'Subtitles that were left out' })
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Line 12Its times cannot be read.', 'Line 1,040It is after the end of the video.'])
  expect(dialog.textContent).toContain('and 23 more')
})

test('a file of another kind is refused at once, and another can be chosen', async () => {
  await page.open()
  await choose(file('[Script Info]', 'harbour.ass'))
  await screen.findByText(/not an SRT or WebVTT file/)
  expect(page.sent).toEqual([])
  await page.press('Choose another file')
  page.answer = () => imported()
  await choose(file())
  await screen.findByText('Imported harbour.srt: 214 lines.')
})

test('without a network the file is sent again on request, and the sentence of a refusal is shown', async () => {
  await page.open()
  page.answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await choose(file())
  await screen.findByText('The subtitles were not imported. The transcript is as it was.')
  page.answer = () => problem(400, 'invalid_subtitles', 'No line of this file is in the video.')
  await page.press('Try again')
  await screen.findByText('No line of this file is in the video.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await page.press('Close')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(posts()).toHaveLength(2)
})

test('people who only read have no way to add words', async () => {
  page.tracks = TRACKS
  const can = { ...SILENT.can, edit_transcript: false }
  await page.open({ can })
  await within(page.panel()).findByText('No speech was found in this video.')
  expect(within(page.panel()).queryByRole('button')).toBeNull()
  expect(screen.queryByLabelText('Subtitle file')).toBeNull()
  await drop(file())
  await page.show({ subtitle_word: WORDS })
  await expect.poll(() => document.querySelector('[data-word]')).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Add words' })).toBeNull()
  await drop(file())
  expect(page.sent).toEqual([])
})

test('the history names imported files, and the number of their lines', async () => {
  const places = ['One', 'Two', 'Three', 'Four'].map((after_, at) => ({
    start_time: at,
    end_time: at + 1,
    before: '',
    after: after_,
  }))
  page.edits = [edit({ kind: 'subtitles', file_name: 'harbour.srt', places, count: 214 })]
  await page.open({ subtitle_word: WORDS, transcript_revision: 1 })
  const history = screen.getByRole('region', { name: 'List of changes' })
  await within(history).findByText('harbour.srt')
  expect(history.textContent).toContain('imported harbour.srt')
  expect(history.textContent).toContain('and 211 more lines')
  expect(within(history).getByRole('button', { name: 'Undo the change of Mara Lind at 0:00' })).toBeDefined()
})
