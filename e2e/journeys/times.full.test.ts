import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createComment, createReviewCollection } from '../calls.ts'
import { addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { box, comments, openVideo } from '../review-page.ts'
import { button } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// 'Times as' of the player, everywhere on the page.
const product = connectProduct(inject('product'))
let page: Page

beforeEach(async () => {
  const owner = await addPerson(product)
  const collection = await createReviewCollection(product, owner, 'Cuts')
  const video = await addVideo(product, owner, collection, { film: 'reel.mp4', file_name: 'reel.mp4' })
  // Frames 50 to 59.
  await createComment(product, owner, video, { content: 'Hold this.', start_time: 2, end_time: 2.36 })
  page = (await testBrowser({ as: owner })).page
  await page.goto(`${product.origin}/quick-review/${owner.user_id}/${video}`)
  await openVideo(page)
})
afterEach(noComplaints)

async function choose(format: string): Promise<void> {
  await button(page, /^Settings/).click()
  await page.getByRole('menuitemradio', { name: format }).click()
}

test('a choice of how times are written shows in the list, the marker, the field and the ruler', async () => {
  for (const [format, range, name, field, end] of [
    ['Minutes and seconds', '0:02 – 0:02', 'Start time (mm:ss)', '00:02', '0:04'],
    ['Frames', '50 – 59', 'Start time (frame)', '50', '99'],
    ['SMPTE timecode', '00:00:02:00 – 00:00:02:09', 'Start time (timecode)', '00:00:02:00', '00:00:03:24'],
  ] as const) {
    await choose(format)
    await comments(page)
      .getByRole('button', { name: new RegExp(`^Play from ?${range}`) })
      .click()
    await page.keyboard.press('k')
    await page.getByRole('button', { name: new RegExp(`^Marker 1, ${range}:`) }).waitFor()
    await box(page, name).fill('0:02')
    await page.keyboard.press('Enter')
    await expect.poll(() => box(page, name).inputValue()).toBe(field)
    expect(await page.locator('.scale > span').last().textContent()).toBe(end)
  }
})

test('a frame is typed into the field of a new comment, which is on that frame', async () => {
  await choose('Frames')
  await box(page, 'Start time (frame)').fill('31')
  await box(page).fill('This very frame')
  await button(comments(page), 'Comment').click()
  await comments(page)
    .getByRole('button', { name: /^Play from ?31/ })
    .waitFor()
})
