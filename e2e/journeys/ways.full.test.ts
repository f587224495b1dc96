import { beforeAll, expect, inject, test } from 'vitest'
import { copyVideos } from '../../seed/rows/copied-videos.ts'
import { signIn } from '../browser.ts'
import { type Account, createAccount, createCollection } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { connectProduct } from '../product.ts'
import { indexedSamples } from '../seeded.ts'
import { button, card, dialog, field, isInOrder, PATIENCE } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// A person organises their videos, and repeats earlier searches.
const product = connectProduct(inject('product'))
const NAMES = ['Pier.mp4', 'Quay.mp4', 'Lighthouse.mp4', 'Market.mp4']
const browser = await testBrowser()
const { page } = browser
let account: Account
let rushes: string
let finals: string

beforeAll(async () => {
  account = await createAccount(product)
  rushes = await createCollection(product, account, 'Rushes')
  finals = await createCollection(product, account, 'Finals')
  await inDatabase(product, async (db) => {
    const states = NAMES.map((file_name) => ({ file_name }))
    await copyVideos(db, await indexedSamples(db), rushes, account.user_id, states)
  })
  await signIn(browser.context, account.storage)
}, PATIENCE)

const bar = () => page.getByRole('region', { name: 'Selection' })
const box = (name: string) => card(page, name).getByRole('checkbox')

test('? opens the list of shortcuts, which starts at its top in a low window', async () => {
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto(`${product.origin}/collections`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('?')
  const head = dialog(page).getByRole('heading', { name: 'Keyboard shortcuts' })
  expect((await head.boundingBox())?.y).toBeGreaterThan(0)
  await dialog(page).getByText('Shortcuts are off while you type.').scrollIntoViewIfNeeded()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a video is renamed from its menu', async () => {
  await page.goto(`${product.origin}/collections/${rushes}`)
  await card(page, 'Market.mp4').hover()
  await button(page, 'More for Market.mp4').click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  // The dialog opens with the name selected, without its extension.
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('Market')
  await page.keyboard.type('Square')
  await isInOrder(page)
  await page.keyboard.press('Enter')
  await card(page, 'Square.mp4').waitFor()
})

test('several videos are selected by keyboard and moved to another collection', async () => {
  await box('Pier.mp4').focus()
  await page.keyboard.press('Space')
  await box('Lighthouse.mp4').focus()
  await page.keyboard.press('Shift+Space')
  await bar().getByText('3 selected').waitFor()
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await bar().waitFor({ state: 'detached' })
  await box('Pier.mp4').click()
  await box('Quay.mp4').click({ modifiers: ['Shift'] })
  await button(bar(), 'Move').click()
  await dialog(page)
    .getByRole('radio', { name: /^Finals/ })
    .check()
  await isInOrder(page)
  await button(dialog(page), 'Move').click()
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('article').count()).toBe(2)
  await page.goto(`${product.origin}/collections/${finals}`)
  await card(page, 'Pier.mp4').waitFor()
  await card(page, 'Quay.mp4').waitFor()
})

test('the bar of selected videos covers the cards on the whole width of the window', async () => {
  await page.setViewportSize({ width: 1440, height: 420 })
  await box('Pier.mp4').check()
  await bar().waitFor()
  const beside = await bar().evaluate((element) => {
    const { top, left } = element.getBoundingClientRect()
    const at = (x: number) => document.elementFromPoint(x, top + 4)?.closest('article, .selection-dock')?.className
    return [at(left - 40), at(40)]
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await box('Pier.mp4').uncheck()
  expect(beside).toEqual(['selection-dock', 'selection-dock'])
})

test('several are deleted after one dialog', async () => {
  await box('Pier.mp4').check()
  await button(bar(), 'Select all 2').click()
  await button(bar(), 'Delete').click()
  await isInOrder(page)
  await button(dialog(page), 'Delete 2 videos').click()
  await page.getByText('No videos yet').waitFor({ timeout: PATIENCE })
})

test('past searches are listed under the empty field, and saved ones stay', async () => {
  await page.goto(`${product.origin}/collections/${rushes}/search?q=a+red+boat`)
  await button(page, 'Save search').click()
  await button(page, 'Saved search').waitFor()
  await page.goto(`${product.origin}/home`)
  await field(page, 'Search').click()
  const searches = page.getByRole('region', { name: 'Your searches' })
  await searches.getByText('a red boat').waitFor()
  await isInOrder(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/collections/${rushes}/search?q=a+red+boat`)
  expect(browser.complaints).toEqual([])
})
