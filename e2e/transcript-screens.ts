import type { Transcript } from '@footnote/contract/nouns/library/transcripts.ts'
import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { NOT_ENGLISH } from '@footnote/contract/shared/language/speech-notes.ts'
import type { Page } from 'playwright-core'
import { atRest, type StateRow } from './screen-state.ts'
import type { SeededReview } from './seeded-review.ts'
import { button, dialog } from './steps.ts'

/** Waits until the player and the panels are there. */
export async function opened(page: Page): Promise<void> {
  await page.getByRole('region', { name: /^Player: / }).waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 2) >= 2)
  await atRest(page)
}

/** On a desktop the panels have buttons, on a phone tabs. */
async function showTranscript(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Transcript' })
  await ((await tab.isVisible()) ? tab : button(page, 'Hide Comments')).click()
}

/** Shows the transcript of a video that the API describes differently. */
async function showChanged(page: Page, change: (video: VideoDetail) => Partial<VideoDetail>): Promise<void> {
  await page.route('**/api/get_video_details/*', async (route) => {
    const response = await route.fetch()
    const video: VideoDetail = await response.json()
    await route.fulfill({ response, json: { ...video, ...change(video) } })
  })
  await page.reload()
  await opened(page)
  await showTranscript(page)
}

const withSpeaker = (word: VideoDetail['subtitle_word'][number], place: number) => ({
  ...word,
  speaker: (Math.floor(place / 12) % 2) + 1,
})

/** Makes the transcript one with two speakers. */
async function showSpeakers(page: Page): Promise<void> {
  await showChanged(page, ({ subtitle_word }) => ({ subtitle_word: subtitle_word.map(withSpeaker) }))
}

/** Makes the last third of the transcript unsure, as in a film that is not English. */
async function showUnsure(page: Page): Promise<void> {
  await showChanged(page, ({ subtitle_word }) => {
    const sure = (2 * subtitle_word.length) / 3
    const words = subtitle_word.map((word, place) => ({ ...word, ...(place > sure && { unsure: true as const }) }))
    return { subtitle_word: words, speech_note: NOT_ENGLISH }
  })
}

/** Makes the transcript one with two speakers, a name and corrected words, and its history. */
async function showCorrected(page: Page): Promise<void> {
  const at = new Date(Date.now() - 3 * 60_000).toISOString()
  const mara = { at, first_name: 'Mara', last_name: 'Lindqvist', undone_at: null, file_name: null, count: 1 }
  const place = { start_time: 4.2, end_time: 5 }
  const edits = [
    { ...mara, id: 'a', kind: 'words', places: [{ ...place, before: 'harber', after: 'harbour' }] },
    { ...mara, id: 'b', kind: 'speaker', count: 6, places: [{ ...place, before: 'Speaker 1', after: 'Kate Doyle' }] },
    { ...mara, id: 'c', kind: 'words', undone_at: at, places: [{ ...place, before: 'the key', after: 'the quay' }] },
  ]
  await page.route('**/api/transcripts/*/edits', (route) => route.fulfill({ json: { edits } }))
  await showChanged(page, (video) => ({
    subtitle_word: video.subtitle_word.map((word, at) => ({
      ...withSpeaker(word, at),
      ...(at % 17 === 4 && { original: 'harber' }),
    })),
    speakers: [{ speaker: 1, name: 'Kate Doyle' }],
    transcript_revision: 4,
  }))
}

/** A step in the transcript as it is. */
const inTranscript = (step: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await showTranscript(page)
  await step(page)
}

async function emptyHistory(page: Page): Promise<void> {
  await button(page, 'History').click()
  await page.getByText('Nobody has changed the transcript').waitFor()
}

/** A step in the transcript with corrected words. */
const corrected = (step: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await showCorrected(page)
  await step(page)
}

/** Edits the paragraph of the first word. */
async function editParagraph(page: Page): Promise<void> {
  await button(page, 'Edit').click()
  await page.getByRole('textbox', { name: /^Words at/ }).waitFor()
}

