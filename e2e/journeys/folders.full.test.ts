import { randomUUID } from 'node:crypto'
import { copyFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { ask, uploadVideo, videosOf } from '../calls.ts'
import { connectProduct } from '../product.ts'
import { button, card, dialog, isInOrder, upload } from '../steps.ts'
import { noComplaints } from '../test-browser.ts'
import { addUploader, makeLargeFilm, makeSmallFilm, setLine, type Uploader, uploadsPanel } from '../uploading.ts'

// Folders that are dropped or chosen, more than once, and files that the collection has already.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('folders')
/** Bytes a second: slower than a folder is compared. */
const SLOW = 1024 ** 2
let uploader: Uploader
let day: string

beforeEach(async () => {
  uploader = await addUploader(product)
  day = path.join(folder, randomUUID(), 'Shoot day 2')
  await makeSmallFilm(path.join(day, 'Bar', 'Ledger.mp4'))
  await makeSmallFilm(path.join(day, 'Lane', 'Colours.mp4'))
  await writeFile(path.join(day, 'Lane', 'Notes.txt'), 'Bread and milk')
  await writeFile(path.join(day, '.DS_Store'), 'finder')
})
afterEach(noComplaints)

/** Opens the collection, in a browser that gives lasting handles of files. */
async function open(size = {}): Promise<Page> {
  const { page } = await uploader.open({ handles: true, ...size })
  await page.goto(uploader.address)
  return page
}

/** Drags the folder of this machine over the page, as a file manager does, and drops it on an area. */
async function dropOn(page: Page, area: string): Promise<void> {
  const line = await page.context().newCDPSession(page)
  const data = { items: [], files: [day], dragOperationsMask: 1 }
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop', x: number, y: number) =>
    line.send('Input.dispatchDragEvent', { type, x, y, data })
  await drag('dragEnter', 600, 500)
  await drag('dragOver', 600, 500)
  const { x = 0, y = 0 } = (await page.getByText(area).boundingBox()) ?? {}
  await isInOrder(page)
  await drag('dragOver', x + 4, y + 4)
  await drag('drop', x + 4, y + 4)
  await dialog(page).getByText('Only video files can be uploaded. Left out: Notes.txt').waitFor()
}

/** Opens the collection, drops the folder into it, and opens it again when its videos are there. */
async function openFilled(): Promise<Page> {
  const page = await open()
  await page.getByText('No videos yet').waitFor()
  await dropOn(page, 'Into Arrivals')
  await button(dialog(page), 'Upload').click()
  await card(page, 'Ledger.mp4').waitFor()
  await card(page, 'Colours.mp4').waitFor()
  await page.goto(uploader.address)
  await card(page, 'Ledger.mp4').waitFor()
  return page
}

/** Uploads the folder's files by calls, and waits until their content is known: once they are validated. */
async function fillByCalls(): Promise<void> {
  const { ada, collection } = uploader
  for (const file of ['Bar/Ledger.mp4', 'Lane/Colours.mp4'])
    await uploadVideo(product, ada, collection, path.join(day, file))
  const hashed = async () => (await videosOf(product, ada, collection)).every(({ duration }) => duration !== null)
  await expect.poll(hashed).toBe(true)
}

test('a folder that is dropped makes a collection for each sub-folder', async () => {
  const page = await open()
  await page.getByText('No videos yet').waitFor()
  await dropOn(page, 'A collection per sub-folder')
  expect(await dialog(page).getByRole('radio', { name: 'A collection per sub-folder' }).isChecked()).toBe(true)
  await isInOrder(page)
  await button(dialog(page), 'Upload').click()
  await uploadsPanel(page).getByText('Uploaded 2 videos').first().waitFor()
  const { indexes } = await ask<{ indexes: Collection[] }>(product, uploader.ada, 'indexes')
  const made = indexes.filter(({ name }) => name === 'Bar' || name === 'Lane')
  expect(made.map(({ name, num_videos }) => `${name} ${num_videos}`).sort()).toEqual(['Bar 1', 'Lane 1'])
})

test('dropped into the collection it fills it; dropped again it skips what is there, and says so until that is cleared', async () => {
  const page = await openFilled()
  const panel = uploadsPanel(page)
  await dropOn(page, 'Into Arrivals')
  await button(dialog(page), 'Upload').click()
  await panel.getByText('Nothing new to upload').last().waitFor()
  expect(await panel.getByText('Already in the collection').count()).toBe(2)
  await isInOrder(page)
  await button(panel, 'Clear').click()
  await panel.waitFor({ state: 'detached' })
  expect(await uploader.names()).toEqual(['Colours.mp4', 'Ledger.mp4'])
})

test('a chosen folder with one new file brings only that', async () => {
  const page = await openFilled()
  const panel = uploadsPanel(page)
  await makeSmallFilm(path.join(day, 'Lane', 'New.mp4'))
  await button(page, 'Upload Videos').first().click()
  const chosen = page.waitForEvent('filechooser')
  await button(dialog(page), 'choose a folder').click()
  await (await chosen).setFiles(day)
  await button(dialog(page), 'Upload').click()
  await panel.getByText('Uploaded 1 video').last().waitFor()
  await panel.getByText('2 skipped').last().waitFor()
  await card(page, 'New.mp4').waitFor()
  expect(await uploader.names()).toEqual(['Colours.mp4', 'Ledger.mp4', 'New.mp4'])
})

test('a file with the content of a video is named, and a person skips it or keeps both', async () => {
  await fillByCalls()
  const page = await open()
  const panel = uploadsPanel(page)
  const copy = path.join(path.dirname(day), 'Ledger (1).mp4')
  await copyFile(path.join(day, 'Bar', 'Ledger.mp4'), copy)
  const other = path.join(path.dirname(day), 'Colours, other name.mp4')
  await copyFile(path.join(day, 'Lane', 'Colours.mp4'), other)
  await upload(page, copy, other)
  await panel.getByText('2 files are here already').last().waitFor()
  await panel.getByText('Same file as Ledger.mp4').waitFor()
  await isInOrder(page)
  await button(panel, 'Skip Ledger (1).mp4').click()
  await panel.getByText('Ledger (1).mp4').waitFor({ state: 'detached' })
  await button(panel, 'Keep both: Colours, other name.mp4').click()
  await card(page, 'Colours, other name.mp4').waitFor()
  expect(await uploader.names()).toEqual(['Colours, other name.mp4', 'Colours.mp4', 'Ledger.mp4'])
})

test('on a phone the question unfolds the panel, and keyboards answer it', async () => {
  await fillByCalls()
  const page = await open({ width: 390, height: 844 })
  const panel = uploadsPanel(page)
  const copy = path.join(path.dirname(day), 'Ledger (1).mp4')
  await copyFile(path.join(day, 'Bar', 'Ledger.mp4'), copy)
  await upload(page, copy)
  const skip = button(panel, 'Skip Ledger (1).mp4')
  await skip.waitFor()
  await isInOrder(page)
  await skip.focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep both')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await panel.waitFor({ state: 'detached' })
})

test('a file whose lasting handle the browser does not open is chosen again', async () => {
  const page = await openFilled()
  const panel = uploadsPanel(page)
  const large = await makeLargeFilm(path.join(day, 'Bar', 'Large.mp4'))
  await setLine(page, SLOW)
  await dropOn(page, 'Into Arrivals')
  await button(dialog(page), 'Upload').click()
  // Each file that is not compared yet would be interrupted, too.
  await expect.poll(() => panel.getByText('Already in the collection').count()).toBe(2)
  await panel
    .getByRole('listitem')
    .filter({ hasText: 'Large.mp4' })
    .getByText(/^[1-9]\d?%$/)
    .waitFor()
  // The browser asks in a window of its own, which no test can press: here the person refuses.
  await page.addInitScript(() => {
    Object.assign(FileSystemHandle.prototype, { requestPermission: async () => 'denied' })
  })
  await page.reload()
  await panel.getByText('1 upload was interrupted', { exact: true }).waitFor()
  await button(panel, 'Resume').click()
  await panel.getByText('1 upload was interrupted; choose the file again').waitFor()
  await page.evaluate(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await setLine(page, -1)
  const chosen = page.waitForEvent('filechooser')
  await button(panel, 'Choose files').click()
  await (await chosen).setFiles(large)
  await card(page, 'Large.mp4').waitFor()
})
