import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { type Account, createCollection, createReviewCollection } from '../calls.ts'
import { addVideos } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, isInOrder, tabTo } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// One person searches all collections without a mouse.
const product = connectProduct(inject('product'))
const QUESTION = 'when does the last ferry leave'
const ANSWERED = `/collections/all/search?q=${QUESTION.replaceAll(' ', '+')}`
const COUNT = /^\d+ matches in \d+ videos, 3 collections$/
let ada: Account

beforeAll(async () => {
  ada = await addPerson(product)
  const places = [
    await createCollection(product, ada, 'Quay'),
    await createCollection(product, ada, 'Kitchen'),
    await createReviewCollection(product, ada, 'Cuts'),
  ]
  for (const [place, to] of places.entries()) {
    const videos = ['Early', 'Noon', 'Late'].map((time) => ({ file_name: `${time} take ${place + 1}.mp4` }))
    await addVideos(product, ada, to, ...videos)
  }
})
afterEach(noComplaints)

/** Opens the answer of all collections. */
async function openAnswer(): Promise<Page> {
  const page = await openPage(ANSWERED, { as: ada })
  await page.getByText(COUNT).waitFor()
  return page
}
const playButton = (page: Page) => page.getByRole('button', { name: /^Play / }).first()
const plays = (page: Page) => page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
/** Chooses the collection to search, in the control that has the focus. */
async function choose(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Enter')
  const choice = page.getByRole('menuitemradio', { name, exact: true })
  await choice.waitFor()
  while (!(await choice.evaluate((entry) => entry === document.activeElement))) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await button(page, `Collection: ${name}`).waitFor()
}

test('all collections are chosen at home, and answer with the collection of each match', async () => {
  const page = await openPage('/home', { as: ada })
  await page.locator('input:focus').waitFor()
  await button(page, 'Collection: Kitchen').waitFor()
  await page.keyboard.press('Shift+Tab')
  await choose(page, 'All collections')
  await page.keyboard.press('Tab')
  await page.keyboard.type(QUESTION)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${ANSWERED}`)
  await page.getByText(COUNT).waitFor()
  const cards = page.getByRole('region', { name: 'Matches' }).getByRole('article')
  expect(new Set(await cards.getByTitle(/^(Quay|Kitchen|Cuts)$/).allTextContents())).toEqual(
    new Set(['Collection: Quay', 'Collection: Kitchen', 'Collection: Cuts']),
  )
  await isInOrder(page)
})

test('the address alone restores the search', async () => {
  const page = await openAnswer()
  await button(page, 'Collection: All collections').waitFor()
  expect(await page.locator('.query input').inputValue()).toBe(QUESTION)
})

test('a match plays with the name of its collection', async () => {
  const page = await openAnswer()
  await tabTo(page, playButton(page), 40)
  await page.keyboard.press('Enter')
  await plays(page)
  await dialog(page)
    .getByText(/^(Quay|Kitchen|Cuts)$/)
    .waitFor()
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('the query goes along to one collection, and Back returns to all', async () => {
  const page = await openAnswer()
  await page.locator('.searchbar .pick').focus()
  await choose(page, 'Quay')
  await page.getByText(/^\d+ match(es)? in \d+ videos?$/).waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe(QUESTION)
  await page.goBack()
  await page.getByText(COUNT).waitFor()
  await button(page, 'Collection: All collections').waitFor()
})

test('a video is found by its file name, and watched', async () => {
  const page = await openPage('/collections/all/search', { as: ada })
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('noon take')
  await page.keyboard.press('Enter')
  const named = page.getByRole('region', { name: 'Videos by name' })
  await named.waitFor()
  expect((await named.locator('mark').allTextContents()).slice(0, 2)).toEqual(['Noon', 'take'])
  expect(await named.getByRole('listitem').count()).toBe(3)
  await isInOrder(page)
  await tabTo(page, named.getByRole('button', { name: /Watch Noon take/ }).first(), 40)
  await page.keyboard.press('Enter')
  await plays(page)
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})
