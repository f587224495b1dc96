import { appendFile, copyFile, mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Collection } from '@footnote/contract/nouns/collections.ts'
import { beforeAll, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { signIn } from '../browser.ts'
import { ask, type Bearer, createAccount, createCollection, startSession, videosOf } from '../calls.ts'
import { type Films, makeFilms, padding } from '../films.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { button, card, dialog, isInOrder, upload } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// Folders that are dropped or chosen, more than once, and files that the collection has already.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('folders')
const day = path.join(folder, 'Shoot day 2')
const browser = await testBrowser({ own: true })
const { page } = browser
let films: Films
let watcher: Bearer
let collection: string

beforeAll(async () => {
  films = await makeFilms(folder)
  await Promise.all(['Bar', 'Lane'].map((name) => mkdir(path.join(day, name), { recursive: true })))
  await copyFile(films.slide, path.join(day, 'Bar', 'Ledger.mp4'))
  await copyFile(films.colours, path.join(day, 'Lane', 'Colours.mp4'))
  await writeFile(path.join(day, 'Lane', 'Notes.txt'), 'Bread and milk')
  await writeFile(path.join(day, '.DS_Store'), 'finder')
  const account = await createAccount(product)
  watcher = await startSession(product, account)
  collection = await createCollection(product, account, 'Arrivals')
  await signIn(browser.context, account.storage)
})

oneJourney()

const panel = page.getByRole('region', { name: 'Uploads' })
const open = () => page.goto(`${product.origin}/collections/${collection}`)
const named = async (at = collection) => (await videosOf(product, watcher, at)).map(({ file_name }) => file_name).sort()

/** Drags a folder of this machine over the page, as a file manager does, and drops it on an area. */
async function dropOn(area: string): Promise<void> {
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

test('a folder that is dropped makes a collection for each sub-folder', async () => {
  await open()
  await page.getByText('No videos yet').waitFor()
  await dropOn('A collection per sub-folder')
  expect(await dialog(page).getByRole('radio', { name: 'A collection per sub-folder' }).isChecked()).toBe(true)
  await isInOrder(page)
  await button(dialog(page), 'Upload').click()
  await panel.getByText('Uploaded 2 videos').first().waitFor()
  const { indexes } = await ask<{ indexes: Collection[] }>(product, watcher, 'indexes')
  const made = indexes.filter(({ name }) => name === 'Bar' || name === 'Lane')
  expect(made.map(({ name, num_videos }) => `${name} ${num_videos}`).sort()).toEqual(['Bar 1', 'Lane 1'])
})

test('dropped into the collection it fills it; dropped again it skips what is there, and says so until that is cleared', async () => {
  await open()
  await page.getByText('No videos yet').waitFor()
  await dropOn('Into Arrivals')
  await button(dialog(page), 'Upload').click()
  await card(page, 'Ledger.mp4').waitFor()
  await card(page, 'Colours.mp4').waitFor()
  await open()
  await card(page, 'Ledger.mp4').waitFor()
  await dropOn('Into Arrivals')
  await button(dialog(page), 'Upload').click()
  await panel.getByText('Nothing new to upload').last().waitFor()
  expect(await panel.getByText('Already in the collection').count()).toBe(2)
  await isInOrder(page)
  await button(panel, 'Clear').click()
  await panel.waitFor({ state: 'detached' })
  expect(await named()).toEqual(['Colours.mp4', 'Ledger.mp4'])
})

test('a chosen folder with one new file brings only that', async () => {
  await copyFile(films.slide, path.join(day, 'Lane', 'New.mp4'))
  await appendFile(path.join(day, 'Lane', 'New.mp4'), padding(16))
  await open()
  await button(page, 'Upload Videos').first().click()
  const chosen = page.waitForEvent('filechooser')
  await button(dialog(page), 'choose a folder').click()
  await (await chosen).setFiles(day)
  await button(dialog(page), 'Upload').click()
  await panel.getByText('Uploaded 1 video').last().waitFor()
  await panel.getByText('2 skipped').last().waitFor()
  await card(page, 'New.mp4').waitFor()
  expect(await named()).toEqual(['Colours.mp4', 'Ledger.mp4', 'New.mp4'])
})

test('a file with the content of a video is named, and a person skips it or keeps both', async () => {
  // The content of a video is known once it is validated.
  const hashed = async () => (await videosOf(product, watcher, collection)).every(({ duration }) => duration !== null)
  await expect.poll(hashed, { timeout: 60_000 }).toBe(true)
  await open()
  const copy = path.join(folder, 'Ledger (1).mp4')
  await copyFile(films.slide, copy)
  const other = path.join(folder, 'Colours, other name.mp4')
  await copyFile(films.colours, other)
  await upload(page, copy, other)
  await panel.getByText('2 files are here already').last().waitFor()
  await panel.getByText('Same file as Ledger.mp4').waitFor()
  await isInOrder(page)
  await button(panel, 'Skip Ledger (1).mp4').click()
  await panel.getByText('Ledger (1).mp4').waitFor({ state: 'detached' })
  await button(panel, 'Keep both: Colours, other name.mp4').click()
  await card(page, 'Colours, other name.mp4').waitFor()
  expect(await named()).toEqual(['Colours, other name.mp4', 'Colours.mp4', 'Ledger.mp4', 'New.mp4'])
})

test('on a phone the question unfolds the panel, and keyboards answer it', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open()
  await upload(page, path.join(folder, 'Ledger (1).mp4'))
  const skip = button(panel, 'Skip Ledger (1).mp4')
  await skip.waitFor()
  await isInOrder(page)
  await skip.focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep both')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await panel.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a file whose lasting handle the browser does not open is chosen again', async () => {
  await rename(films.large, path.join(day, 'Bar', 'Large.mp4'))
  await open()
  await card(page, 'Ledger.mp4').waitFor()
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const rest = { offline: false, latency: 0, downloadThroughput: -1 }
  await line.send('Network.emulateNetworkConditions', { ...rest, uploadThroughput: 1024 ** 2 })
  await dropOn('Into Arrivals')
  await button(dialog(page), 'Upload').click()
  // Each file that is not compared yet would be interrupted, too.
  await expect.poll(() => panel.getByText('Already in the collection').count()).toBe(3)
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
  const chosen = page.waitForEvent('filechooser')
  await button(panel, 'Choose files').click()
  await (await chosen).setFiles(path.join(day, 'Bar', 'Large.mp4'))
  await card(page, 'Large.mp4').waitFor({ timeout: 60_000 })
  expect(browser.complaints).toEqual([])
})
