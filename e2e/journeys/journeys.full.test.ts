import { randomUUID } from 'node:crypto'
import type { Matches } from '@footnote/contract/nouns/output/search.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { addNotification } from '../../seed/rows/notifications.ts'
import { ffmpeg } from '../../server/test/made-media.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Account, createCollection } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { lengthOf, makeColours, SLIDE } from '../films.ts'
import { addVideos } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, card, dialog, field, fileOf, isInOrder, PATIENCE, searchFor } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// What a person does with two indexed videos: plays, searches, and cuts a clip.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('journeys')
let ada: Account
let collection: string
let videos: readonly string[]

beforeEach(async () => {
  ada = await addPerson(product)
  collection = await createCollection(product, ada, 'Ledgers')
  videos = await addVideos(
    product,
    ada,
    collection,
    { film: 'slide.mp4', file_name: 'Ledger.mp4', pictures: true },
    { film: 'colours.mp4', file_name: 'Colours.mp4', pictures: true },
  )
})
afterEach(noComplaints)

const results = (page: Page) => page.getByRole('button', { name: /^Play / })

async function openCollection(): Promise<Page> {
  const { page } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/collections/${collection}`)
  return page
}

/** Opens the results of a query. */
async function openSearch(): Promise<Page> {
  const { page } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/collections/${collection}/search?q=ledger`)
  await results(page).first().waitFor()
  return page
}

/** Waits until the film plays. @param after seconds */
const plays = (page: Page, after: number) =>
  page.waitForFunction((time) => (document.querySelector('video')?.currentTime ?? 0) > time, after)

