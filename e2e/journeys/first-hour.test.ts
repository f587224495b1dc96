import { beforeAll, expect, inject, test } from 'vitest'
import { signIn } from '../browser.ts'
import { type Account, createAccount, createCollection, sampleReview } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { connectProduct } from '../product.ts'
import { indexedSamples } from '../seeded.ts'
import { button, dialog, field, isInOrder } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// A person who sees the product for the first time.
const product = connectProduct(inject('product'))
const browser = await testBrowser()
const { page } = browser
let account: Account

beforeAll(async () => {
  account = await createAccount(product)
  await signIn(browser.context, account.storage)
})

/** Whether an element is completely visible: neither the window nor a parent cuts it off. */
const inSight = (label: string) =>
  page.getByRole('menuitem', { name: label }).evaluate((element) => {
    const { bottom } = element.getBoundingClientRect()
    const around = element.closest('[role=menu]')?.getBoundingClientRect().bottom ?? 0
    return bottom <= around && bottom <= window.innerHeight
  })

test('the user menu opens by keyboard the first time, with every entry visible, and returns the focus', async () => {
  await page.goto(`${product.origin}/company`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await button(page, /^User menu/).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menu').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Company')
  expect(await inSight('Logout')).toBe(true)
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^User menu/)
})

test('a press on the name of a collection opens the collection, and its menu button still opens its menu', async () => {
  const id = await createCollection(product, account, 'Harvest')
  await page.goto(`${product.origin}/collections`)
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
  const empty = await page.context().newPage()
  await empty.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { emptied: seen })
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver(() => {
        const root = document.getElementById('root')
        if (!root?.querySelector('main, [aria-busy]')) seen.push(root?.innerHTML.slice(0, 200) ?? '')
      }).observe(document.body, { childList: true, subtree: true }),
    )
  })
  await empty.goto(product.origin)
  await empty.getByRole('button', { name: /^User menu/ }).waitFor()
  expect(await empty.evaluate(() => (window as unknown as { emptied: string[] }).emptied)).toEqual([])
  await empty.close()
})

test('a plan is changed after a dialog that names its price or its losses', async () => {
  await page.goto(`${product.origin}/subscription`)
  await button(page, 'Upgrade to Team').click()
  await dialog(page).getByText('$39 a month in place of $0.', { exact: false }).waitFor()
  await isInOrder(page)
  await button(dialog(page), 'Keep Free').click()
  await page.getByText('The free plan has no billing period.').waitFor()
  await button(page, 'Upgrade to Team').click()
  await button(dialog(page), 'Upgrade to Team').click()
  await button(page, 'Downgrade to Free').click()
  await dialog(page).getByText('5 seats, for 1', { exact: false }).waitFor()
  await button(dialog(page), 'Keep Team').click()
  await page.getByText(/^Renews on /).waitFor()
})

test('pressing Create without a name asks for it', async () => {
  await page.goto(`${product.origin}/collections?openCreateModal=true`)
  await button(dialog(page), 'Create').click()
  await dialog(page).getByText('Index name is required').waitFor()
  await page.goto(`${product.origin}/quick-review/home?openCreateModal=true`)
  await button(dialog(page), 'Create').click()
  await dialog(page).getByText('Collection name is required').waitFor()
})

test('a focus from a pointer has no ring, and the next key shows it', async () => {
  const ring = () => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
  await page.goto(`${product.origin}/collections`)
  await button(page, 'More for Harvest').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page).waitFor()
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  expect(await ring()).toBe('none')
  await page.keyboard.press('Tab')
  expect(await ring()).toBe('solid')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('a new code replaces the code before, and the message about it', async () => {
  const visitor = await testBrowser()
  try {
    const email = 'first.hour@example.org'
    await visitor.page.goto(`${product.origin}/signup`)
    await field(visitor.page, 'First name').fill('Ada')
    await field(visitor.page, 'Last name').fill('Lovelace')
    await field(visitor.page, 'Email').fill(email)
    await field(visitor.page, 'Password').fill('quite a long one')
    await button(visitor.page, 'Create account').click()
    await visitor.page.waitForURL('**/verification')
    const right = await product.code(email)
    const code = visitor.page.getByLabel(/code/i).first()
    await code.fill(right === '12345678' ? '12345679' : '12345678')
    await button(visitor.page, 'Verify').click()
    await visitor.page.getByRole('alert').waitFor()
    await button(visitor.page, 'Resend code').click({ timeout: 60_000 })
    await visitor.page.getByText('Verification code sent successfully!').waitFor()
    expect(await visitor.page.getByRole('alert').count()).toBe(0)
    expect(await code.inputValue()).toBe('')
  } finally {
    await visitor.close()
  }
})

test('the page of plans becomes the person’s own, and the console has no errors', async () => {
  await page.goto(`${product.origin}/pricing`)
  await page.getByText('Your current plan: Team').waitFor()
  expect(browser.complaints).toEqual([])
})

test('every control of the player is visible on a phone, in a match and in a review', async () => {
  /** Labels of controls that extend beyond the player. */
  const cutOff = () =>
    page
      .locator('.controls')
      .evaluate((row) =>
        [...row.querySelectorAll('button')]
          .filter((control) => control.getBoundingClientRect().right > row.getBoundingClientRect().right)
          .map((control) => control.getAttribute('aria-label')),
      )
  let samples = ''
  await inDatabase(product, async (db) => {
    samples = await indexedSamples(db)
  })
  await page.goto(`${product.origin}/collections/${samples}/search?q=harbour`)
  await button(page, /^Play /)
    .first()
    .click()
  await button(page, 'Full screen').waitFor()
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await cutOff(), `${width} pixels`).toEqual([])
  }
  await page.goto(product.origin + (await sampleReview(product, account)))
  await button(page, 'Full screen').waitFor()
  expect(await cutOff()).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
})
