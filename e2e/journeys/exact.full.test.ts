import { randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, test } from 'vitest'
import { signIn } from '../browser.ts'
import { createAccount, createCollection } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { field, isInOrder } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// One person searches for exact words without a mouse. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const SAID = [
  [1, 3, 'We hold the lane for the fire truck.'],
  [3.2, 5, 'Please hold'],
  [5.2, 7, 'the lane, says the lighthouse.'],
  [7.2, 9, 'The lane must hold.'],
  [12, 14, 'A white car goes by.'],
] as const
const browser = await testBrowser()
let results: string

beforeAll(async () => {
  const ada = await createAccount(product)
  const collection = await createCollection(product, ada, 'Junction')
  results = `${product.origin}/collections/${collection}/search`
  await inDatabase(product, async (db) => {
    const id = randomUUID()
    const file = {
      file_name: 'North arm.mp4',
      file_extension: 'mp4',
      file_size: 1,
      storage_key: `videos/${id}/original`,
    }
    const row = {
      id,
      collection_id: collection,
      user_id: ada.user_id,
      ...file,
      status: 'SUCCESS',
      duration: 20,
    } as const
    await db.insertInto('videos').values(row).execute()
    const line = { video_id: id, engine: 'made', language: 'en', words: '[]' }
    await db
      .insertInto('cues')
      .values(SAID.map(([start_time, end_time, text], number) => ({ ...line, number, start_time, end_time, text })))
      .execute()
    await db.insertInto('video_stages').values({ video_id: id, stage: 'speech', engine: 'made' }).execute()
  })
  await signIn(browser.context, ada.storage)
})
oneJourney()

/** Replaces the text of the field, and searches. */
async function ask(query: string): Promise<void> {
  const { page } = browser
  await field(page, 'Search').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(query)
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(query)
}
const under = () => browser.page.locator('.asked').innerText()
const found = async () => {
  const names = await browser.page.getByRole('button', { name: /^Play / }).all()
  return await Promise.all(names.map((each) => each.getAttribute('aria-label')))
}
/** Presses Tab to a link, and follows it. */
async function follow(name: string): Promise<void> {
  const { page } = browser
  const link = page.getByRole('link', { name, exact: true })
  await link.waitFor()
  for (let tries = 0; !(await link.evaluate((each) => each === document.activeElement)); tries += 1) {
    if (tries > 40) throw new Error(`Tab does not lead to ${name}`)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}

test('words in quotation marks are found as said, even across two lines', async () => {
  const { page } = browser
  await page.goto(results)
  await page.locator('input:focus').waitFor()
  expect(await under()).toBe('“in quotes” as said or written\n-word leaves out\nA >> B 12s one after the other')
  await ask('"hold the lane"')
  await expect.poll(found).toEqual(['Play North arm.mp4, 0:01 – 0:07'])
  expect(await under()).toBe('As said or written: “hold the lane”')
  await isInOrder(page)
})

test('a minus excludes, and the address alone restores the search', async () => {
  const { page } = browser
  await ask('"hold the lane" -lighthouse')
  await expect.poll(found).toEqual(['Play North arm.mp4, 0:01 – 0:03'])
  await page.reload()
  await expect.poll(found).toEqual(['Play North arm.mp4, 0:01 – 0:03'])
  expect(await field(page, 'Search').inputValue()).toBe('"hold the lane" -lighthouse')
  expect(await under()).toMatch(/“hold the lane”\s*Without moments that say or show “lighthouse”/)
  await isInOrder(page)
})

test('a misspelt word is corrected, and a link leads to the word as typed and back', async () => {
  const { page } = browser
  await ask('lightouse')
  await expect.poll(under).toBe('Results for lighthouse. Search for lightouse instead')
  const met = await found()
  expect(met.length).toBeGreaterThan(0)
  await isInOrder(page)
  await follow('Search for lightouse instead')
  await page.getByText('No results found').waitFor()
  await page.reload()
  await page.getByText('No results found').waitFor()
  expect(await under()).toBe('Exactly as typed. Allow other spellings')
  await isInOrder(page)
  await page.goBack()
  await expect.poll(found).toEqual(met)
})

test('a second field asks for the moment after the first, and the address alone restores both fields', async () => {
  const { page } = browser
  await ask('"the lane must"')
  await expect.poll(found).toEqual(['Play North arm.mp4, 0:07 – 0:09'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type('"white car"')
  await page.keyboard.press('Enter')
  await expect.poll(found).toEqual(['Play North arm.mp4, 0:07 – 0:14'])
  expect(new URL(page.url()).searchParams.get('q')).toBe('"the lane must" >> "white car" 12s')
  await isInOrder(page)
  await page.reload()
  await expect.poll(found).toEqual(['Play North arm.mp4, 0:07 – 0:14'])
  expect(await field(page, 'Search').inputValue()).toBe('"the lane must"')
  expect(await field(page, 'Then').inputValue()).toBe('"white car"')
  await page.goBack()
  await expect.poll(found).toEqual(['Play North arm.mp4, 0:07 – 0:09'])
})
