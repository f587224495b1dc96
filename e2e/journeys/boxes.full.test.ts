import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { drawnCases } from '../../server/test/drawn-cases.ts'
import { type Account, ask, createLink } from '../calls.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, field, isInOrder } from '../steps.ts'
import { noComplaints, openPage, testBrowser } from '../test-browser.ts'
import { addUploader, makeLargeFilm, makeSmallFilm, SLOW, setLine, type Uploader } from '../uploading.ts'

// Boxes: guests who send files, and the people who ask for them.
const product = connectProduct(inject('product'))
const PHONE = { width: 390, height: 844 } as const
const WINDOWS = [PHONE, { width: 1440, height: 900 }] as const
/** Milliseconds for a large film on a busy machine. */
const ARRIVAL = 120_000
let large: string
let small: string
let sheet: string
let ada: Account
let uploader: Uploader

beforeAll(async () => {
  const folder = path.join(inject('run'), 'boxes')
  small = await makeSmallFilm(path.join(folder, 'A001_C005_1124.mp4'))
  large = await makeLargeFilm(path.join(folder, 'A001_C004_1124.mp4'))
  sheet = path.join(folder, 'call-sheet.pdf')
  await writeFile(sheet, 'no film')
})
beforeEach(async () => {
  uploader = await addUploader(product)
  ada = uploader.ada
})
afterEach(noComplaints)

const aBox = (settings: object = {}) =>
  createLink(product, ada, {
    ...{ kind: 'box', ids: [uploader.collection], permission: 'viewer', name: 'Day 2, camera originals' },
    ...{ message: 'Camera originals of day 2, both cameras, please.', max_files: 40 },
    ...{ expires_at: new Date(Date.now() + 5 * 86_400_000).toISOString(), ...settings },
  })
const change = (id: string, body: object) =>
  ask<ShareLink>(product, ada, `sharing_router/share-links/${id}`, body, 'PUT')
const choose = (page: Page, ...files: string[]) => page.locator('input[type="file"]').first().setInputFiles(files)
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
/** Opens a box in a browser that reads files where they are, as a guest who is known by name. */
async function sender(box: string, size: { width?: number; height?: number } = {}): Promise<Page> {
  const { page } = await testBrowser({ own: true, ...size })
  await page.goto(product.origin + box)
  await field(page, 'Your name').fill('Kim Aalto')
  return page
}
/** Waits until a part of the large film has arrived. */
const isUnderWay = (page: Page) =>
  row(page, 'A001_C004')
    .getByText(/^[1-9]\d? % ·/)
    .waitFor({ timeout: ARRIVAL })
/** A guest of a box whose large film is under way on a slow line. */
async function sendingLarge(): Promise<{ page: Page; box: string }> {
  const { path: box } = await aBox()
  const page = await sender(box)
  await setLine(page, SLOW)
  await choose(page, large)
  await isUnderWay(page)
  return { page, box }
}