/** Cannot save an edited paragraph. */
async function editUnsaved(page: Page): Promise<void> {
  await page.route('**/api/transcripts/*', (route) => route.fulfill({ status: 429, body: 'busy' }))
  await editParagraph(page)
  await page.keyboard.type('Words that wait')
  await page.keyboard.press('Enter')
  await button(page, 'Try again').waitFor()
}

/** Somebody else has changed the edited paragraph. */
async function editConflict(page: Page): Promise<void> {
  const video = new URL(page.url()).pathname.split('/').at(-1)
  const body = { type: 'about:blank', title: 'Conflict', status: 409, code: 'changed_meanwhile' }
  await page.route(new RegExp(`/api/transcripts/${video}(\\?|$)`), async (route) => {
    if (route.request().method() === 'PUT')
      return await route.fulfill({ status: 409, json: { ...body, detail: 'Changed', message: 'Changed' } })
    const response = await route.fetch()
    const now: Transcript = await response.json()
    const subtitle_word = now.subtitle_word.map((word, place) => (place === 1 ? { ...word, word: 'quayside' } : word))
    await route.fulfill({ response, json: { ...now, revision: 9, subtitle_word } })
  })
  await editParagraph(page)
  await page.keyboard.type('Words of mine')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'The other words' }).waitFor()
}

async function nameSpeaker(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Kate Doyle, speaker' }).first().click()
  await page.getByRole('menu').waitFor()
}

async function renameSpeaker(page: Page): Promise<void> {
  await nameSpeaker(page)
  await page.getByRole('menuitem', { name: /^Rename/ }).click()
  await dialog(page).waitFor()
}

async function replaceWords(page: Page): Promise<void> {
  await button(page, 'Search the transcript').click()
  await page.getByRole('textbox', { name: 'Search the transcript' }).fill('the')
  await button(page, 'Find and replace').click()
  await page.getByLabel('Replace with').fill('that')
  await button(page, /^Replace all \d/).waitFor()
}

async function selectWords(page: Page): Promise<void> {
  await page.evaluate(() => {
    const words = document.querySelectorAll('[data-word]')
    getSelection()?.setBaseAndExtent(words[8]!, 0, words[14]!, 1)
  })
  await page.getByRole('toolbar', { name: 'Selected words' }).waitFor()
}

async function transcriptHistory(page: Page): Promise<void> {
  await button(page, 'History').click()
  await page.getByText('Undone').waitFor()
}

/** The states of the transcript on the review page. */
export const transcriptRows = (review: SeededReview): readonly StateRow[] => [
  ['review-3-transcript', 'regular', review.discussed, showTranscript],
  ['review-3-speakers', 'regular', review.discussed, showSpeakers],
  ['review-3-unsure', 'regular', review.discussed, showUnsure],
  ['review-10-corrected', 'regular', review.discussed, showCorrected],
  ['review-10-edit', 'regular', review.discussed, corrected(editParagraph)],
  ['review-10-edit-not-saved', 'regular', review.discussed, corrected(editUnsaved)],
  ['review-10-edit-both', 'regular', review.discussed, corrected(editConflict)],
  ['review-10-speaker', 'regular', review.discussed, corrected(nameSpeaker)],
  ['review-10-speaker-rename', 'regular', review.discussed, corrected(renameSpeaker)],
  ['review-10-replace', 'regular', review.discussed, inTranscript(replaceWords)],
  ['review-10-selected', 'regular', review.discussed, corrected(selectWords)],
  ['review-10-history', 'regular', review.discussed, corrected(transcriptHistory)],
  ['review-10-history-empty', 'regular', review.discussed, inTranscript(emptyHistory)],
  ['review-3-silent', 'regular', review.silent, showTranscript],
  ['review-3-busy', 'regular', review.busy, showTranscript],
  ['review-3-failed', 'regular', review.failed],
]
