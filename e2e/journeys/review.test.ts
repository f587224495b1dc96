import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connectProduct } from '../product.ts'
import {
  addComment,
  addReview,
  bothPages,
  box,
  comments,
  HOLD,
  isPaused,
  junPage,
  openVideo,
  type Review,
  say,
  transcript,
} from '../review-page.ts'
import { button, dialog, field, isInOrder, tabTo } from '../steps.ts'
import { noComplaints } from '../test-browser.ts'

// Two people review a video: its owner, and a guest with a link.
const product = connectProduct(inject('product'))
let review: Review

beforeEach(async () => {
  review = await addReview(product)
})
afterEach(noComplaints)

test('the owner’s comment and drawing reach the guest without a reload', async () => {
  const { owner, guest } = await bothPages(review)
  for (const page of [owner, guest]) {
    await page.evaluate(() => {
      document.querySelector('video')!.currentTime = 3
    })
    await expect.poll(() => field(page, 'Start time (mm:ss)').inputValue()).toBe('00:03')
  }
  await button(owner, 'Draw').click()
  await owner.getByRole('application', { name: /^Picture to draw on/ }).waitFor()
  for (const key of ['r', 'Space', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Space', 'Escape'])
    await owner.keyboard.press(key)
  expect(await say(owner, HOLD.content, guest)).toBe(0)
  for (const page of [owner, guest]) {
    await button(comments(page), /0:03.*comment 1/).waitFor()
    await page.getByRole('img', { name: /^Drawing: a rectangle/ }).waitFor()
    await isInOrder(page)
  }
})

test('the guest replies to the owner, who reads it on demand and answers below it', async () => {
  await addComment(review)
  const { owner, guest } = await bothPages(review)
  await button(guest, /^Reply: comment by Ada/).click()
  await comments(guest).getByRole('listitem').getByText('Commenting as Jun').waitFor()
  await box(guest, /^Reply to Ada/).fill('Two beats it is.')
  await button(guest, 'Reply').click()
  await button(owner, 'Show 1 reply').click()
  await comments(owner).getByText('Two beats it is.').waitFor()
  const replies = owner.getByRole('list', { name: /^Replies to Ada/ })
  await button(replies, 'Reply: comment by Jun').click()
  await box(owner, /^Reply to Jun/).fill('Thank you.')
  await owner.keyboard.press('Shift+Enter')
  await button(guest, 'Show 1 reply').click()
  await comments(guest).getByText('Thank you.').waitFor()
  await isInOrder(owner)
})

test('a thread that one resolves is resolved for the other, who reads the open ones only; team-only stays inside', async () => {
  const { owner: page, guest } = await bothPages(review)
  const entry = (at: Page, words: string) => comments(at).locator('li.comment', { hasText: words })
  await page.getByRole('switch', { name: 'Team only' }).click()
  await box(page).fill('The client has not asked.')
  await button(comments(page), 'Comment').click()
  await entry(page, 'The client has not asked.').getByText('Team only').waitFor()
  await page.getByRole('switch', { name: 'Team only' }).click()
  await box(page).fill('Cut to the harbour.')
  await button(comments(page), 'Comment').click()
  await entry(guest, 'Cut to the harbour.').waitFor()
  expect(await entry(guest, 'The client has not asked.').count()).toBe(0)
  await button(entry(page, 'Cut to the harbour.'), /^Resolve/).click()
  await entry(guest, 'Cut to the harbour.').getByText('Resolved by').waitFor()
  expect(await button(entry(guest, 'Cut to the harbour.'), /^Reopen/).count()).toBe(0)
  await guest.getByRole('radio', { name: /^Open/ }).click()
  await entry(guest, 'Cut to the harbour.').waitFor({ state: 'detached' })
  expect(new URL(guest.url()).searchParams.get('show')).toBe('open')
  await entry(page, 'Cut to the harbour.')
    .getByRole('button', { name: /^Play from/ })
    .focus()
  await page.keyboard.press('e')
  await entry(guest, 'Cut to the harbour.').waitFor()
  await isInOrder(page)
  await isInOrder(guest)
  await guest.getByRole('radio', { name: /^All/ }).click()
  for (const words of ['Cut to the harbour.', 'The client has not asked.']) {
    await button(entry(page, words), /^Delete/).click()
    await button(dialog(page), 'Delete').click()
    await entry(page, words).waitFor({ state: 'detached' })
  }
})

test('the page works by keyboard alone: play, step, comment, share', async () => {
  const { owner: page, guest } = await bothPages(review)
  await page.keyboard.press('Space')
  await page.waitForFunction(() => !document.querySelector('video')!.paused)
  await page.keyboard.press('Space')
  expect(await isPaused(page)).toBe(true)
  await page.keyboard.press('0')
  await page.waitForFunction(() => document.querySelector('video')!.currentTime < 0.2)
  await page.keyboard.press('l')
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 1)
  await page.keyboard.press('j')
  await page.waitForFunction(() => document.querySelector('video')!.currentTime < 0.5)
  await page.keyboard.press('k')
  expect(await isPaused(page)).toBe(true)
  await page.keyboard.press('?')
  await dialog(page).getByText('Start the comment here').waitFor()
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.keyboard.press('5')
  await page.keyboard.press('i')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('o')
  expect(await field(page, 'End time (mm:ss)').inputValue()).not.toBe('')
  await button(page, 'Remove the end').click()
  await tabTo(page, box(page))
  await page.keyboard.type('By hand and eye, k j l 5.')
  expect(await isPaused(page)).toBe(true)
  await page.keyboard.press('Shift+Enter')
  await comments(guest).getByText('By hand and eye, k j l 5.').waitFor()
  await page.reload()
  await openVideo(page)
  await tabTo(page, button(page, 'Share'))
  await page.keyboard.press('Enter')
  await tabTo(page, button(dialog(page), 'Generate Link'))
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent === 'Share')
})

test('on a phone the player stays on top, and the panels are tabs that keep input', async () => {
  const page = await junPage(review)
  await page.setViewportSize({ width: 390, height: 844 })
  await box(page).fill('Not sent yet')
  await page.getByRole('tab', { name: 'Comments' }).press('ArrowLeft')
  await transcript(page).getByText('captain').first().waitFor()
  await isInOrder(page)
  await page.getByRole('tab', { name: 'Comments' }).click()
  expect(await box(page).inputValue()).toBe('Not sent yet')
  await isInOrder(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await box(page).inputValue()).toBe('Not sent yet')
})
