import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connectProduct } from '../product.ts'
import { addComment, addReview, bothPages, box, comments, type Review } from '../review-page.ts'
import { button, dialog, isInOrder } from '../steps.ts'
import { noComplaints } from '../test-browser.ts'

// Two people review a video: its owner, and a guest with a link.
const product = connectProduct(inject('product'))
let review: Review

beforeEach(async () => {
  review = await addReview(product)
})
afterEach(noComplaints)

test('the guest replies to the owner, who reads it on demand and answers below it', async () => {
  await addComment(review)
  const { owner, guest } = await bothPages(review)
  await button(guest, /^Reply: comment by Ada/).click()
  await comments(guest).getByRole('listitem').getByText('Commenting as Jun').waitFor()
  await box(guest, /^Reply to Ada/).fill('Two beats it is.')
  await button(guest, 'Reply').click()
  await button(owner, 'Show 1 reply').click()
  await comments(owner).getByText('Two beats it is.').waitFor()
  const replies = owner.getByRole('list', { name: /^Replies to comment by Ada/ })
  await button(replies, 'Reply: comment by Jun (guest)').click()
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
