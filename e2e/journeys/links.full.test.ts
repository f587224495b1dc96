import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type FilmServer, startFilmServer } from '../../server/test/film-server.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { administratorUrl, queryAt } from '../../soak/kept.ts'
import { type Account, createCollection, videosOf } from '../calls.ts'
import { makeColours, padding } from '../films.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, card, dialog, field, indexed, isInOrder } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// Videos from links to another server.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('links')
let films: FilmServer
let film: Buffer
let ada: Account
let collection: string

beforeAll(async () => {
  films = await startFilmServer()
  const file = path.join(folder, 'film.mp4')
  await makeColours(file)
  film = await readFile(file)
})
afterAll(() => films.close())
beforeEach(async () => {
  ada = await addPerson(product)
  collection = await createCollection(product, ada, 'Arrivals')
})
afterEach(noComplaints)

/** The film with padding that players ignore, so that it takes a while to arrive. @param megabytes of padding */
const padded = (megabytes: number) => Buffer.concat([film, padding(megabytes * 1024 ** 2)])
const links = (page: Page) => field(page, 'Links to video files')
/** Opens the form for links. */
async function openLinks(options: { width?: number; height?: number } = {}): Promise<Page> {
  const page = await openPage(`/collections/${collection}`, { as: ada, ...options })
  await button(page, 'Upload Videos').first().click()
  await button(dialog(page), 'From a link').click()
  await links(page).waitFor()
  return page
}

test('a link becomes a card with its progress, and then a video; a refused one stays in the field', async () => {
  const content = padded(6)
  const address = films.serve('/film.mp4', { content, pause: 80, cut_after: 2.5 * 1024 ** 2 })
  const page = await openLinks()
  expect(await links(page).evaluate((element) => element === document.activeElement)).toBe(true)
  await isInOrder(page)
  await links(page).fill(`http://10.0.0.1/private.mp4\n${address}`)
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
  expect(films.of('/film.mp4').sent).toBe(content.length)
})

test('a page is no video; its card says so, and can be tried again once the link leads to a file', async () => {
  const page_headers = { 'content-type': 'text/html' }
  const address = films.serve('/watch.mp4', { content: Buffer.from('<html>'), headers: page_headers })
  const page = await openLinks({ width: 390, height: 844 })
  await isInOrder(page)
  await links(page).fill(address)
  await button(dialog(page), 'Add video').tap()
  await dialog(page).waitFor({ state: 'detached' })
  await card(page, 'watch.mp4').getByText('That address leads to a page, not to a video file.').last().waitFor()
  await isInOrder(page)
  films.serve('/watch.mp4', { content: film })
  await button(card(page, 'watch.mp4'), /Retry$/).tap()
  await indexed(page, 'watch.mp4')
})

/** Jobs that fetch a video, or will. */
const fetching = (video: string) =>
  queryAt(
    administratorUrl(product.data_dir),
    `select id from pgboss.job where name = 'import-url' and data->>'video_id' = '${video}'
      and state in ('created', 'retry', 'active')`,
  )

test('the way back leads to the files, and a deleted video is not fetched on', async () => {
  const page = await openLinks()
  await button(dialog(page), 'Choose files').click()
  await dialog(page).getByText('Drag videos here').waitFor()
  await button(dialog(page), 'From a link').click()
  const content = padded(24)
  await links(page).fill(films.serve('/slow.mp4', { content, pause: 300 }))
  await page.keyboard.press('Enter')
  await card(page, 'slow.mp4').waitFor()
  await expect.poll(() => films.of('/slow.mp4').sent).toBeGreaterThan(0)
  const [video] = await videosOf(product, ada, collection)
  expect(await fetching(video!.id)).toHaveLength(1)
  await card(page, 'slow.mp4').hover()
  await button(page, 'Delete: slow.mp4').click()
  await button(dialog(page), /^Delete/).click()
  await card(page, 'slow.mp4').waitFor({ state: 'detached' })
  await expect.poll(() => fetching(video!.id)).toEqual([])
  await expect.poll(() => films.of('/slow.mp4').open).toBe(0)
  expect(films.of('/slow.mp4').sent).toBeLessThan(content.length)
})
