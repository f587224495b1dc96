import { beforeAll, expect, inject, test } from 'vitest'
import { signIn } from '../browser.ts'
import { createAccount } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { indexedSamples } from '../seeded.ts'
import { dialog, isInOrder } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// One person searches for similar moments without a mouse. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const browser = await testBrowser()
let samples: string
/** The address of a search for moments like a frame. */
let similar: string

beforeAll(async () => {
  const ada = await createAccount(product)
  await inDatabase(product, async (db) => {
    samples = await indexedSamples(db)
  })
  await signIn(browser.context, ada.storage)
})
oneJourney()

const press = (key: string) => browser.page.keyboard.press(key)
const focused = () => browser.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
/** Presses Tab until an element with a certain name has the focus. */
async function tabTo(name: RegExp): Promise<void> {
  for (let tries = 0; !name.test(await focused()); tries += 1) {
    if (tries > 40) throw new Error(`Tab does not lead to ${name}`)
    await press('Tab')
  }
}
const lead = () => browser.page.getByRole('region', { name: 'Looked for' })
const results = () => browser.page.getByRole('button', { name: /^Play / })
const named = () => new URL(browser.page.url()).searchParams.get('similar')

test('a card leads to moments like its picture, by keyboard alone', async () => {
  const { page } = browser
  await page.goto(`${product.origin}/collections/${samples}/search?q=a+red+fishing+boat`)
  await results().first().waitFor()
  await tabTo(/^More for /)
  await press('Enter')
  const entry = page.getByRole('menuitem', { name: 'Find similar' })
  await entry.waitFor()
  await expect.poll(() => entry.evaluate((element) => element === document.activeElement)).toBe(true)
  await press('Enter')
  await lead().locator('img').waitFor()
  await results().first().waitFor()
  expect(named()).toMatch(/^[0-9a-f-]{36}@\d+(\.\d+)?$/)
  await isInOrder(page)
  similar = page.url()
})

test('its address restores the search, and the moment itself is not among the results', async () => {
  const { page } = browser
  const answer = page.waitForResponse((response) => response.url().includes('/api/image_search'))
  await page.goto(similar)
  const { matches, frame } = await (await answer).json()
  await lead().getByText(frame.video_name).waitFor()
  await results().first().waitFor()
  const itself = matches.filter(
    (match: { video_id: string; start_time: number; end_time: number }) =>
      match.video_id === frame.video_id && match.start_time <= frame.time && match.end_time > frame.time,
  )
  expect(itself).toEqual([])
})

test('S searches for the frame on the screen, and Back leads to the search before', async () => {
  const { page } = browser
  await tabTo(/^Play /)
  await press('Enter')
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
  await press('k')
  await isInOrder(page)
  const before = named()
  await press('s')
  await expect.poll(named).not.toBe(before)
  await dialog(page).waitFor({ state: 'detached' })
  await lead().locator('img').waitFor()
  await page.goBack()
  await expect.poll(named).toBe(before)
})

test('the console has no errors', () => expect(browser.complaints).toEqual([]))
