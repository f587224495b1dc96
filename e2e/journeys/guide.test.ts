import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import type { Account } from '../calls.ts'
import { walkByKeyboard } from '../guide-steps.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { chooseInUserMenu, isInOrder } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

const product = connectProduct(inject('product'))
let ada: Account

beforeAll(async () => {
  ada = await addPerson(product)
})
afterEach(noComplaints)

test('Help in the user menu leads to the guide, and the keyboard to its next page', async () => {
  const { page } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/home`)
  await chooseInUserMenu(page, 'Help')
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  await isInOrder(page)
  await walkByKeyboard(page, 'First steps', 'First steps')
  await walkByKeyboard(page, /^Next/, 'Upload and versions')
  await isInOrder(page)
  expect(await page.evaluate(() => [scrollY, document.activeElement?.id])).toEqual([0, 'main'])
})
