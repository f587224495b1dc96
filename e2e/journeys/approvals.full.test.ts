import { readFile } from 'node:fs/promises'
import type { Verdict } from '@footnote/contract/shared/review-status.ts'
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { newAddress } from '../../seed/rows/people.ts'
import { type Account, ask, createReviewCollection, createShareLink } from '../calls.ts'
import { addVersion, addVideo } from '../library.ts'
import { addMember, addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, card, dialog, field, fileOf, isInOrder } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// Ada asks Bo to approve a cut.
const product = connectProduct(inject('product'))
const PHONE = { width: 390, height: 844 } as const
const CUT = { file_name: 'Colours.mp4' }
let ada: Account
let bo: Account
let collection: string
let first: string

beforeEach(async () => {
  ada = await addPerson(product, { plan: 'TEAM' })
  bo = await addMember(product, ada, { first_name: 'Bo', last_name: 'Lind' })
  collection = await createReviewCollection(product, ada, 'Cuts')
  first = await addVideo(product, ada, collection, CUT)
})
afterEach(noComplaints)

const review = (id: string) => `/quick-review/${ada.user_id}/${id}`
const status = (page: Page, words: string | RegExp): Locator => page.getByRole('button', { name: words }).first()
const due = () => new Date(Date.now() + 36 * 3_600_000).toISOString()

/** Asks Bo for a verdict within a day and a half. */
const request = () =>
  ask(
    product,
    ada,
    `quick-review/approvals/${first}`,
    { reviewers: [{ user_id: bo.user_id }], due_at: due(), message: 'Please look at the colours.' },
    'PUT',
  )
/** Gives Bo's verdict on the first version. */
const decide = (verdict: Verdict, note?: string) => ask(product, bo, `quick-review/verdict/${first}`, { verdict, note })
/** Asks Bo, who approves, takes that back, and requests changes. */
async function requestChanges(): Promise<void> {
  await request()
  await decide('approved', 'Lovely reds.')
  await decide('withdrawn')
  await decide('changes_requested', 'More blue, please.')
}

/** Opens a version as Ada, who keeps it, and as Bo, who is asked. */
async function bothPages(id: string): Promise<{ keeper: Page; asked: Page }> {
  const open = (as: Account) => openPage(review(id), { as })
  const [keeper, asked] = await Promise.all([open(ada), open(bo)])
  return { keeper, asked }
}

test('a keeper asks a member with a due date, by keys alone', async () => {
  const page = await openPage(review(first), { as: ada })
  await status(page, 'Approvals: In progress').waitFor()
  await page.keyboard.press('a')
  await dialog(page).getByText('Nobody was asked for a review').waitFor()
  await isInOrder(page)
  await button(dialog(page), 'Request review').press('Enter')
  await button(dialog(page), 'Ask Bo Lind').press('Enter')
  await dialog(page).getByRole('list', { name: 'Asked people' }).getByText('Bo Lind').waitFor()
  await field(page, 'Due date').fill(due().slice(0, 10))
  await dialog(page).getByLabel('Message').fill('Please look at the colours.')
  await isInOrder(page)
  await button(dialog(page), 'Request review').press('Enter')
  await dialog(page).getByText('Not decided').waitFor()
  await page.keyboard.press('Escape')
  await status(page, /^Approvals: Needs review due /).waitFor()
})

test('the asked member approves with a note, and the keeper sees it at once', async () => {
  await request()
  const { keeper, asked } = await bothPages(first)
  await status(keeper, /^Approvals: Needs review/).waitFor()
  await button(asked, 'Approve').click()
  await isInOrder(asked)
  await dialog(asked).getByLabel('Note').fill('Lovely reds.')
  await button(dialog(asked), 'Approve version 1').click()
  await dialog(asked).getByRole('button', { name: 'Withdraw your verdict' }).waitFor()
  await asked.keyboard.press('Escape')
  expect(await button(asked, 'Approve').count()).toBe(0)
  await status(keeper, 'Approvals: Approved').waitFor()
  await keeper.keyboard.press('a')
  await dialog(keeper).getByText('Lovely reds.').waitFor()
})

test('a verdict is withdrawn, and asks for changes instead', async () => {
  await request()
  await decide('approved', 'Lovely reds.')
  const { keeper, asked } = await bothPages(first)
  for (const page of [keeper, asked]) {
    await status(page, 'Approvals: Approved').waitFor()
    await page.keyboard.press('a')
  }
  await dialog(keeper).getByText('Lovely reds.').waitFor()
  await button(dialog(asked), 'Withdraw your verdict').click()
  await dialog(keeper).getByText('Not decided').waitFor()
  await button(dialog(asked), 'Request changes').click()
  await dialog(asked).getByLabel('What should change').fill('More blue, please.')
  await button(dialog(asked), 'Request changes').click()
  await dialog(keeper).getByText('More blue, please.').waitFor()
  await isInOrder(keeper)
})

