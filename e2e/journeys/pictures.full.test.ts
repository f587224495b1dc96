import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Account, createCollection, videosOf } from '../calls.ts'
import { copyPicture, dragOver, fileToDrag } from '../dragging.ts'
import { makeColours } from '../films.ts'
import { addVideos } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, card, dialog, field, isInOrder, message } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// Pictures are dropped and pasted where people search, and films still go to uploads.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('pictures')
const blue = await fileToDrag(folder, 'blue.png', await solid('#0000ff').png().toBuffer())
const film = path.join(folder, 'Colours.mp4')
await makeColours(film)
const WRONG = /^Only JPEG, PNG and WebP pictures can be searched with/
let ada: Account
let collection: string

beforeEach(async () => {
  ada = await addPerson(product)
  collection = await createCollection(product, ada, 'Rushes')
  await addVideos(
    product,
    ada,
    collection,
    { file_name: 'harbour.mp4', pictures: true },
    { film: 'colours.mp4', file_name: 'colours.mp4', pictures: true },
  )
})
afterEach(noComplaints)

function solid(background: string) {
  return sharp({ create: { width: 320, height: 180, channels: 3, background } })
}
const target = (page: Page): Locator => page.getByText('Drop to search with this picture')
const asked = (page: Page): string | null => new URL(page.url()).searchParams.get('img')
const search = `/collections/ID/search?q=`

/** Opens the results of a question, and types another one. */
async function openResults(size: object = {}): Promise<Page> {
  const page = await openPage(`${search.replace('ID', collection)}red`, { as: ada, ...size })
  await field(page, 'Search').fill('half a quest')
  return page
}

test.each([
  ['a wide screen', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
])('a picture that is dropped on the results shows where, and is searched with: %s', async (_where, size) => {
  const page = await openResults(size)
  const first = await dragOver(page, { files: [blue] }, 200, 400)
  await target(page).waitFor()
  await isInOrder(page)
  await first.leave()
  await target(page).waitFor({ state: 'detached' })
  expect(await field(page, 'Search').inputValue()).toBe('half a quest')
  const answer = page.waitForResponse((response) => response.url().includes('/api/image_search'))
  await (await dragOver(page, { files: [blue] }, 200, 400)).drop()
  const { matches } = await (await answer).json()
  expect(matches[0]).toMatchObject({ video_name: 'colours.mp4' })
  await page
    .getByRole('button', { name: /^Play colours/ })
    .first()
    .waitFor()
  expect(asked(page)).toMatch(/^local:/)
  expect(await target(page).count()).toBe(0)
})

test('on a collection a picture is searched with, wherever it is dropped, and films are uploaded', async () => {
  const page = await openPage(`/collections/${collection}`, { as: ada })
  const { x, y } = (await card(page, 'harbour.mp4').boundingBox())!
  await (await dragOver(page, { files: [blue] }, x + 20, y + 20)).drop()
  await page.waitForURL(/\/search\?img=local/)
  await page.goBack()
  await card(page, 'harbour.mp4').waitFor()

  const over = await dragOver(page, { files: [film] }, 1000, 800)
  expect(await target(page).count()).toBe(0)
  await over.drop()
  await dialog(page).getByTitle('Colours.mp4', { exact: true }).waitFor()
  await button(dialog(page), 'Close').click()
  await (await dragOver(page, { files: [blue, film] }, 1000, 800)).drop()
  await dialog(page).getByText('Only video files can be uploaded. Left out: blue.png').waitFor()
  await dialog(page).getByTitle('Colours.mp4', { exact: true }).waitFor()
  // A dialog takes its own drops.
  await (await dragOver(page, { files: [blue] }, 20, 500)).drop()
  expect(page.url()).toMatch(new RegExp(`${collection}$`))
  await button(dialog(page), 'Close').click()
  await (await dragOver(page, { files: [film] }, x + 20, y + 20)).drop()
  await dialog(page)
    .getByText(/version 2/i)
    .first()
    .waitFor()
  expect((await videosOf(product, ada, collection)).length).toBe(2)
})

test('what cannot be searched with is named, and the typed question stays', async () => {
  const page = await openResults()
  const before = page.url()
  const large = ['large.jpg', Buffer.alloc(10 * 1024 ** 2 + 1), 'Pictures up to 10 MB can be searched with.'] as const
  // Each sentence replaces another one.
  const wrong = [
    ['a.gif', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), WRONG],
    large,
    ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), WRONG],
    ['broken.png', Buffer.from('no picture'), 'This picture could not be read. Choose another one.'],
    ['a.pdf', Buffer.from('%PDF-1.4'), WRONG],
    large,
    ['a.heic', Buffer.from('ftypheic'), WRONG],
  ] as const
  for (const [name, content, sentence] of wrong) {
    await (await dragOver(page, { files: [await fileToDrag(folder, name, content)] })).drop()
    await message(page, sentence).waitFor()
  }
  await (await dragOver(page, { files: [blue, blue] })).drop()
  await message(page, 'Drop one picture at a time.').waitFor()
  expect(await field(page, 'Search').inputValue()).toBe('half a quest')
  expect(page.url()).toBe(before)
})

test('a picture of another page is searched by its address, and a link is refused', async () => {
  const page = await openResults()
  const link = [{ mimeType: 'text/uri-list', data: 'https://example.org/page' }]
  await (await dragOver(page, { items: link })).drop()
  await message(page, 'This is a link, not a picture. Drag the picture itself.').waitFor()
  expect(await field(page, 'Search').inputValue()).toBe('half a quest')
  const html = '<a href="https://example.org/page"><img src="http://127.0.0.1/still.jpg"></a>'
  const over = await dragOver(page, { items: [...link, { mimeType: 'text/html', data: html }] })
  await target(page).waitFor()
  await over.drop()
  await expect.poll(() => asked(page)).toBe('http://127.0.0.1/still.jpg')
  // The server fetches it, and refuses addresses of its own network.
  await page
    .getByRole('alert')
    .getByText(/address/)
    .waitFor()
})

test('text is pasted as text, also beside a picture, and other fields keep their pastes', async () => {
  const page = await openResults()
  const still = (await videosOf(product, ada, collection))[0]!.thumbnail_url!
  const box = field(page, 'Search')
  await page.evaluate(() => navigator.clipboard.writeText('ion'))
  await box.press('Control+v')
  await expect.poll(() => box.inputValue()).toBe('half a question')
  await copyPicture(page, still, ' of cells')
  await box.press('Control+v')
  await expect.poll(() => box.inputValue()).toBe('half a question of cells')
  await button(page, 'Search with a reference image').click()
  await copyPicture(page, still)
  const answer = page.waitForResponse((response) => response.url().includes('/api/image_search'))
  await field(page, 'Or paste its address').press('Control+v')
  await answer
  await expect.poll(() => asked(page)).toMatch(/^local:/)
})
