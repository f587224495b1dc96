import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Account, createCollection } from '../calls.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, isInOrder } from '../steps.ts'
import { noComplaints, openPage, testBrowser } from '../test-browser.ts'

// A person who sees the product for the first time.
const product = connectProduct(inject('product'))
let ada: Account

beforeEach(async () => {
  ada = await addPerson(product)
})
afterEach(noComplaints)

/** Whether an element is completely visible: neither the window nor a parent cuts it off. */
const inSight = (page: Page, label: string) =>
  page.getByRole('menuitem', { name: label }).evaluate((element) => {
    const { bottom } = element.getBoundingClientRect()
    const around = element.closest('[role=menu]')?.getBoundingClientRect().bottom ?? 0
    return bottom <= around && bottom <= window.innerHeight
  })

test('the user menu opens by keyboard the first time, with every entry visible, and returns the focus', async () => {
  const page = await openPage('/company', { as: ada })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await button(page, /^User menu/).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menu').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Company')
  expect(await inSight(page, 'Logout')).toBe(true)
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^User menu/)
})

test('a press on the name of a collection opens the collection, and its menu button still opens its menu', async () => {
  const id = await createCollection(product, ada, 'Harvest')
  const page = await openPage('/collections', { as: ada })
  await button(page, 'More for Harvest').click()
  await page.getByRole('menuitem', { name: 'Rename Collection' }).waitFor()
  await page.keyboard.press('Escape')
  // A closing menu takes every press.
  await page.getByRole('menu').waitFor({ state: 'detached' })
  const name = await page.getByRole('heading', { name: 'Harvest' }).boundingBox()
  if (!name) throw new Error('The name is not drawn')
  await page.mouse.click(name.x + 10, name.y + name.height / 2)
  await page.waitForURL(`**/collections/${id}`)
})

test('a signed-in user sees the landing page all the time while their own bar loads', async () => {
  const { page } = await testBrowser({ as: ada })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { emptied: seen })
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver(() => {
        const root = document.getElementById('root')
        if (!root?.querySelector('main, [aria-busy]')) seen.push(root?.innerHTML.slice(0, 200) ?? '')
      }).observe(document.body, { childList: true, subtree: true }),
    )
  })
  await page.goto(product.origin)
  await page.getByRole('button', { name: /^User menu/ }).waitFor()
  expect(await page.evaluate(() => (window as unknown as { emptied: string[] }).emptied)).toEqual([])
})

test('pressing Create without a name asks for it', async () => {
  const page = await openPage('/collections?openCreateModal=true', { as: ada })
  await button(dialog(page), 'Create').click()
  await dialog(page).getByText('Index name is required').waitFor()
  await page.goto(`${product.origin}/quick-review/home?openCreateModal=true`)
  await button(dialog(page), 'Create').click()
  await dialog(page).getByText('Collection name is required').waitFor()
})