test('the history has every step, also as a file', async () => {
  await requestChanges()
  const page = await openPage(review(first), { as: ada })
  await status(page, /^Approvals: Changes requested/).click()
  await button(dialog(page), 'History').click()
  const steps = dialog(page).getByRole('list', { name: 'History' }).getByRole('listitem')
  await steps.first().waitFor()
  expect(await steps.locator('p > span').allTextContents()).toEqual([
    'Bo Lind requested changes to version 1',
    'Bo Lind withdrew the verdict on version 1',
    'Bo Lind approved version 1',
    expect.stringMatching(/^Ada Lovelace asked Bo Lind, due /),
  ])
  await isInOrder(page)
  const [file] = await Promise.all([page.waitForEvent('download'), button(dialog(page), 'Download CSV').click()])
  const csv = await readFile(await fileOf(file), 'utf8')
  expect(csv.split('\r\n')).toHaveLength(6)
  expect(csv).toContain('1,Bo Lind,verdict,needs_review,approved,approved,Lovely reds.')
  expect(file.suggestedFilename()).toBe('Colours review log.csv')
})

test('the card and the phone have the status, and the dialog fits a phone', async () => {
  await requestChanges()
  const [desk, page] = await Promise.all([
    openPage(`/quick-review/collections/${collection}`, { as: ada }),
    openPage(review(first), { as: ada, ...PHONE }),
  ])
  await card(desk, 'Colours.mp4').getByText('Changes requested').waitFor()
  await isInOrder(desk)
  await status(page, /^Approvals: Changes requested/).waitFor()
  await isInOrder(page)
  await status(page, /^Approvals: Changes requested/).click()
  await dialog(page).getByText('More blue, please.').waitFor()
  await isInOrder(page)
  await button(dialog(page), 'Change request').click()
  await field(page, 'Due date').waitFor()
  await isInOrder(page)
})

test('a link for watching shows the status alone', async () => {
  await requestChanges()
  const page = await openPage(await createShareLink(product, ada, first, 'viewer'), PHONE)
  await page.getByText('Changes requested').waitFor()
  expect(await page.getByRole('button', { name: /Approv|Request changes/ }).count()).toBe(0)
  await isInOrder(page)
})

test('a verdict that comes after a newer version is refused, with the way to that version', async () => {
  await requestChanges()
  const page = await openPage(review(first), { as: bo })
  await button(page, /^Approvals: /).click()
  await button(dialog(page), 'Approve version 1').click()
  await addVersion(product, ada, collection, first, CUT)
  await button(dialog(page), 'Approve version 1').click()
  await dialog(page).getByText('There is a newer version.').waitFor()
  await dialog(page).getByRole('link', { name: 'Go to version 2' }).click()
  await status(page, /^Approvals: Needs review due /).waitFor()
  await button(page, 'Approve').waitFor()
})

test('somebody without an account is asked by mail, and decides by their link without saying who they are', async () => {
  await requestChanges()
  const current = await addVersion(product, ada, collection, first, CUT)
  const { keeper, asked } = await bothPages(current)
  const kim = newAddress('kim')
  await status(keeper, /^Approvals: Needs review due /).click()
  await button(dialog(keeper), 'Change request').click()
  await field(keeper, 'E-mail of somebody else').fill(kim)
  await field(keeper, 'Their name').fill('Kim Moe')
  await field(keeper, 'Their name').press('Enter')
  await dialog(keeper).getByRole('list', { name: 'Asked people' }).getByText('Kim Moe').waitFor()
  await button(dialog(keeper), 'Request review').click()
  await dialog(keeper).getByText('Kim Moe').waitFor()
  const page = await openPage(await product.link(kim), PHONE)
  await status(page, /^Approvals: Needs review/).click()
  await button(dialog(page), 'Approve version 2').click()
  expect(await dialog(page).getByLabel('Your name').count()).toBe(0)
  await isInOrder(page)
  await button(dialog(page), 'Approve version 2').click()
  await button(dialog(page), 'Withdraw your verdict').waitFor()
  await isInOrder(page)
  await dialog(keeper).getByRole('listitem').filter({ hasText: 'Kim Moe' }).getByText('Approved').waitFor()
  // Bo has not decided on this version.
  await status(asked, /^Approvals: Needs review/).waitFor()
})

test('whoever has a link for approving gives a name, and a verdict', async () => {
  await request()
  const current = await addVersion(product, ada, collection, first, CUT)
  const [keeper, page] = await Promise.all([
    openPage(review(current), { as: ada }),
    openPage(await createShareLink(product, ada, current, 'approver'), PHONE),
  ])
  await status(keeper, /^Approvals: Needs review/).click()
  await status(page, /^Approvals: Needs review/).click()
  await button(dialog(page), 'Request changes').click()
  await dialog(page).getByLabel('What should change').fill('The end is too long.')
  await button(dialog(page), 'Request changes').click()
  await dialog(page).getByText('Please enter your name').waitFor()
  await dialog(page).getByLabel('Your name').fill('Noor')
  await isInOrder(page)
  await button(dialog(page), 'Request changes').click()
  await button(dialog(page), 'Withdraw your verdict').waitFor()
  await dialog(keeper).getByText('The end is too long.').waitFor()
  await dialog(keeper).getByText('Noor').waitFor()
})
