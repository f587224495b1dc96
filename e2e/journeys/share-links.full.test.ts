import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connectProduct } from '../product.ts'
import {
  addComment,
  addReview,
  comments,
  END,
  guestPage,
  HOLD,
  junPage,
  ownerPage,
  type Review,
} from '../review-page.ts'
import { button, dialog, field, isInOrder } from '../steps.ts'
import { noComplaints } from '../test-browser.ts'

// Links to a review: their owner makes and revokes them, and guests open them.
const product = connectProduct(inject('product'))
let review: Review

beforeEach(async () => {
  review = await addReview(product)
})
afterEach(noComplaints)

test.each(['commenter', 'viewer'] as const)('the owner makes a link for a %s', async (permission) => {
  const page = await ownerPage(review)
  await button(page, 'Share').click()
  await button(dialog(page), /^Permission: /).click()
  await page.getByRole('menuitemradio', { name: new RegExp(permission, 'i') }).click()
  await button(dialog(page), 'Generate Link').click()
  await page.getByText('Link copied to clipboard!').waitFor()
  const link = await field(page, 'Link').inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  expect(new URL(link).pathname).toMatch(/^\/shared\/[\w-]{20,}$/)
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('a guest opens the link without an account, and nothing there requires one', async () => {
  const page = await guestPage(review, 'commenter')
  expect(await button(page, 'Share').count()).toBe(0)
  expect(await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').count()).toBe(0)
  await isInOrder(page)
})

test('a guest who may only watch reads the comments and why they cannot write', async () => {
  await addComment(review)
  const page = await guestPage(review, 'viewer')
  await comments(page).getByText(HOLD.content).waitFor()
  await comments(page).getByText('You do not have permission to comment.').waitFor()
  expect(await comments(page).getByRole('textbox').count()).toBe(0)
  expect(
    await comments(page)
      .getByRole('button', { name: /^(Reply|Edit|Delete)/ })
      .count(),
  ).toBe(0)
  await isInOrder(page)
})

test('a link that is revoked closes the pages that it opened, and stops their videos', async () => {
  const [page, guest, viewer] = await Promise.all([ownerPage(review), junPage(review), guestPage(review, 'viewer')])
  const guests = [guest, viewer]
  const streams = await Promise.all(
    guests.map((one) => one.evaluate(() => document.querySelector('video')!.currentSrc)),
  )
  await button(page, 'Share').click()
  for (const name of ['Commenter', 'Viewer']) {
    const revoke = button(dialog(page), new RegExp(`^Revoke ${name} link for anybody`))
    await revoke.click()
    await isInOrder(page)
    await button(dialog(page), 'Revoke link').click()
    await revoke.waitFor({ state: 'detached' })
  }
  for (const one of guests) {
    await one.getByRole('heading', { name: 'This link has ended' }).waitFor({ timeout: END })
    await isInOrder(one)
  }
  for (const stream of streams) expect((await fetch(stream)).status).toBe(404)
  await guest.reload()
  await guest.getByText('Invalid share token').waitFor()
  await isInOrder(guest)
})
