import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Browser, signIn } from '../browser.ts'
import { createAccount } from '../calls.ts'
import { makeFilms } from '../films.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { button, card, dialog, field, indexed, isInOrder, PATIENCE, upload } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// A film gets a second and a third version. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('versions')

let owner: Browser

beforeAll(async () => {
  owner = await testBrowser()
  await signIn(owner.context, (await createAccount(product)).storage)
})

oneJourney()

afterAll(() => owner?.close())

const seconds = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1)
async function openVideo(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
}

test('a file with the name of a video becomes its next version, and the card shows it once it plays', async () => {
  const { page } = owner
  const films = await makeFilms(folder)
  await page.goto(`${product.origin}/quick-review/home?openCreateModal=true`)
  await field(page, 'Name').fill('Cuts')
  await button(dialog(page), 'Create').click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Explore Cuts' }).click()
  await page.waitForURL('**/quick-review/collections/*')
  await upload(page, films.slide)
  await indexed(page, 'Ledger.mp4')
  await button(page, 'Upload Videos').click()
  await dialog(page).locator('input[type=file]').setInputFiles([films.large, films.slide])
  const asked = dialog(page).getByRole('radio', { name: 'Add as version 2 of Ledger.mp4' })
  expect(await asked.isChecked()).toBe(true)
  expect(await dialog(page).getByRole('radio').count()).toBe(2)
  await isInOrder(page)
  await button(dialog(page), 'Remove Large.mp4').click()
  await button(dialog(page), 'Upload').click()
  await dialog(page).waitFor({ state: 'detached' })
  // It is the file of the first version.
  await button(page, 'Keep both: Ledger.mp4').click()
  await card(page, 'Ledger.mp4').getByText('v2', { exact: true }).waitFor({ timeout: PATIENCE })
  await indexed(page, 'Ledger.mp4')
  expect(await page.getByRole('article').count()).toBe(1)
})

test('the menu of a card uploads a version, and lists all of them', async () => {
  const { page } = owner
  await button(page, 'More for Ledger.mp4').click()
  await page.getByRole('menuitem', { name: 'Upload new version' }).click()
  await dialog(page).getByRole('heading', { name: 'New version of Ledger.mp4' }).waitFor()
  await dialog(page).locator('input[type=file]').setInputFiles(path.join(folder, 'Colours.mp4'))
  await button(dialog(page), 'Upload').click()
  await card(page, 'Colours.mp4').getByText('v3', { exact: true }).waitFor({ timeout: PATIENCE })
  await indexed(page, 'Colours.mp4')
  await isInOrder(page)
  await button(page, 'More for Colours.mp4').click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await dialog(page).getByText('Current').waitFor()
  expect(await dialog(page).getByRole('listitem').count()).toBe(3)
  await isInOrder(page)
  await button(dialog(page), 'Close').click()
})

test('on the review page V lists the versions, and the brackets lead to the others at the same time', async () => {
  const { page } = owner
  await card(page, 'Colours.mp4').getByRole('link', { name: 'Review Colours.mp4' }).click()
  await openVideo(page)
  await button(page, 'v3, one of 3 versions').waitFor()
  await page.keyboard.press('5')
  await expect.poll(() => seconds(page)).toBeCloseTo(4, 1)
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
  await expect.poll(() => seconds(page)).toBeCloseTo(4, 1)
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
  const { page } = owner
  const earlier = page.getByRole('region', { name: 'Open from earlier versions' })
  await earlier.getByText('Too dark here').waitFor()
  await earlier.getByText('v2', { exact: true }).waitFor()
  await isInOrder(page)
  await page.keyboard.press('2')
  // The element names its new time before the picture is there; comments follow the picture.
  await expect.poll(() => field(page, 'Start time (mm:ss)').inputValue()).toBe('00:01')
  await earlier.getByRole('button', { name: /^Place here/ }).click()
  await earlier.getByText('Place here instead').waitFor()
  await earlier.getByRole('button', { name: /0:01/ }).waitFor()
  await earlier.getByRole('button', { name: /^Resolve/ }).click()
  await earlier.waitFor({ state: 'detached' })
})

test('a version becomes a video of its own, and a version again', async () => {
  const { page } = owner
  await page.goBack()
  await page.goto(page.url())
  await page.getByRole('link', { name: 'Cuts' }).click()
  await button(page, 'More for Colours.mp4').click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await button(dialog(page), 'More for version 3').click()
  await page.getByRole('menuitem', { name: 'Make a separate video' }).click()
  await button(dialog(page), 'Close').click()
  await card(page, 'Ledger.mp4').waitFor()
  await button(page, 'More for Colours.mp4').click()
  await page.getByRole('menuitem', { name: 'Add as version of ...' }).click()
  await dialog(page).getByRole('radio', { name: 'Ledger.mp4 as version 3' }).check()
  await isInOrder(page)
  await button(dialog(page), 'Add').click()
  await card(page, 'Colours.mp4').getByText('v4', { exact: true }).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
})
