import { beforeAll, expect, inject, test } from 'vitest'
import { signIn } from '../browser.ts'
import { type Account, createAccount, createCollection, createReviewCollection } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { indexedSamples } from '../seeded.ts'
import { button, dialog, isInOrder } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'
import { copyVideos } from '../video-rows.ts'

// One person searches all collections without a mouse. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const QUESTION = 'when does the last ferry leave'
const COUNT = /^\d+ matches in \d+ videos, 3 collections$/
const browser = await testBrowser()
let ada: Account

beforeAll(async () => {
  ada = await createAccount(product)
  const places = [
    await createCollection(product, ada, 'Quay'),
    await createCollection(product, ada, 'Kitchen'),
    await createReviewCollection(product, ada, 'Cuts'),
  ]
  await inDatabase(product, async (db) => {
    const samples = await indexedSamples(db)
    for (const [place, to] of places.entries())
      await copyVideos(
        db,
        samples,
        to,
        ada.user_id,
        ['Early', 'Noon', 'Late'].map((time) => ({ file_name: `${time} take ${place + 1}.mp4` })),
      )
  })
  await signIn(browser.context, ada.storage)
})
oneJourney()

const press = async (...keys: string[]) => {
  for (const key of keys) await browser.page.keyboard.press(key)
}
const focused = () =>
  browser.page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
  )
/** Presses Tab until an element with a certain name has the focus. */
async function tabTo(name: RegExp): Promise<void> {
  for (let tries = 0; !name.test(await focused()); tries += 1) {
    if (tries > 40) throw new Error(`Tab does not lead to ${name}`)
    await press('Tab')
  }
}
/** Chooses the collection to search. */
async function choose(name: string): Promise<void> {
  const { page } = browser
  await press('Enter')
  const choice = page.getByRole('menuitemradio', { name, exact: true })
  await choice.waitFor()
  while (!(await choice.evaluate((entry) => entry === document.activeElement))) await press('ArrowDown')
  await press('Enter')
  await button(page, `Collection: ${name}`).waitFor()
}

test('all collections are chosen at home, and answer with the collection of each match', async () => {
  const { page } = browser
  await page.goto(`${product.origin}/home`)
  await page.locator('input:focus').waitFor()
  await button(page, 'Collection: Kitchen').waitFor()
  await press('Shift+Tab')
  await choose('All collections')
  await press('Tab')
  await page.keyboard.type(QUESTION)
  await press('Enter')
  await page.waitForURL(`**/collections/all/search?q=${QUESTION.replaceAll(' ', '+')}`)
  await page.getByText(COUNT).waitFor()
  const cards = page.getByRole('region', { name: 'Matches' }).getByRole('article')
  expect(new Set(await cards.getByTitle(/^(Quay|Kitchen|Cuts)$/).allTextContents())).toEqual(
    new Set(['Collection: Quay', 'Collection: Kitchen', 'Collection: Cuts']),
  )
  await isInOrder(page)
})

test('the address alone restores the search', async () => {
  const { page } = browser
  await page.reload()
  await button(page, 'Collection: All collections').waitFor()
  await page.getByText(COUNT).waitFor()
  expect(await page.locator('.query input').inputValue()).toBe(QUESTION)
})

test('a match plays with the name of its collection', async () => {
  const { page } = browser
  await tabTo(/^Play /)
  await press('Enter')
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
  await dialog(page)
    .getByText(/^(Quay|Kitchen|Cuts)$/)
    .waitFor()
  await isInOrder(page)
  await press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('the query goes along to one collection, and Back returns to all', async () => {
  const { page } = browser
  await page.locator('.searchbar .pick').focus()
  await choose('Quay')
  await page.getByText(/^\d+ match(es)? in \d+ videos?$/).waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe(QUESTION)
  await page.goBack()
  await page.getByText(COUNT).waitFor()
  await button(page, 'Collection: All collections').waitFor()
})

test('a video is found by its file name, and watched', async () => {
  const { page } = browser
  await page.goto(`${product.origin}/collections/all/search`)
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('noon take')
  await press('Enter')
  const named = page.getByRole('region', { name: 'Videos by name' })
  await named.waitFor()
  expect((await named.locator('mark').allTextContents()).slice(0, 2)).toEqual(['Noon', 'take'])
  expect(await named.getByRole('listitem').count()).toBe(3)
  await isInOrder(page)
  await tabTo(/Watch Noon take/)
  await press('Enter')
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
  await isInOrder(page)
  await press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('the console has no errors', () => expect(browser.complaints).toEqual([]))
