import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createShareLink } from '../calls.ts'
import { connectProduct } from '../product.ts'
import {
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
import { measureScreen } from '../screen-shares.ts'
import { button, dialog, field, isInOrder, tabTo } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

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

test('the owner and a guest see that the other one is there, and that they leave', async () => {
  const { owner, guest } = await bothPages(review)
  await guest.getByText('You and 1 other', { exact: true }).waitFor()
  await button(owner, 'Also here: 1 guest').waitFor()
  await guest.close()
  await button(owner, /^Also here/).waitFor({ state: 'detached' })
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
  await page.keyboard.press('n')
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

test('on a phone the list has half of the screen, and a name is asked when a comment is sent', async () => {
  const { page } = await testBrowser({ width: 390, height: 844 })
  await page.goto(product.origin + (await createShareLink(product, review.owner, review.video, 'commenter')))
  await openVideo(page)
  const { list, taller } = await measureScreen(page)
  expect([list.height >= 422, taller]).toEqual([true, 0])
  await box(page).tap()
  await page.keyboard.type('Hold it.')
  const { film, words } = await measureScreen(page)
  expect([film.height <= 110, film.height > 0, words.height > 0]).toEqual([true, true, true])
  await isInOrder(page)
  await page.getByRole('button', { name: 'Comment', exact: true }).tap()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Kim')
  await page.keyboard.press('Enter')
  await comments(page).getByText('Hold it.').waitFor()
  await isInOrder(page)
})