for (const size of drawnCases(WINDOWS))
  test(`a guest sends films, pauses, loses the page, chooses them again and takes one back, ${size.width} px wide`, async () => {
    const { path: box } = await aBox()
    expect(box).toMatch(/^\/send\//)
    const page = await sender(box.replace('/send/', '/shared/'), size)
    await page.waitForURL(`**${box}`)
    await isInOrder(page)
    await field(page, 'Your name').fill('')
    await choose(page, small)
    await page.getByText('Please enter your name, then choose the files').waitFor()
    await isInOrder(page)
    await field(page, 'Your name').fill('Kim Aalto')
    await setLine(page, SLOW)
    await choose(page, large, small, sheet)
    await isUnderWay(page)
    await row(page, 'call-sheet.pdf').getByText('Not a video, left out').waitFor()
    await row(page, 'A001_C005')
      .getByText(/^Arrived/)
      .waitFor({ timeout: ARRIVAL })
    await page.getByText('1 of 2 have arrived').first().waitFor()
    await isInOrder(page)
    await button(page, 'Pause all').click()
    await row(page, 'A001_C004')
      .getByText(/^Paused/)
      .waitFor()
    await isInOrder(page)
    await page.reload()
    await page.getByRole('heading', { name: 'Choose the same files again' }).waitFor()
    await isInOrder(page)
    await choose(page, large, small)
    await page.getByRole('heading', { name: 'Both have arrived' }).waitFor({ timeout: ARRIVAL })
    await isInOrder(page)
    expect(await uploader.names()).toEqual(['A001_C004_1124.mp4', 'A001_C005_1124.mp4'])
    expect(await uploader.isSame('A001_C004_1124.mp4', large)).toBe(true)
    await button(page, 'Take back A001_C005_1124.mp4').click()
    await page.getByRole('heading', { name: 'Your video has arrived' }).waitFor()
    await expect.poll(uploader.names).toEqual(['A001_C004_1124.mp4'])
  })

test('a box that is full says so, and one that ends while files travel keeps what has arrived', async () => {
  const { path: box, id } = await aBox({ max_files: 2 })
  const page = await sender(box, PHONE)
  await choose(page, small)
  await page.getByRole('heading', { name: 'Your video has arrived' }).waitFor({ timeout: ARRIVAL })
  // So slow that the rest is still on its way when the box is paused.
  await setLine(page, SLOW / 8)
  await choose(page, large)
  await isUnderWay(page)
  const other = await openPage(box, { storage: { 'footnote.guest_name': 'Leo Brandt' } })
  await other.getByText('This box is full').waitFor()
  await isInOrder(other)
  await change(id, { paused: true })
  await page.getByText('This link has ended').waitFor({ timeout: ARRIVAL })
  await isInOrder(page)
  expect(await uploader.names()).toEqual(['A001_C005_1124.mp4'])
})

test('of two tabs that get the same file one sends it, and the other one goes on when that is closed', async () => {
  const { page, box } = await sendingLarge()
  const other = await page.context().newPage()
  await other.goto(product.origin + box)
  await other.getByRole('heading', { name: 'Choose the same files again' }).waitFor()
  await choose(other, large)
  await row(other, 'A001_C004')
    .getByText(/Waiting$/)
    .waitFor()
  await page.close()
  await other.getByRole('heading', { name: 'Your video has arrived' }).waitFor({ timeout: ARRIVAL })
  expect(await uploader.names()).toEqual(['A001_C004_1124.mp4'])
  expect(await uploader.isSame('A001_C004_1124.mp4', large)).toBe(true)
})

test('a lost network is waited for', async () => {
  const { page } = await sendingLarge()
  await setLine(page, -1, true)
  await page.getByText(/Waits for the network/).waitFor()
  await setLine(page, -1)
  await page.getByRole('heading', { name: 'Your video has arrived' }).waitFor({ timeout: ARRIVAL })
  expect(await uploader.isSame('A001_C004_1124.mp4', large)).toBe(true)
  // The network was lost on purpose.
  await page.close()
})

test('by keyboard alone the right password opens a box, and its guest sends under the name given there', async () => {
  const { path: box } = await aBox({ password: 'four quiet boats' })
  const page = await openPage(box)
  await field(page, 'Password').waitFor()
  await page.getByText('asks you for videos').waitFor()
  await isInOrder(page)
  await page.keyboard.type('four quiet boats')
  await field(page, 'Your name').focus()
  await page.keyboard.type('Kim Aalto')
  await page.keyboard.press('Enter')
  await page.getByText('Sending as Kim Aalto').waitFor()
  await choose(page, small)
  await page.getByRole('heading', { name: 'Your video has arrived' }).waitFor({ timeout: ARRIVAL })
})

for (const size of drawnCases(WINDOWS))
  test(`the owner of a collection asks for files, changes the box and ends it, ${size.width} px wide`, async () => {
    const page = await openPage(uploader.address, { as: ada, ...size })
    await button(page, 'Ask for files').click()
    await field(page, 'What you ask for').fill('Day 2, camera originals')
    await field(page, 'Files at most').fill('none')
    await button(dialog(page), 'Make the box').click()
    await page.getByText('A box takes 1 to 500 files').waitFor()
    await isInOrder(page)
    await field(page, 'Files at most').fill('6')
    await button(dialog(page), 'Make the box').click()
    const address = await field(page, 'Link to send').inputValue()
    expect(new URL(address).pathname).toMatch(/^\/send\//)
    await dialog(page).getByText('0 of 6 files').waitFor()
    await isInOrder(page)
    await button(page, 'Change: Day 2, camera originals').click()
    await field(page, 'Files at most').fill('8')
    await button(dialog(page), 'Save').click()
    await dialog(page).getByText('0 of 8 files').waitFor()
    await button(page, 'Pause: Day 2, camera originals').click()
    await dialog(page).getByText('Paused').waitFor()
    await button(page, 'End: Day 2, camera originals').click()
    await button(page, 'End box').click()
    await button(dialog(page), 'Make the box').waitFor()
    await page.goto(address)
    await page.getByText('This link has ended').waitFor()
  })