test('a video plays in a dialog, and downloads with its subtitles', async () => {
  const page = await openCollection()
  await button(page, /^Play Ledger/).click()
  await plays(page, 0.5)
  await isInOrder(page)
  const [video] = await Promise.all([page.waitForEvent('download'), button(dialog(page), 'Download').click()])
  expect(await lengthOf(await fileOf(video))).toBeCloseTo(9, 0)
  const [words] = await Promise.all([page.waitForEvent('download'), button(dialog(page), 'Download subtitles').click()])
  expect(words.suggestedFilename()).toBe('Ledger.vtt')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('a query from home opens the results, each modality finds its own, and Back restores the query', async () => {
  const { page } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/home`)
  await button(page, /^Collection: /).click()
  await page.getByRole('menuitemradio', { name: 'Ledgers' }).click()
  await field(page, 'Search').fill(SLIDE)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=Harvest/)
  await results(page).first().waitFor()
  await isInOrder(page)

  const written = await searchFor(page, 'harvest ledger', 'Text in video')
  expect(written[0]).toMatchObject({ video_name: 'Ledger.mp4', types: ['ocr'] })
  const spoken = await searchFor(page, 'open the window', 'Conversation')
  expect(spoken[0]).toMatchObject({ video_name: 'Ledger.mp4', types: ['speech'] })
  const seen = await searchFor(page, 'red', 'Visual')
  expect(seen[0]).toMatchObject({ video_name: 'Colours.mp4', types: ['visual'] })
  expect(seen[0]!.start_time).toBeLessThan(1)
  expect(seen[0]!.end_time).toBeLessThan(5)
  await results(page).first().waitFor()
  await isInOrder(page)

  await page.goBack()
  await expect.poll(() => field(page, 'Search').inputValue()).toBe('open the window')
  expect(new URL(page.url()).searchParams.get('q')).toBe('open the window')
})

test('a reference image finds a similar moment', async () => {
  const [film, still] = [`${folder}/Colours.mp4`, `${folder}/blue.png`]
  await makeColours(film)
  await ffmpeg('-ss', '6', '-i', film, '-frames:v', '1', still)
  const page = await openSearch()
  await searchFor(page, 'blue', 'Visual', 'Conversation', 'Text in video')
  await button(page, 'Search with a reference image').click()
  await isInOrder(page)
  const answer = page.waitForResponse((response) => response.url().includes('/api/image_search'))
  await field(page, 'Picture file').setInputFiles(still)
  const { matches } = (await (await answer).json()) as Matches
  expect(matches[0]).toMatchObject({ video_name: 'Colours.mp4', types: ['visual'] })
  expect(matches[0]!.end_time).toBeGreaterThan(7)
  await results(page).first().waitFor()
  await isInOrder(page)
  await button(page, 'Remove the reference image').click()
})

test('a result loops inside its range', async () => {
  const page = await openSearch()
  const match = (await searchFor(page, 'please open the window', 'Conversation'))[0]!
  await results(page).first().click()
  await page.waitForFunction(() => document.querySelector('video')?.paused === false)
  await isInOrder(page)
  const length = match.end_time - match.start_time
  const read = await page.evaluateHandle(() => {
    document.querySelector('video')!.playbackRate = 2
    return [] as number[]
  })
  await page.waitForFunction(
    ({ times, back }) => {
      times.push(document.querySelector('video')!.currentTime)
      return times.some((time, place) => time < (times[place - 1] ?? 0) - back)
    },
    { times: read, back: length / 2 },
    { polling: 100 },
  )
  const times = await read.jsonValue()
  // The time is read between two frames at twice the speed, so a busy machine may be a quarter of a second late.
  expect(Math.min(...times)).toBeGreaterThan(match.start_time - 0.05)
  expect(Math.max(...times)).toBeLessThan(match.end_time + 0.25)
})

test('the clip of a result is cut, announced at the bell, and plays for as long as the match', async () => {
  await inDatabase(product, async (db) => {
    for (const video_id of videos)
      await addNotification(db, ada.user_id, 'VIDEO_READY', { video_id, video_name: 'Ledger.mp4', storage_key: null })
  })
  const page = await openSearch()
  const match = (await searchFor(page, 'please open the window', 'Conversation'))[0]!
  await results(page).first().click()
  await button(dialog(page), 'Download clip').click()
  await page.getByText('Download job created. Please be on the look out for the notification up top!').waitFor()
  await button(dialog(page), 'Close').click()
  await button(page, 'Notifications, 3 unread').click({ timeout: PATIENCE })
  await page.getByText('[Clip] is ready for download').waitFor()
  await isInOrder(page)
  const [clip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download', exact: true }).first().click(),
  ])
  expect(Math.abs((await lengthOf(await fileOf(clip))) - (match.end_time - match.start_time))).toBeLessThan(0.3)
  await button(page, 'Notifications, 2 unread').waitFor()
})

test('a partly indexed video says up to where, and its matches play, in review too', async () => {
  const [video_id = ''] = videos
  const set = (values: { status: string; status_percentage: number; searchable_until: number | null }) =>
    inDatabase(product, (db) => db.updateTable('videos').set(values).where('id', '=', video_id).execute())
  // A job that was given up waits for a person. Without a job the video would be indexed again within a minute.
  const given_up = {
    job_id: randomUUID(),
    job_name: 'process-video',
    errors: 1,
    last_error: '',
    given_up_at: new Date(),
  }
  const payload = JSON.stringify({ video_id })
  await inDatabase(product, (db) =>
    db
      .insertInto('job_errors')
      .values({ ...given_up, payload })
      .execute(),
  )
  await set({ status: 'PROCESSING_VISUAL', status_percentage: 40, searchable_until: 6 })
  const page = await openCollection()
  const ledger = card(page, 'Ledger.mp4')
  await ledger.getByText('Searchable up to 0:06').waitFor()
  expect(await button(ledger, /^Play /).count()).toBe(0)
  await isInOrder(page)

  await page.goto(`${product.origin}/collections/${collection}/search?q=captain+window`)
  await results(page).first().click()
  await plays(page, 0.2)
  await page.goto(`${product.origin}/quick-review/${ada.user_id}/${video_id}`)
  await page.getByText('This video is still being indexed (40%). Searchable up to 0:06.').waitFor()
  await button(page, 'Play').click()
  await plays(page, 0.2)
  await isInOrder(page)
  await set({ status: 'SUCCESS', status_percentage: 100, searchable_until: null })
  await page.goto(`${product.origin}/collections/${collection}`)
  await button(ledger, /^Play /).waitFor()
  expect(await ledger.getByText(/Searchable/).count()).toBe(0)
})
