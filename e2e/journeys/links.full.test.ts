import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type FilmServer, startFilmServer } from '../../server/test/film-server.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Browser, signIn } from '../browser.ts'
import { type Account, createAccount, createCollection } from '../calls.ts'
import { makeFilms } from '../films.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { button, card, dialog, field, indexed, isInOrder } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// Videos from links to another server. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('links')
const desk = await testBrowser()
const phone: Browser = await testBrowser({ width: 390, height: 844 })
let films: FilmServer
let account: Account
let collection: string
let large: Buffer

beforeAll(async () => {
  films = await startFilmServer()
  large = await readFile((await makeFilms(folder)).large)
  account = await createAccount(product)
  collection = await createCollection(product, account, 'Arrivals')
  for (const { context } of [desk, phone]) await signIn(context, account.storage)
})
afterAll(() => Promise.all([phone.close(), films.close()]))

oneJourney()

const links = (page: Page) => field(page, 'Links to video files')
async function openLinks(page: Page): Promise<void> {
  await page.goto(`${product.origin}/collections/${collection}`)
  await button(page, 'Upload Videos').first().click()
  await button(dialog(page), 'From a link').click()
  await links(page).waitFor()
}

test('a link becomes a card with its progress, and then a video; a refused one stays in the field', async () => {
  const { page } = desk
  const film = films.serve('/film.mp4', { content: large, pause: 20, cut_after: 10 * 1024 ** 2 })
  await openLinks(page)
  expect(await links(page).evaluate((element) => element === document.activeElement)).toBe(true)
  await isInOrder(page)
  await links(page).fill(`http://10.0.0.1/private.mp4\n${film}`)
  await page.keyboard.press('Enter')
  await dialog(page)
    .getByText(/not on the public internet/)
    .waitFor()
  expect(await links(page).inputValue()).toBe('http://10.0.0.1/private.mp4')
  await isInOrder(page)
  await button(dialog(page), 'Cancel').click()
  await card(page, 'film.mp4')
    .getByText(/^Fetching \d+%$/)
    .waitFor()
  await isInOrder(page)
  await indexed(page, 'film.mp4')
  // The connection broke twice.
  expect(films.of('/film.mp4').made.length).toBeGreaterThan(2)
  expect(films.of('/film.mp4').sent).toBe(large.length)
})

test('a page is no video; its card says so, and can be tried again once the link leads to a file', async () => {
  const { page } = phone
  const page_headers = { 'content-type': 'text/html' }
  const address = films.serve('/watch.mp4', { content: Buffer.from('<html>'), headers: page_headers })
  await openLinks(page)
  await isInOrder(page)
  await links(page).fill(address)
  await button(dialog(page), 'Add video').tap()
  await dialog(page).waitFor({ state: 'detached' })
  await card(page, 'watch.mp4').getByText('That address leads to a page, not to a video file.').last().waitFor()
  await isInOrder(page)
  films.serve('/watch.mp4', { content: large })
  await button(card(page, 'watch.mp4'), /Retry$/).tap()
  await indexed(page, 'watch.mp4')
})

test('the way back leads to the files, and a deleted video is not fetched on', async () => {
  const { page } = desk
  await openLinks(page)
  await button(dialog(page), 'Choose files').click()
  await dialog(page).getByText('Drag videos here').waitFor()
  await button(dialog(page), 'From a link').click()
  await links(page).fill(films.serve('/slow.mp4', { content: large, pause: 300 }))
  await page.keyboard.press('Enter')
  await card(page, 'slow.mp4').waitFor()
  await expect.poll(() => films.of('/slow.mp4').sent).toBeGreaterThan(0)
  await card(page, 'slow.mp4').hover()
  await button(page, 'Delete: slow.mp4').click()
  await button(dialog(page), /^Delete/).click()
  await card(page, 'slow.mp4').waitFor({ state: 'detached' })
  const sent = () => films.of('/slow.mp4').sent
  const more = async () => {
    const before = sent()
    await page.waitForTimeout(1_500)
    return sent() - before
  }
  await expect.poll(more).toBe(0)
  expect(sent()).toBeLessThan(large.length)
})

test('the consoles have no errors', () => expect([...desk.complaints, ...phone.complaints]).toEqual([]))
