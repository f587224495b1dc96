import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createComment, createShareLink } from '../calls.ts'
import { connectProduct } from '../product.ts'
import { addTeamReview, box, comments } from '../review-page.ts'
import { button, dialog, isInOrder } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// People name each other in comments on every screen, and choose how often they hear of comments.
const product = connectProduct(inject('product'))
let review: Awaited<ReturnType<typeof addTeamReview>>

beforeEach(async () => {
  review = await addTeamReview(product)
})
afterEach(noComplaints)

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('a press takes a person from the list in a new comment, a reply and an edit, at $width pixels', async (size) => {
  await createComment(product, review.grace, review.video, { content: 'Too dark', start_time: 1 })
  const { page } = await testBrowser({ as: review.owner, ...size })
  await page.goto(review.address)
  await box(page).fill('@')
  await page.getByRole('listbox', { name: 'Suggestions for Comment' }).waitFor()
  await isInOrder(page)
  await page.getByRole('option', { name: 'Tomás Rey' }).click()
  await expect.poll(() => box(page).inputValue()).toBe('@Tomás Rey ')
  await comments(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await comments(page).getByText('@Tomás Rey').waitFor()

  await comments(page).getByText('Too dark').click()
  await comments(page)
    .getByRole('button', { name: /^Reply/ })
    .last()
    .click()
  await box(page, /^Reply to/).pressSequentially('@tom')
  await page.getByRole('option', { name: 'Tomás Rey' }).click()
  await expect.poll(() => box(page, /^Reply to/).inputValue()).toBe('@Tomás Rey ')
  await isInOrder(page)
})

test("a guest's @ lists nobody", async () => {
  const { page } = await testBrowser({ storage: { 'footnote.guest_name': 'Kim' } })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(product.origin + (await createShareLink(product, review.owner, review.video, 'commenter')))
  await box(page).pressSequentially('@gra')
  await page.keyboard.type('ce, look')
  await page.keyboard.press('Shift+Enter')
  await comments(page).getByText('@grace, look').waitFor()
  expect(await page.getByRole('option').count()).toBe(0)
  expect(asked.filter((url) => url.includes('/people/'))).toEqual([])
})

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('how often mails come is chosen kind by kind, at $width pixels', async (size) => {
  const { page } = await testBrowser({ as: review.owner, ...size })
  await page.goto(`${product.origin}/notification-settings`)
  await button(page, 'Comments by mail: After 5 minutes').click()
  await page.getByRole('menuitemradio', { name: 'Daily' }).click()
  await button(page, 'Comments by mail: Daily').waitFor()
  await page.waitForLoadState('networkidle')
  await page.reload()
  await button(page, 'Comments by mail: Daily').waitFor()
  await button(page, 'Mentions by mail: At once').waitFor()
  await isInOrder(page)
})

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('the bell has comments beside what waits for the person, at $width pixels', async (size) => {
  for (let place = 0; place < 12; place += 1)
    await createComment(product, review.grace, review.video, { content: `Note ${place}`, start_time: place / 10 })
  const { page } = await testBrowser({ as: review.owner, ...size })
  await page.goto(`${product.origin}/home`)
  await button(page, 'Notifications, 12 unread').click()
  await dialog(page)
    .getByRole('tab', { name: /^Comments/, selected: true })
    .waitFor()
  await isInOrder(page)
  await page.keyboard.press('Tab')
  await dialog(page).getByRole('tab', { name: 'For you' }).click()
  await dialog(page).getByText('Nothing here yet.').waitFor()
  await isInOrder(page)
})
