import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { ask } from '../calls.ts'
import { connectProduct } from '../product.ts'
import { addTeamReview, box, comments, posted } from '../review-page.ts'
import { button, dialog, isInOrder } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// People name each other in comments, and hear of it.
const product = connectProduct(inject('product'))
let review: Awaited<ReturnType<typeof addTeamReview>>

beforeEach(async () => {
  review = await addTeamReview(product)
})
afterEach(noComplaints)

test('a person is mentioned by keyboard, and finds it under the bell before a burst of comments', async () => {
  const { page } = await testBrowser({ as: review.owner })
  await page.goto(review.address)
  await box(page).pressSequentially('Look, @gra')
  const option = page.getByRole('option', { name: 'Grace Hopper' })
  await option.waitFor()
  expect(await option.getAttribute('aria-selected')).toBe('true')
  await isInOrder(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => box(page).inputValue()).toBe('Look, @Grace Hopper ')
  await page.keyboard.type('at the end')
  await page.keyboard.press('Shift+Enter')
  await posted(page, 'Look, @Grace Hopper at the end').waitFor()
  const { notifications } = await ask<{ notifications: { type: string }[] }>(product, review.grace, 'get_notifications')
  expect(notifications.map(({ type }) => type)).toEqual(['MENTION'])

  const { page: hers } = await testBrowser({ as: review.grace })
  await hers.goto(product.origin)
  await button(hers, 'Notifications, 1 unread').click()
  await dialog(hers)
    .getByRole('tab', { name: /^For you/, selected: true })
    .waitFor()
  await isInOrder(hers)
  await dialog(hers).getByRole('link', { name: 'Open comment' }).click()
  await comments(hers).locator('[aria-current=true]').getByText('Look, @Grace Hopper at the end').waitFor()
})
