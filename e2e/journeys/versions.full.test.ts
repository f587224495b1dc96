import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Account, createComment, createReviewCollection } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { makeColours } from '../films.ts'
import { addVersion, addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { openVideo } from '../review-page.ts'
import { button, card, dialog, field, indexed, isInOrder, PATIENCE } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// A film gets a second and a third version.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('versions')
const LEDGER = path.join(folder, 'Ledger.mp4')
const COLOURS = path.join(folder, 'Colours.mp4')
const OTHER = path.join(folder, 'Other.mp4')
let ada: Account
let collection: string
let first: string

beforeAll(async () => {
  await makeColours(COLOURS)
  const content = await readFile(COLOURS)
  await Promise.all([writeFile(LEDGER, content), writeFile(OTHER, content.subarray(1))])
})
beforeEach(async () => {
  ada = await addPerson(product)
  collection = await createReviewCollection(product, ada, 'Cuts')
  first = await addVideo(product, ada, collection, { file_name: 'Ledger.mp4', created_at: new Date(0) })
})
afterEach(noComplaints)

/** Adds a second and a third version, of another length each. @returns their ids */
async function addVersions(): Promise<{ second: string; third: string }> {
  const add = (film: string, file_name: string) => addVersion(product, ada, collection, first, { film, file_name })
  const second = await add('Kitchen notes: a lemon tart.mp4', 'Ledger.mp4')
  return { second, third: await add('How a lens works.mp4', 'Colours.mp4') }
}
const openCollection = () => openPage(`/quick-review/collections/${collection}`, { as: ada })
async function openReview(video: string): Promise<Page> {
  const page = await openPage(`/quick-review/${ada.user_id}/${video}`, { as: ada })
  await openVideo(page)
  return page
}
const seconds = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1)
/** Chooses an entry of the menu of a video. */
async function choose(page: Page, video: string, entry: string): Promise<void> {
  await button(page, `More for ${video}`).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('a file with the name of a video becomes its next version, and the card shows it once it plays', async () => {
  const content = await readFile(LEDGER)
  const file = { sha256: createHash('sha256').update(content).digest('hex'), file_size: content.length }
  await inDatabase(product, (db) => db.updateTable('videos').set(file).where('id', '=', first).execute())
  const page = await openCollection()
  await button(page, 'Upload Videos').click()
  await dialog(page).locator('input[type=file]').setInputFiles([OTHER, LEDGER])
  const asked = dialog(page).getByRole('radio', { name: 'Add as version 2 of Ledger.mp4' })
  expect(await asked.isChecked()).toBe(true)
  expect(await dialog(page).getByRole('radio').count()).toBe(2)
  await isInOrder(page)
  await button(dialog(page), 'Remove Other.mp4').click()
  await button(dialog(page), 'Upload').click()
  await dialog(page).waitFor({ state: 'detached' })
  // It is the file of the first version.
  await button(page, 'Keep both: Ledger.mp4').click()
  await card(page, 'Ledger.mp4').getByText('v2', { exact: true }).waitFor({ timeout: PATIENCE })
  await indexed(page, 'Ledger.mp4')
  expect(await page.getByRole('article').count()).toBe(1)
})

test('the menu of a card uploads a version, and lists all of them', async () => {
  await addVersion(product, ada, collection, first, { file_name: 'Ledger.mp4' })
  const page = await openCollection()
  await choose(page, 'Ledger.mp4', 'Upload new version')
  await dialog(page).getByRole('heading', { name: 'New version of Ledger.mp4' }).waitFor()
  await dialog(page).locator('input[type=file]').setInputFiles(COLOURS)
  await button(dialog(page), 'Upload').click()
  await card(page, 'Colours.mp4').getByText('v3', { exact: true }).waitFor({ timeout: PATIENCE })
  await indexed(page, 'Colours.mp4')
  await isInOrder(page)
  await choose(page, 'Colours.mp4', 'Versions')
  await dialog(page).getByText('Current').waitFor()
  expect(await dialog(page).getByRole('listitem').count()).toBe(3)
  await isInOrder(page)
  await button(dialog(page), 'Close').click()
})

test('on the review page V lists the versions, and the brackets lead to the others at the same time', async () => {
  await addVersions()
  const page = await openCollection()
  await card(page, 'Colours.mp4').getByRole('link', { name: 'Review Colours.mp4' }).click()
  await openVideo(page)
  await button(page, 'v3, one of 3 versions').waitFor()
  await page.keyboard.press('5')
  const half = 14.8
  await expect.poll(() => seconds(page)).toBeCloseTo(half, 1)
  await page.keyboard.press('v')
  const list = page.getByRole('dialog', { name: 'Versions' })
  await list.getByRole('link', { name: /^v1 / }).waitFor()
  expect(await list.getByRole('link', { name: /^v\d / }).count()).toBe(3)
  expect(await list.getByRole('link', { name: /^v3 / }).getAttribute('aria-current')).toBe('true')
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.press('[')
  await button(page, 'v2, one of 3 versions').waitFor()
  await openVideo(page)
  await expect.poll(() => seconds(page)).toBeCloseTo(half, 1)
  await page.getByText('Version 3 is here.').waitFor()
  await isInOrder(page)
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Too dark here')
  await button(page, 'Comment').click()
  await page.getByRole('list', { name: 'Comments' }).getByText('Too dark here').waitFor()
  await page.keyboard.press('[')
  await button(page, 'v1, one of 3 versions').waitFor()
  await page.keyboard.press(']')
  await button(page, 'v2, one of 3 versions').waitFor()
  await button(page, 'Switch').click()
  await button(page, 'v3, one of 3 versions').waitFor()
  expect(await page.getByText('Version 3 is here.').count()).toBe(0)
})

test('an open comment of an earlier version is placed in the new one, and resolved there', async () => {
  const { second, third } = await addVersions()
  await createComment(product, ada, second, { content: 'Too dark here', start_time: 4 })
  const page = await openReview(third)
  const earlier = page.getByRole('region', { name: 'Open from earlier versions' })
  await earlier.getByText('Too dark here').waitFor()
  await earlier.getByText('v2', { exact: true }).waitFor()
  await isInOrder(page)
  await page.keyboard.press('2')
  // The element names its new time before the picture is there; comments follow the picture.
  await expect.poll(() => field(page, 'Start time (mm:ss)').inputValue()).toBe('00:05')
  await earlier.getByRole('button', { name: /^Place here/ }).click()
  await earlier.getByText('Place here instead').waitFor()
  await earlier.getByRole('button', { name: /0:05/ }).waitFor()
  await earlier.getByRole('button', { name: /^Resolve/ }).click()
  await earlier.waitFor({ state: 'detached' })
})

test('a version becomes a video of its own, and a version again', async () => {
  await addVersions()
  const page = await openCollection()
  await choose(page, 'Colours.mp4', 'Versions')
  await button(dialog(page), 'More for version 3').click()
  await page.getByRole('menuitem', { name: 'Make a separate video' }).click()
  await button(dialog(page), 'Close').click()
  await card(page, 'Ledger.mp4').waitFor()
  await choose(page, 'Colours.mp4', 'Add as version of ...')
  await dialog(page).getByRole('radio', { name: 'Ledger.mp4 as version 3' }).check()
  await isInOrder(page)
  await button(dialog(page), 'Add').click()
  await card(page, 'Colours.mp4').getByText('v4', { exact: true }).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
})
