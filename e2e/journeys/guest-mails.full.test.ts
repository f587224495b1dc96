import type { CommentPage } from '@footnote/contract/nouns/review/comments.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Account, ask, createComment, createLink, createReviewCollection } from '../calls.ts'
import { endBursts } from '../database.ts'
import { addVideo, RATES } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { box, comments, openVideo } from '../review-page.ts'
import { button, field, isInOrder, tabTo } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// A guest asks for answers by mail, and one of them leads back to its frame.
const product = connectProduct(inject('product'))
const FILM = 'reel.mp4'
let owner: Account
let collection: string
let video: string

beforeEach(async () => {
  owner = await addPerson(product)
  collection = await createReviewCollection(product, owner, 'Cuts')
  video = await addVideo(product, owner, collection, { film: FILM, file_name: 'harbour.mp4' })
})
afterEach(noComplaints)

const CHOICE = 'Mail me answers and new versions'

/** Opens a link with the code that is mailed to a new address. */
async function prove(page: Page, email: string): Promise<void> {
  await field(page, 'Your name').fill('Kim')
  await field(page, 'E-mail').fill(email)
  await button(page, 'Open').click()
  await field(page, 'Verification code').fill(await product.code(email))
  await button(page, 'Open').click()
}

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('a guest asks for answers, follows one to its frame, and ends the mails, at $width pixels', async (size) => {
  const { path, id } = await createLink(product, owner, {
    ...{ kind: 'version', ids: [video], permission: 'commenter', email_rule: 'confirmed' },
  })
  const email = `kim.${id}@northlane.example`
  const page = await openPage(path, size)
  await prove(page, email)
  await openVideo(page)
  await page.evaluate(() => {
    document.querySelector('video')!.currentTime = 2
  })
  await box(page).fill('Too dark?')
  await button(comments(page), 'Comment').click()
  await comments(page).getByText('Too dark?').waitFor()
  const choice = page.getByRole('checkbox', { name: CHOICE })
  expect(await choice.isChecked()).toBe(false)
  await tabTo(page, choice)
  await page.keyboard.press('Space')
  await expect.poll(() => choice.isChecked()).toBe(true)
  await isInOrder(page)
  await page.reload()
  await expect.poll(() => page.getByRole('checkbox', { name: CHOICE, checked: true }).count()).toBe(1)

  const [root] = (await ask<CommentPage>(product, owner, `quick-review/comments/${video}`)).items
  await createComment(product, owner, video, { content: 'Two stops, yes.', parent_comment_id: root!.id })
  await endBursts(product, 'guests')
  const answer = await product.mailedBelow(email, 'replies to you: Two stops, yes.')
  const ending = await product.mailed(email, 'Stop mails about answers and new versions by this link')
  await page.goto('about:blank')
  await page.goto(answer)
  await openVideo(page)
  await comments(page).locator('.reply[aria-current=true]').getByText('Two stops, yes.').waitFor()
  const frame = () =>
    page.evaluate((rate) => Math.floor((document.querySelector('video')?.currentTime ?? -1) * rate), RATES[FILM])
  await expect.poll(frame).toBe(2 * RATES[FILM])

  const stopped = await openPage(ending)
  await button(stopped, 'Stop these mails').click()
  await stopped.getByText('Footnote does not mail you about this.').waitFor()
  await page.reload()
  await expect.poll(() => page.getByRole('checkbox', { name: CHOICE, checked: false }).count()).toBe(1)
})

test('in a room, the choice is below its facts, and the same on the page of a video', async () => {
  const { path, id } = await createLink(product, owner, {
    ...{ kind: 'collection', ids: [collection], name: 'Autumn launch', permission: 'viewer', email_rule: 'confirmed' },
  })
  const page = await openPage(path, { width: 390, height: 844 })
  await prove(page, `kim.${id}@northlane.example`)
  await page.getByRole('heading', { name: 'Autumn launch' }).waitFor()
  const choice = page.getByRole('checkbox', { name: CHOICE })
  await choice.tap()
  await expect.poll(() => choice.isChecked()).toBe(true)
  await isInOrder(page)
  await page.getByRole('link', { name: /harbour/ }).tap()
  await openVideo(page)
  await expect.poll(() => page.getByRole('checkbox', { name: CHOICE, checked: true }).count()).toBe(1)
  await isInOrder(page)
})
