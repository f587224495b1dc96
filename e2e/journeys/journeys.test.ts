import { setTimeout as wait } from 'node:timers/promises'
import type { Match, Matches } from '@footnote/contract/nouns/search.ts'
import { beforeAll, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { inDatabase } from '../database.ts'
import { type Films, lengthOf, makeFilms, SLIDE } from '../films.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import {
  button,
  card,
  createCollection,
  dialog,
  field,
  fileOf,
  indexed,
  isInOrder,
  PATIENCE,
  signUp,
  upload,
} from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// One person's way through the product. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('journeys')
const browser = await testBrowser()
const { page } = browser
let films: Films

beforeAll(async () => {
  films = await makeFilms(folder)
})

oneJourney()

/**
 * Searches for words that were not searched for before (answers are cached for some seconds), with only these types
 * ticked.
 */
async function ask(query: string, ...types: string[]): Promise<Match[]> {
  const boxes = page.getByRole('group', { name: 'Search in' })
  for (const type of types) await boxes.getByLabel(type).check()
  for (const type of ['Visual', 'Conversation', 'Text in video'].filter((other) => !types.includes(other)))
    await boxes.getByLabel(type).uncheck()
  const answer = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url())
    return pathname === '/api/query_index' && searchParams.get('query') === query
  })
  await field(page, 'Search').fill(query)
  await button(page, 'Search').click()
  return ((await (await answer).json()) as Matches).matches
}

const results = () => page.getByRole('button', { name: /^Play / })

test('a visitor signs up with the mailed code', async () => {
  await page.goto(product.origin)
  await page.getByRole('heading', { name: 'Ask Your Videos Anything.' }).waitFor()
  await page.getByRole('link', { name: 'Get Started For Free' }).first().click()
  await page.waitForURL('**/signup')
  await isInOrder(page)
  await signUp(page, product)
  await page.getByRole('heading', { name: 'Search your videos' }).waitFor()
  await isInOrder(page)
})

test('the tutorial leads through three steps and returns when it is reset', async () => {
  const tutorial = page.getByRole('region', { name: 'Tutorial' })
  await button(tutorial, 'Next').click()
  await button(tutorial, 'Next').click()
  await button(tutorial, 'Done').click()
  await tutorial.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Search your videos' }).waitFor()
  expect(await tutorial.count()).toBe(0)
  await button(page, /^User menu/).click()
  await page.getByRole('menuitem', { name: 'Reset Tutorial' }).click()
  await button(tutorial, 'Skip').click()
  await tutorial.waitFor({ state: 'detached' })
})

test('a collection is created, and two videos are uploaded and indexed', async () => {
  await createCollection(page, product, 'Ledgers')
  await page.getByText('No videos yet').waitFor()
  await isInOrder(page)
  await upload(page, films.slide, films.colours)
  await page.getByRole('region', { name: 'Uploads' }).waitFor()
  await card(page, 'Ledger.mp4').waitFor()
  await isInOrder(page)
  await Promise.all([indexed(page, 'Ledger.mp4'), indexed(page, 'Colours.mp4')])
  await isInOrder(page)
})

