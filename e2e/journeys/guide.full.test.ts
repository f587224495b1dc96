import path from 'node:path'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { readGuide } from '../../web/guide-pages.ts'
import { PICTURE_SIZE } from '../../web/src/features/public/guide/guide-page.ts'
import type { Account } from '../calls.ts'
import { shownPictures, walkByKeyboard } from '../guide-steps.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, isInOrder } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

const product = connectProduct(inject('product'))
const pages = readGuide(path.resolve(import.meta.dirname, '../../docs/guide'))
let ada: Account

beforeAll(async () => {
  ada = await addPerson(product)
})
afterEach(noComplaints)

test('on a phone the menu leads to the guide', async () => {
  const { page } = await testBrowser({ as: ada, width: 390, height: 844 })
  await page.goto(`${product.origin}/home`)
  await button(page, 'Menu').click()
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  await walkByKeyboard(page, 'First steps', 'First steps')
  await walkByKeyboard(page, /^Next/, 'Upload and versions')
})

test.each([
  { who: 'a member', width: 1440, height: 900, signed_in: true },
  { who: 'a visitor', width: 390, height: 844, signed_in: false },
])('$who reads all pages with their pictures, and nothing comes from elsewhere', async ({ signed_in, ...size }) => {
  const { page } = await testBrowser(signed_in ? { as: ada, ...size } : size)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(product.origin)) elsewhere.push(request.url())
  })
  await page.goto(`${product.origin}/help`)
  await walkByKeyboard(page, pages[0]?.title ?? '', pages[0]?.title ?? '')
  for (const [place, { title, blocks }] of pages.entries()) {
    if (place > 0) await walkByKeyboard(page, /^Next/, title)
    expect(await page.title()).toBe(`${title} · Help · Footnote`)
    await isInOrder(page)
    const pictures = blocks.flatMap((block) => (block.kind === 'picture' ? [block.alt] : []))
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await shownPictures(page)).toEqual(pictures.map((alt) => ({ alt, width: PICTURE_SIZE.width })))
    }
  }
  expect(await page.getByRole('link', { name: /^Next/ }).count()).toBe(0)
  expect(elsewhere).toEqual([])
})

test('an address without a page leads back to the list', async () => {
  const { page } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/help/nothing`)
  await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
  await isInOrder(page)
  await page.getByRole('link', { name: 'Back to Help' }).click()
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
})
