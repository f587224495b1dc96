import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { addIndexedVideo } from '../../seed/rows/indexed-video.ts'
import { type Account, createCollection } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { field, isInOrder, tabTo } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// One person searches for exact words without a mouse.
const product = connectProduct(inject('product'))
const SAID = [
  [1, 3, 'We hold the lane for the fire truck.'],
  [3.2, 5, 'Please hold'],
  [5.2, 7, 'the lane, says the lighthouse.'],
  [7.2, 9, 'The lane must hold.'],
  [12, 14, 'A white car goes by.'],
] as const
let ada: Account
let results: string

beforeAll(async () => {
  ada = await addPerson(product)
  const collection = await createCollection(product, ada, 'Junction')
  results = `/collections/${collection}/search`
  await inDatabase(product, (db) =>
    addIndexedVideo(db, collection, { said: SAID }, { file_name: 'North arm.mp4', user_id: ada.user_id, duration: 20 }),
  )
})
afterEach(noComplaints)

/** Opens the search, which has the focus. */
async function openSearch(): Promise<Page> {
  const page = await openPage(results, { as: ada })
  await page.locator('input:focus').waitFor()
  return page
}
/** Replaces the text of the field, and searches. */
async function ask(page: Page, query: string): Promise<void> {
  await field(page, 'Search').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(query)
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(query)
}
const under = (page: Page) => page.locator('.asked').innerText()
const found = async (page: Page) => {
  const names = await page.getByRole('button', { name: /^Play / }).all()
  return await Promise.all(names.map((each) => each.getAttribute('aria-label')))
}
/** Presses Tab to a link, and follows it. */
async function follow(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true })
  await link.waitFor()
  await tabTo(page, link, 40)
  await page.keyboard.press('Enter')
}

test('words in quotation marks are found as said, even across two lines', async () => {
  const page = await openSearch()
  expect(await under(page)).toBe('“in quotes” as said or written\n-word leaves out\nA >> B 12s one after the other')
  await ask(page, '"hold the lane"')
  await expect.poll(() => found(page)).toEqual(['Play North arm.mp4, 0:01 – 0:07'])
  expect(await under(page)).toBe('As said or written: “hold the lane”')
  await isInOrder(page)
})

test('a minus excludes, and the address alone restores the search', async () => {
  const page = await openSearch()
  await ask(page, '"hold the lane" -lighthouse')
  await expect.poll(() => found(page)).toEqual(['Play North arm.mp4, 0:01 – 0:03'])
  await page.reload()
  await expect.poll(() => found(page)).toEqual(['Play North arm.mp4, 0:01 – 0:03'])
  expect(await field(page, 'Search').inputValue()).toBe('"hold the lane" -lighthouse')
  expect(await under(page)).toMatch(/“hold the lane”\s*Without moments that say or show “lighthouse”/)
  await isInOrder(page)
})

test('a misspelt word is corrected, and a link leads to the word as typed and back', async () => {
  const page = await openSearch()
  await ask(page, 'lightouse')
  await expect.poll(() => under(page)).toBe('Results for lighthouse. Search for lightouse instead')
  const met = await found(page)
  expect(met.length).toBeGreaterThan(0)
  await isInOrder(page)
  await follow(page, 'Search for lightouse instead')
  const unknown = page.getByText('No word of this question was understood')
  await unknown.waitFor()
  await page.reload()
  await unknown.waitFor()
  expect(await under(page)).toBe('Exactly as typed. Allow other spellings')
  await isInOrder(page)
  await page.goBack()
  await expect.poll(() => found(page)).toEqual(met)
})

test('a second field asks for the moment after the first, and the address alone restores both fields', async () => {
  const page = await openSearch()
  await ask(page, '"the lane must"')
  await expect.poll(() => found(page)).toEqual(['Play North arm.mp4, 0:07 – 0:09'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type('"white car"')
  await page.keyboard.press('Enter')
  await expect.poll(() => found(page)).toEqual(['Play North arm.mp4, 0:07 – 0:14'])
  expect(new URL(page.url()).searchParams.get('q')).toBe('"the lane must" >> "white car" 12s')
  await isInOrder(page)
  await page.reload()
  await expect.poll(() => found(page)).toEqual(['Play North arm.mp4, 0:07 – 0:14'])
  expect(await field(page, 'Search').inputValue()).toBe('"the lane must"')
  expect(await field(page, 'Then').inputValue()).toBe('"white car"')
  await page.goBack()
  await expect.poll(() => found(page)).toEqual(['Play North arm.mp4, 0:07 – 0:09'])
})
