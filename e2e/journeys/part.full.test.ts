import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Account, createCollection } from '../calls.ts'
import { addVideos } from '../library.ts'
import { addMember, addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, isInOrder, tabTo } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// A person draws a box on a frame, and searches for what it shows.
const product = connectProduct(inject('product'))
let ada: Account
let collection: string
let harbour: string

beforeEach(async () => {
  ada = await addPerson(product, { plan: 'TEAM' })
  collection = await createCollection(product, ada, 'Rushes')
  ;[harbour = ''] = await addVideos(
    product,
    ada,
    collection,
    { file_name: 'harbour.mp4', pictures: true },
    { film: 'colours.mp4', file_name: 'colours.mp4', pictures: true },
  )
})
afterEach(noComplaints)

const board = (page: Page) => page.getByRole('application', { name: /^Frame to draw a box on/ })
const box = (page: Page) => page.getByRole('img', { name: /^Box on the frame/ })
const lead = (page: Page) => page.getByRole('region', { name: 'Looked for' })
const asked = (page: Page) => {
  const { searchParams } = new URL(page.url())
  return { similar: searchParams.get('similar'), region: searchParams.get('region') }
}
const playing = (page: Page) => page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)

/** The picture of the part above the results: its shape, once it is drawn. */
async function shape(page: Page): Promise<number> {
  const picture = lead(page).locator('img')
  await picture.waitFor()
  return await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return image.naturalWidth / image.naturalHeight
  })
}

test('a pointer draws a box on a match, and the address leads colleagues to the same moments', async () => {
  const page = await openPage(`/collections/${collection}/search?similar=${harbour}@2`, { as: ada })
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  await playing(page)
  await button(dialog(page), 'Search for a part').click()
  await board(page).waitFor()
  expect(await page.evaluate(() => document.querySelector('video')?.paused)).toBe(true)
  await isInOrder(page)
  const { x, y, width, height } = (await board(page).boundingBox())!
  await page.mouse.move(x + 0.25 * width, y + 0.5 * height)
  await page.mouse.down()
  await page.mouse.move(x + 0.5 * width, y + 0.6 * height)
  await page.mouse.move(x + 0.75 * width, y + 0.75 * height)
  await page.mouse.up()
  expect(await box(page).getAttribute('aria-label')).toBe('Box on the frame, middle: 50 by 25 per cent')
  await button(dialog(page), 'Search for this part').click()
  await dialog(page).waitFor({ state: 'detached' })
  const { similar, region } = asked(page)
  expect(similar).toMatch(/^[0-9a-f-]{36}@\d+(\.\d+)?$/)
  const [left = 0, top = 0, wide = 0, high = 0] = (region ?? '').split(',').map(Number)
  for (const [found, drawn] of [
    [left, 0.25],
    [top, 0.5],
    [wide, 0.5],
    [high, 0.25],
  ])
    expect(found).toBeCloseTo(drawn!, 1)
  await lead(page).getByText('Moments that look like this part of a frame').waitFor()
  expect(await shape(page)).toBeCloseTo(2 * (16 / 9), 0)
  await isInOrder(page)
  await page.reload()
  expect(await shape(page)).toBeCloseTo(2 * (16 / 9), 0)
  const grace = await addMember(product, ada, { first_name: 'Grace', last_name: 'Hopper' })
  const theirs = await openPage(page.url(), { as: grace })
  expect(await shape(theirs)).toBeCloseTo(2 * (16 / 9), 0)
  await theirs
    .getByRole('button', { name: /^Play / })
    .first()
    .waitFor()
})

test('the keyboard alone moves and sizes the box in the player of a collection', async () => {
  const page = await openPage(`/collections/${collection}`, { as: ada })
  await tabTo(page, page.getByRole('button', { name: /harbour/ }).first(), 60)
  await page.keyboard.press('Enter')
  await playing(page)
  await page.keyboard.press('b')
  await board(page).waitFor()
  await expect.poll(() => board(page).evaluate((area) => area === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await board(page).waitFor({ state: 'detached' })
  await dialog(page).waitFor()
  await page.keyboard.press('b')
  await board(page).waitFor()
  for (const key of ['ArrowLeft', 'ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await page.waitForURL(/similar=/)
  expect(asked(page).region).toBe('0.28,0.28,0.42,0.42')
  await lead(page).locator('img').waitFor()
})

test('a finger draws the box on a phone, in review', async () => {
  const page = await openPage(`/quick-review/${ada.user_id}/${harbour}?t=3`, { as: ada, width: 390, height: 844 })
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  await button(page, 'Search for a part').click()
  await board(page).waitFor()
  await isInOrder(page)
  const { x, y, width, height } = (await board(page).boundingBox())!
  const touches = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: [number, number][]) =>
    touches.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.map(([across, down]) => ({ x: x + across * width, y: y + down * height })),
    })
  await touch('touchStart', [0.1, 0.1])
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', [0.1 + step * 0.04, 0.1 + step * 0.04])
  await touch('touchEnd')
  expect(await box(page).getAttribute('aria-label')).toBe('Box on the frame, upper left: 40 by 40 per cent')
  await button(page, 'Search for this part').click()
  await page.waitForURL(/\/collections\/all\/search\?similar=/)
  await lead(page).locator('img').waitFor()
  await isInOrder(page)
})