test('a video plays in a dialog, and downloads with its subtitles', async () => {
  await button(page, /^Play Ledger/).click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
  await isInOrder(page)
  const [video] = await Promise.all([page.waitForEvent('download'), button(dialog(page), 'Download').click()])
  expect(await lengthOf(await fileOf(video))).toBeCloseTo(9, 0)
  const [words] = await Promise.all([page.waitForEvent('download'), button(dialog(page), 'Download subtitles').click()])
  expect(words.suggestedFilename()).toBe('Ledger.vtt')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('a query from home opens the results, each modality finds its own, and Back restores the query', async () => {
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await button(page, /^Collection: /).click()
  await page.getByRole('menuitemradio', { name: 'Ledgers' }).click()
  await field(page, 'Search').fill(SLIDE)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=Harvest/)
  await results().first().waitFor()
  await isInOrder(page)

  const written = await ask('harvest ledger', 'Text in video')
  expect(written[0]).toMatchObject({ video_name: 'Ledger.mp4', types: ['ocr'] })
  const spoken = await ask('open the window', 'Conversation')
  expect(spoken[0]).toMatchObject({ video_name: 'Ledger.mp4', types: ['speech'] })
  const seen = await ask('red', 'Visual')
  expect(seen[0]).toMatchObject({ video_name: 'Colours.mp4', types: ['visual'] })
  expect(seen[0]!.start_time).toBeLessThan(1)
  expect(seen[0]!.end_time).toBeLessThan(5)
  await results().first().waitFor()
  await isInOrder(page)

  await page.goBack()
  await expect.poll(() => field(page, 'Search').inputValue()).toBe('open the window')
  expect(new URL(page.url()).searchParams.get('q')).toBe('open the window')
})

test('a reference image finds a similar moment', async () => {
  await ask('blue', 'Visual', 'Conversation', 'Text in video')
  await button(page, 'Search with a reference image').click()
  await isInOrder(page)
  const answer = page.waitForResponse((response) => response.url().includes('/api/image_search'))
  await field(page, 'Picture file').setInputFiles(films.picture)
  const { matches } = (await (await answer).json()) as Matches
  expect(matches[0]).toMatchObject({ video_name: 'Colours.mp4', types: ['visual'] })
  expect(matches[0]!.end_time).toBeGreaterThan(7)
  await results().first().waitFor()
  await isInOrder(page)
  await button(page, 'Remove the reference image').click()
})

let match: Match

test('a result loops inside its range', async () => {
  match = (await ask('please open the window', 'Conversation'))[0]!
  await results().first().click()
  await page.waitForFunction(() => document.querySelector('video')?.paused === false)
  await isInOrder(page)
  const length = match.end_time - match.start_time
  await page.evaluate(() => {
    const video = document.querySelector('video')!
    video.playbackRate = 2
  })
  const times: number[] = []
  while (!times.some((time, place) => time < (times[place - 1] ?? 0) - length / 2)) {
    if (times.length > 600) throw new Error(`It did not loop within a minute: ${times.slice(-20)}`)
    await wait(100)
    times.push(await page.evaluate(() => document.querySelector('video')!.currentTime))
  }
  // The time is read between two frames at twice the speed, so a busy machine may be a quarter of a second late.
  expect(Math.min(...times)).toBeGreaterThan(match.start_time - 0.05)
  expect(Math.max(...times)).toBeLessThan(match.end_time + 0.25)
})

test('its clip is cut, announced at the bell, and plays for as long as the match', async () => {
  await button(dialog(page), 'Download clip').click()
  await page.getByText('Download job created. Please be on the look out for the notification up top!').waitFor()
  await button(dialog(page), 'Close').click()
  // Both videos have sent a notification that they are indexed.
  await button(page, 'Notifications, 3 unread').click({ timeout: PATIENCE })
  await page.getByText('[Clip] is ready for download').waitFor()
  await isInOrder(page)
  const [clip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download', exact: true }).first().click(),
  ])
  expect(Math.abs((await lengthOf(await fileOf(clip))) - (match.end_time - match.start_time))).toBeLessThan(0.3)
  await button(page, 'Notifications, 2 unread').waitFor()
  await page.keyboard.press('Escape')
})

test('a partly indexed video says up to where, and its matches play, in review too', async () => {
  const { video_id } = match
  const set = (values: { status: string; status_percentage: number; searchable_until: number | null }) =>
    inDatabase(product, (db) => db.updateTable('videos').set(values).where('id', '=', video_id).execute())
  await set({ status: 'PROCESSING_VISUAL', status_percentage: 40, searchable_until: 6 })
  const collection = /\/collections\/[^/?]+/.exec(page.url())![0]
  await page.goto(product.origin + collection)
  const ledger = card(page, 'Ledger.mp4')
  await ledger.getByText('Searchable up to 0:06').waitFor()
  expect(await button(ledger, /^Play /).count()).toBe(0)
  await isInOrder(page)

  const plays = () => page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
  await page.goto(`${product.origin}${collection}/search?q=captain+window`)
  await results().first().click()
  await plays()
  const user_id = await page.evaluate(() => localStorage.getItem('user_id'))
  await page.goto(`${product.origin}/quick-review/${user_id}/${video_id}`)
  await page.getByText('This video is still being indexed (40%). Searchable up to 0:06.').waitFor()
  await button(page, 'Play').click()
  await plays()
  await isInOrder(page)
  await set({ status: 'SUCCESS', status_percentage: 100, searchable_until: null })
  await page.goto(product.origin + collection)
  await button(ledger, /^Play /).waitFor()
  expect(await ledger.getByText(/Searchable/).count()).toBe(0)
})

test('a video is deleted, and the collection is renamed and deleted', async () => {
  await page.getByRole('link', { name: 'Collections', exact: true }).first().click()
  await page.getByRole('link', { name: 'Explore Ledgers' }).click()
  await card(page, 'Colours.mp4').hover()
  await button(page, 'Delete: Colours.mp4').click()
  await isInOrder(page)
  await button(dialog(page), 'Delete').click()
  await card(page, 'Colours.mp4').waitFor({ state: 'detached', timeout: PATIENCE })

  await page.getByRole('link', { name: 'Collections', exact: true }).first().click()
  await button(page, 'More for Ledgers').click()
  await page.getByRole('menuitem', { name: 'Rename Collection' }).click()
  await field(page, 'Name').fill('  Old ledgers ')
  await isInOrder(page)
  await button(dialog(page), 'Rename').click()
  await card(page, 'Old ledgers').waitFor()
  await isInOrder(page)
  await button(page, 'More for Old ledgers').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await button(dialog(page), 'Delete').click()
  await card(page, 'Old ledgers').waitFor({ state: 'detached' })
  await page.getByText('No collections yet').waitFor()
  await isInOrder(page)
})

test('the console has no errors', () => expect(browser.complaints).toEqual([]))
