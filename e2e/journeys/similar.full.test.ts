import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { type Account, videosOf } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { indexedSamples } from '../seeded.ts'
import { dialog, isInOrder, tabTo } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// One person searches for similar moments without a mouse.
const product = connectProduct(inject('product'))
let ada: Account
let samples: string
/** The address of a search for moments like the red fishing boat. */
let similar: string

beforeAll(async () => {
  ada = await addPerson(product)
  samples = await inDatabase(product, indexedSamples)
  const harbour = (await videosOf(product, ada, samples)).find(({ file_name }) => /harbour/.test(file_name))
  similar = `/collections/${samples}/search?similar=${harbour!.id}@16`
})
afterEach(noComplaints)

const lead = (page: Page) => page.getByRole('region', { name: 'Looked for' })
const results = (page: Page) => page.getByRole('button', { name: /^Play / })
const named = (page: Page) => new URL(page.url()).searchParams.get('similar')

test('a card leads to moments like its picture, by keyboard alone', async () => {
  const page = await openPage(`/collections/${samples}/search?q=a+red+fishing+boat`, { as: ada })
  await results(page).first().waitFor()
  await tabTo(page, page.getByRole('button', { name: /^More for / }).first(), 40)
  await page.keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name: 'Find similar' })
  await entry.waitFor()
  await expect.poll(() => entry.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await lead(page).locator('img').waitFor()
  await results(page).first().waitFor()
  expect(named(page)).toMatch(/^[0-9a-f-]{36}@\d+(\.\d+)?$/)
  await isInOrder(page)
})

test('the address restores a search for a moment, and the moment itself is not among the results', async () => {
  const page = await openPage('/home', { as: ada })
  const answer = page.waitForResponse((response) => response.url().includes('/api/image_search'))
  await page.goto(product.origin + similar)
  const { matches, frame } = await (await answer).json()
  await lead(page).getByText(frame.video_name).waitFor()
  await results(page).first().waitFor()
  const itself = matches.filter(
    (match: { video_id: string; start_time: number; end_time: number }) =>
      match.video_id === frame.video_id && match.start_time <= frame.time && match.end_time > frame.time,
  )
  expect(itself).toEqual([])
})

test('S searches for the frame on the screen, and Back leads to the search before', async () => {
  const page = await openPage(similar, { as: ada })
  await results(page).first().waitFor()
  await tabTo(page, results(page).first(), 40)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
  await page.keyboard.press('k')
  await isInOrder(page)
  const before = named(page)
  await page.keyboard.press('s')
  await expect.poll(() => named(page)).not.toBe(before)
  await dialog(page).waitFor({ state: 'detached' })
  await lead(page).locator('img').waitFor()
  await page.goBack()
  await expect.poll(() => named(page)).toBe(before)
})
