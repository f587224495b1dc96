import type { TextTrack } from '@footnote/contract/nouns/library/transcripts.ts'
import type { Page } from 'playwright-core'
import type { StateRow } from './screen-state.ts'
import type { SeededReview } from './seeded-review.ts'
import { button, dialog } from './steps.ts'
import { opened } from './transcript-screens.ts'

/** Words come into a transcript. The answers of the server are those of an import and an edit, for this page alone. */

const track = (number: number, language: string, title: string | null): TextTrack => ({
  number,
  language,
  title,
  lines: 214,
  used: false,
})
const TRACKS = [track(2, 'en', null), track(3, 'de', 'Hörfassung'), track(4, 'pt-BR', 'Legendas para surdos')]
const LINES = ['Good morning, and welcome to the harbour.', 'The old wall was built by hand.', 'The light came later.']
const WORDS = LINES.flatMap((line, at) =>
  line.split(' ').map((word, place) => ({ word, start: 6 * at + 0.3 * place, end: 6 * at + 0.3 * place + 0.25 })),
)
const SKIPPED = [
  { line: 12, reason: 'Its times cannot be read.' },
  { line: 44, reason: 'It ends before it begins.' },
  { line: 1_040, reason: 'It is after the end of the video.' },
]

/** On a phone the transcript is behind a tab; on a desktop it is the narrow panel on the left. */
async function showNarrow(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Transcript' })
  if (await tab.isVisible()) await tab.click()
}

/** Answers the calls of this page that bring words in. */
async function answer(page: Page, { changes = 0, tracks = TRACKS, refused = false } = {}): Promise<void> {
  const transcript = { subtitle_word: WORDS, speakers: [], subtitle_url: null, edit_id: 'shown' }
  const made = {
    kind: 'words',
    file_name: null,
    at: new Date().toISOString(),
    first_name: 'Mara',
    last_name: 'Lindqvist',
    undone_at: null,
    places: [],
    count: 1,
  }
  const edits = Array.from({ length: changes }, (_, place) => ({ ...made, id: String(place) }))
  const revision = 1_000
  await page.route('**/api/transcripts/*/tracks', (route) => route.fulfill({ json: { tracks } }))
  await page.route('**/api/transcripts/*/edits', (route) => route.fulfill({ json: { edits } }))
  await page.route('**/api/transcripts/*/subtitles', (route) =>
    refused
      ? route.fulfill({ status: 429, body: 'busy' })
      : route.fulfill({
          json: { ...transcript, revision, lines: 214, skipped: SKIPPED, skipped_count: SKIPPED.length },
        }),
  )
  await page.route(/\/api\/transcripts\/[^/]+$/, (route) => route.fulfill({ json: { ...transcript, revision } }))
  await page.reload()
  await opened(page)
  await showNarrow(page)
}

const choose = (page: Page, name = 'harbour.srt', text = '1\n00:00:01,000 --> 00:00:02,000\nGood morning\n') =>
  page.getByLabel('Subtitle file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

async function noWords(page: Page): Promise<void> {
  await answer(page)
  await button(page, 'Use the subtitles of the file: English').waitFor()
}

async function noWordsNoTracks(page: Page): Promise<void> {
  await answer(page, { tracks: [] })
  await button(page, 'Add subtitles').waitFor()
}

async function typeLine(page: Page): Promise<void> {
  await noWordsNoTracks(page)
  await button(page, 'Type a line').click()
  await page.getByRole('textbox', { name: /^Line at/ }).fill('Good morning, and welcome to the harbour.')
}

async function lineAdded(page: Page): Promise<void> {
  await typeLine(page)
  await page.keyboard.press('Enter')
  await page.getByText('Added from').waitFor()
}

async function imported(page: Page): Promise<void> {
  await answer(page)
  await choose(page)
  await page.getByText('Imported harbour.srt: 214 lines.').waitFor()
}

async function skipped(page: Page): Promise<void> {
  await imported(page)
  await button(page, 'Show why').click()
  await dialog(page).waitFor()
}

async function replacing(page: Page): Promise<void> {
  await answer(page, { changes: 12 })
  await choose(page)
  await dialog(page).waitFor()
}

async function refusedKind(page: Page): Promise<void> {
  await answer(page)
  await choose(page, 'harbour.ass', '[Script Info]')
  await button(page, 'Choose another file').waitFor()
}

async function notImported(page: Page): Promise<void> {
  await answer(page, { refused: true })
  await choose(page)
  await button(page, 'Try again').waitFor()
}

async function importing(page: Page): Promise<void> {
  await answer(page)
  // A call that a route holds back would reach the server when the page closes.
  await page.evaluate(() => {
    const real = fetch
    window.fetch = (address, init) =>
      String(address).endsWith('/subtitles') ? new Promise(() => undefined) : real(address, init)
  })
  await choose(page, 'A walk through the harbour, second edition, English for the hard of hearing.srt')
  await page.getByText('Importing').waitFor()
}

async function menuOfWords(page: Page): Promise<void> {
  await answer(page)
  await button(page, 'Add words').click()
  await page.getByRole('menuitem', { name: 'English' }).waitFor()
}

/** The history of a transcript that was imported. */
async function importedHistory(page: Page): Promise<void> {
  await answer(page)
  const places = LINES.map((after, at) => ({ start_time: 6 * at, end_time: 6 * at + 2, before: '', after }))
  const at = new Date(Date.now() - 3 * 60_000).toISOString()
  const mara = { at, first_name: 'Mara', last_name: 'Lindqvist', undone_at: null }
  const edits = [
    { ...mara, id: 'b', kind: 'words', file_name: null, places: places.slice(2), count: 1 },
    { ...mara, id: 'a', kind: 'subtitles', file_name: 'harbour.srt', places, count: 214 },
  ]
  await page.route('**/api/transcripts/*/edits', (route) => route.fulfill({ json: { edits } }))
  await button(page, 'History').click()
  await page.getByText('imported').waitFor()
}

/** The states of the review page in which words come into a transcript. */
export const addingWordsRows = (review: SeededReview): readonly StateRow[] => [
  ['review-13-no-words', 'regular', review.silent, noWords],
  ['review-13-no-words-no-tracks', 'regular', review.silent, noWordsNoTracks],
  ['review-13-type', 'regular', review.silent, typeLine],
  ['review-13-type-added', 'regular', review.silent, lineAdded],
  ['review-13-menu', 'regular', review.discussed, menuOfWords],
  ['review-13-importing', 'regular', review.silent, importing],
  ['review-13-imported', 'regular', review.discussed, imported],
  ['review-13-skipped', 'regular', review.discussed, skipped],
  ['review-13-replace', 'regular', review.discussed, replacing],
  ['review-13-refused', 'regular', review.silent, refusedKind],
  ['review-13-not-imported', 'regular', review.silent, notImported],
  ['review-13-history', 'regular', review.discussed, importedHistory],
]
