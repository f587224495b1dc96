import { beforeAll, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { expire, inDatabase } from '../database.ts'
import { type Films, makeFilms } from '../films.ts'
import { connectProduct } from '../product.ts'
import { button, card, createCollection, dialog, isInOrder, PATIENCE, signUp, upload } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'
import { setLine } from '../uploading.ts'

// Failures that a person can meet.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('troubles')
const browser = await testBrowser()
const { page } = browser
let films: Films
let collection: string

beforeAll(async () => {
  films = await makeFilms(folder)
  await signUp(page, product)
  collection = await createCollection(page, product, 'Troubles')
})

const panel = () => page.getByRole('region', { name: 'Uploads' })

test('an upload that is cancelled leaves the panel and no video', async () => {
  await setLine(page, 500_000)
  await upload(page, films.large)
  await panel()
    .getByText(/\d+% *.*KB\/s/)
    .waitFor()
  await isInOrder(page)
  await button(panel(), 'Cancel Large.mp4').click()
  await panel().waitFor({ state: 'detached' })
  await setLine(page, -1)
  await page.reload()
  await page.getByText('No videos yet').waitFor()
})

test('a file that is no video fails with a reason, and a failure of the server can be retried with a click', async () => {
  await upload(page, films.text)
  const failed = card(page, 'Notes.mp4')
  const state = failed.getByText('Failed', { exact: true })
  await state.waitFor({ timeout: PATIENCE })
  const retry = button(failed, /Retry$/)
  expect(await retry.count()).toBe(0)
  await state.hover()
  await page.getByRole('tooltip').waitFor()
  await isInOrder(page)
  await inDatabase(product, (db) =>
    db
      .updateTable('videos')
      .set({ status: 'ERROR', error: 'The video took too long to process.' })
      .where('collection_id', '=', collection)
      .where('file_name', '=', 'Notes.mp4')
      .execute(),
  )
  await page.reload()
  await retry.hover()
  await page
    .getByRole('tooltip')
    .getByText(/Click to retry\.$/)
    .waitFor()
  await isInOrder(page)
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/retry-indexing'))
  await retry.click()
  expect((await answered).status()).toBe(200)
  await failed.getByText('Failed', { exact: true }).waitFor({ timeout: PATIENCE })
})

test('videos are filtered by their progress', async () => {
  await upload(page, films.large)
  await card(page, 'Large.mp4').waitFor({ timeout: PATIENCE })
  await button(page, 'Show: All').click()
  await isInOrder(page)
  await page.getByRole('menuitemradio', { name: 'Failed' }).click()
  await card(page, 'Large.mp4').waitFor({ state: 'detached' })
  await card(page, 'Notes.mp4').waitFor({ timeout: PATIENCE })
  await button(page, 'Show: Failed').click()
  await page.getByRole('menuitemradio', { name: 'All' }).click()
  await card(page, 'Large.mp4').waitFor()
})

test('a wrong address of a collection shows that it does not exist', async () => {
  for (const address of [
    '/collections/not-an-id',
    `/collections/${crypto.randomUUID()}`,
    '/collections/1/search?q=x',
  ]) {
    await page.goto(product.origin + address)
    await page.getByRole('heading', { name: 'Collection Not Found' }).waitFor()
    await isInOrder(page)
  }
})

test('a film with an expired address gets a new one, and stays at its position', async () => {
  await page.goto(`${product.origin}/collections/${collection}`)
  const added = page.waitForResponse((response) => response.headers()['footnote-video'] !== undefined)
  await upload(page, films.slide)
  const id = (await added).headers()['footnote-video']
  const user_id = await page.evaluate(() => localStorage.getItem('user_id'))
  const video = { id, user_id }
  const film = '**/api/files/videos/**/*.mp4*'
  let [refused, asked] = [0, 0]
  page.on('response', (response) => {
    if (response.url().includes(`/api/get_video_details/${video.id}`)) asked += 1
  })
  await page.route(film, (route) => {
    if (asked > 1) return route.continue()
    refused += 1
    return route.fulfill({ status: 403, body: '{}' })
  })
  await page.goto(`${product.origin}/quick-review/${video.user_id}/${video.id}?t=0:05`)
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  expect(refused).toBeGreaterThan(0)
  await expect.poll(() => page.evaluate(() => Math.floor(document.querySelector('video')?.currentTime ?? -1))).toBe(5)
  await page.unroute(film)
})

test("another person's collection does not exist, either", async () => {
  const stranger = await testBrowser()
  try {
    await signUp(stranger.page, product)
    await stranger.page.goto(`${product.origin}/collections/${collection}`)
    await stranger.page.getByRole('heading', { name: 'Collection Not Found' }).waitFor()
    expect(stranger.complaints).toEqual([])
  } finally {
    await stranger.close()
  }
})

test('an expired collection is dimmed, does not open, and nobody can change it', async () => {
  await expire(product, collection)
  await page.goto(`${product.origin}/collections`)
  await card(page, 'Troubles').getByText('EXPIRED').waitFor()
  expect(await card(page, 'Troubles').getByRole('link').count()).toBe(0)
  expect(await button(page, 'More for Troubles').count()).toBe(0)
  await isInOrder(page)
  await page.goto(`${product.origin}/collections/${collection}?openUploadModal=true`)
  await page.getByText('COLLECTION IS EXPIRED').waitFor()
  await card(page, 'Large.mp4').waitFor()
  expect(await dialog(page).count()).toBe(0)
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /Upload|Play|Download|Delete|Retry/ })
      .count(),
  ).toBe(0)
  await isInOrder(page)
  await page.goto(`${product.origin}/collections/${collection}/search?q=ledger`)
  await page.getByText('COLLECTION IS EXPIRED').waitFor()
  expect(await button(page, 'Search').isDisabled()).toBe(true)
  await isInOrder(page)
})

test('the console has no errors', () => expect(browser.complaints).toEqual([]))
