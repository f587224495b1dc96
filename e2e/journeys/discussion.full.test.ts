import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { connectProduct } from '../product.ts'
import {
  addComment,
  addReview,
  bothPages,
  box,
  comments,
  guestPage,
  HOLD,
  isPaused,
  openVideo,
  ownerPage,
  type Review,
  say,
  transcript,
} from '../review-page.ts'
import { button, dialog, field, isInOrder } from '../steps.ts'

// What the owner of a video and a guest write about it, and how they read it.
const product = connectProduct(inject('product'))
/** Smallest indentation of a reply in pixels: with less it looks like a sibling. */
const STEP = 20
let review: Review

beforeEach(async () => {
  review = await addReview(product)
})

test('the guest gives a name once, comments, and the owner sees it without a reload', async () => {
  await addComment(review)
  const [owner, page] = await Promise.all([ownerPage(review), guestPage(review, 'commenter')])
  await comments(page).getByText(HOLD.content).waitFor()
  await field(page, 'Your name').fill('Jun')
  expect(await say(page, 'The ledger is hard to read.', owner)).toBe(0)
  await comments(owner).getByText('Jun').waitFor()
  await isInOrder(page)
})

test('each reply is indented from its comment, four levels deep', async () => {
  const texts = [HOLD.content, 'Two beats it is.', 'Thank you.', 'See you.'] as const
  let parent_comment_id = await addComment(review)
  for (const content of texts.slice(1, 3)) parent_comment_id = await addComment(review, { content, parent_comment_id })
  const { owner, guest } = await bothPages(review)
  const showReply = async (page: Page, text: string) => {
    await button(page, 'Show 1 reply').click()
    await comments(page).getByText(text).waitFor()
  }
  for (const page of [owner, guest]) for (const text of texts.slice(1, 3)) await showReply(page, text)
  const last = comments(guest).getByRole('listitem').filter({ hasText: texts[2] }).last()
  await button(last, /^Reply: comment by Ada/).click()
  await box(guest, /^Reply to Ada/).fill(texts[3])
  await button(guest, 'Reply').click()
  await showReply(owner, texts[3])
  const lefts = await Promise.all(texts.map(async (text) => (await comments(owner).getByText(text).boundingBox())!.x))
  for (const [at, left] of lefts.slice(1).entries()) expect(left - lefts[at]!).toBeGreaterThanOrEqual(STEP)
})

test('a guest edits and deletes their own comments only', async () => {
  await addComment(review)
  const { owner, guest: page } = await bothPages(review)
  await say(page, 'The ledger is hard to read.', owner)
  expect(await page.getByRole('button', { name: /^Edit: comment by Ada/ }).count()).toBe(0)
  const own = comments(page).getByRole('listitem').filter({ hasText: 'The ledger is hard to read.' })
  await button(own, 'Edit: comment by Jun (guest)').click()
  await box(page, 'Edit comment').fill('The ledger is too small to read.')
  await button(comments(page), 'Save').click()
  await comments(owner).getByText('The ledger is too small to read.').waitFor()
  await comments(owner).getByText('edited').waitFor()
  await button(
    comments(page).getByRole('listitem').filter({ hasText: 'too small' }),
    'Delete: comment by Jun (guest)',
  ).click()
  await button(dialog(page), 'Delete').waitFor()
  await isInOrder(page)
  await button(dialog(page), 'Delete').click()
  await comments(owner).getByText('The ledger is too small to read.').waitFor({ state: 'detached' })
})

test('choosing a comment, or its marker, shows both and plays from there', async () => {
  await addComment(review)
  await addComment(review, { content: 'Here it begins to matter.', start_time: 5 })
  const page = await ownerPage(review)
  await button(comments(page), /comment 1$/).click()
  await page.waitForFunction(() => !document.querySelector('video')!.paused)
  expect(await page.evaluate(() => document.querySelector('video')?.currentTime)).toBeGreaterThanOrEqual(3)
  await page.keyboard.press('k')
  expect(await isPaused(page)).toBe(true)
  expect(await comments(page).locator('[aria-current=true]').innerText()).toContain(HOLD.content)
})

test('panels are hidden, widened by the keyboard alone, and stay as they were left', async () => {
  for (const start_time of [3, 5, 7]) await addComment(review, { content: HOLD.content, start_time })
  const page = await ownerPage(review)
  await button(page, 'Hide Transcript').press('Enter')
  await transcript(page).waitFor({ state: 'detached' })
  const handle = page.getByRole('separator', { name: 'Width of the video' })
  expect(await handle.getAttribute('aria-valuenow')).toBe('40')
  await handle.focus()
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowLeft')
  expect(await handle.getAttribute('aria-valuenow')).toBe('20')
  await button(page, 'Show Transcript').press('Enter')
  expect(await page.getByRole('separator').first().getAttribute('aria-valuenow')).toBe('20')
  await page.reload()
  await openVideo(page)
  await button(page, 'Hide Transcript').press('Enter')
  expect(await handle.getAttribute('aria-valuenow')).toBe('20')
  await isInOrder(page)
  // In a low window the comments scroll.
  await page.setViewportSize({ width: 1440, height: 360 })
  const scrolled = () =>
    comments(page)
      .locator('.scroll')
      .evaluate(({ scrollTop }) => scrollTop)
  await comments(page)
    .locator('.scroll')
    .evaluate((list) => list.scrollTo({ top: 40, behavior: 'instant' }))
  expect(await scrolled()).toBe(40)
  await button(page, 'Show Transcript').press('Enter')
  await transcript(page).waitFor()
  expect(await scrolled()).toBe(40)
})

test('a comment whose answer is lost is stored once after it is sent again', async () => {
  const { owner: page, guest } = await bothPages(review)
  await page.route(
    '**/create-comment/*',
    async (route) => {
      expect((await route.fetch()).status()).toBe(200)
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await box(page).fill('Say this once.')
  await page.keyboard.press('Shift+Enter')
  await comments(page).getByText('Failed to post comment. Please try again.').waitFor()
  await comments(guest).getByText('Say this once.').waitFor()
  // The box is empty during sending; a reload before the answer restores its text.
  const answered = page.waitForResponse('**/create-comment/*')
  await button(comments(page), 'Comment').click()
  expect((await answered).status()).toBe(200)
  await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('Say this once.')
  await page.reload()
  await comments(page).getByText('Say this once.').waitFor()
  expect(await comments(page).getByText('Say this once.').count()).toBe(1)
})
