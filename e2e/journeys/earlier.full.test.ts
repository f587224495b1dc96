import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Account, ask, createComment, createReviewCollection } from '../calls.ts'
import { addVersion, addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { openVideo } from '../review-page.ts'
import { button, dialog, isInOrder } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// Two versions of a film are open at once.
const product = connectProduct(inject('product'))
let ada: Account
let first: string
let second: string

beforeEach(async () => {
  ada = await addPerson(product)
  const collection = await createReviewCollection(product, ada, 'Cuts')
  first = await addVideo(product, ada, collection, { file_name: 'Colours.mp4' })
  second = await addVersion(product, ada, collection, first, { file_name: 'Colours.mp4' })
})
afterEach(noComplaints)

async function openVersion(video: string, options: { width?: number; height?: number } = {}): Promise<Page> {
  const page = await openPage(`/quick-review/${ada.user_id}/${video}`, { as: ada, ...options })
  await openVideo(page)
  return page
}
/** Opens both versions. */
async function openBoth(): Promise<{ before: Page; after: Page }> {
  const [before, after] = await Promise.all([openVersion(first), openVersion(second)])
  return { before, after }
}
const tooRed = () => createComment(product, ada, first, { content: 'Too red', start_time: 2 })
const entries = (page: Page): Locator => page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
const marker = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: 'Markers' }).getByRole('button', { name })
const earlier = (page: Page) => page.getByRole('region', { name: 'Open from earlier versions' })

test('a comment on the first version reaches the page of the second one, with a hollow marker', async () => {
  const page = await openVersion(second)
  await createComment(product, ada, second, { content: 'Of the second', start_time: 6 })
  await marker(page, /^Marker 1, 0:06/).waitFor()
  await tooRed()
  await earlier(page).getByText('Too red').waitFor()
  await marker(page, /^Marker v1, 0:02: Ada Lovelace: Too red/).waitFor()
  await isInOrder(page)
  await earlier(page).getByRole('checkbox').uncheck({ force: true })
  await marker(page, /^Marker v1/).waitFor({ state: 'detached' })
  await earlier(page).getByRole('checkbox').check({ force: true })
  await marker(page, /^Marker v1/).waitFor()
})

test('changes of a comment on the first version arrive, too: other words, resolved, reopened', async () => {
  await tooRed()
  const { before, after } = await openBoth()
  await earlier(after).getByText('Too red').waitFor()
  await button(entries(before), /^Edit: /).click()
  await before.getByRole('textbox', { name: 'Edit comment' }).fill('Far too red')
  // Save moves up when the list closes: not while it is pressed.
  await before.getByRole('option').first().waitFor()
  await button(before, 'Save').click({ delay: 100 })
  await earlier(after).getByText('Far too red').waitFor()
  await button(entries(before), /^Resolve: /).click()
  await earlier(after).waitFor({ state: 'detached' })
  await button(entries(before), /^Reopen: /).click()
  await marker(after, /^Marker v1/).waitFor()
})

test('a comment on the first version is answered on the page of the second one, and its own page shows that', async () => {
  await tooRed()
  const { before, after } = await openBoth()
  const answered = earlier(after).getByRole('listitem').first()
  await button(answered, /^Reply: /).click()
  await answered.getByRole('textbox', { name: /^Reply to/ }).fill('Cooler in the next cut')
  await button(answered, 'Reply').click()
  await answered.getByText('Cooler in the next cut').waitFor()
  await isInOrder(after)
  const entry = entries(before).first()
  await button(entry, 'Show 1 reply').click()
  await entry.getByText('Cooler in the next cut').waitFor()
  await button(entry, 'Hide 1 reply').click()
})

test('a sent comment gets a drawing on its own frame, and another one', async () => {
  await tooRed()
  const page = await openVersion(first)
  const entry = entries(page)
  const board = page.getByRole('application', { name: /^Picture to draw on/ })
  const draw = async () => {
    for (const key of ['Space', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Space']) await page.keyboard.press(key)
  }
  await button(entry, /^Edit: /).click()
  await button(entry, 'Draw').click()
  await board.waitFor()
  expect(await page.evaluate(() => document.querySelector('video')?.currentTime)).toBeCloseTo(2, 0)
  await draw()
  await page.keyboard.press('Escape')
  await isInOrder(page)
  await button(entry, 'Save').click()
  await page.getByRole('img', { name: /^Drawing: an arrow/ }).waitFor()
  await button(entry, /^Edit: /).click()
  await button(entry, 'Edit drawing').click()
  await board.waitFor()
  await page.keyboard.press('r')
  await draw()
  await page.keyboard.press('Escape')
  await button(entry, 'Save').click()
  await page.getByRole('img', { name: /^Drawing: an arrow and a rectangle/ }).waitFor()
})

test('on a phone, the versions are a sheet at the bottom', async () => {
  const page = await openVersion(second, { width: 390, height: 844 })
  await button(page, /^v2, one of 2 versions/).click()
  const sheet = dialog(page)
  await sheet.getByText('Compare').waitFor()
  await isInOrder(page)
  const { x, y, width, height } = (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  expect([x, Math.round(width), Math.round(y + height)]).toEqual([8, 374, 836])
})

test('when the open version is deleted, another one is offered, and the unsent comment goes along', async () => {
  const page = await openVersion(second)
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Still to say')
  await ask(product, ada, 'delete_video', { id: second })
  await page.getByRole('heading', { name: 'Version 2 was deleted' }).waitFor()
  await isInOrder(page)
  await page.getByRole('link', { name: 'Go to version 1' }).click()
  const box = page.getByRole('textbox', { name: 'Comment', exact: true })
  await box.waitFor()
  expect(await box.inputValue()).toBe('Still to say')
})
