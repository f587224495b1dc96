import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Browser, signIn } from '../browser.ts'
import {
  type Account,
  changePlan,
  createAccount,
  createMember,
  createReviewCollection,
  createShareLink,
  startSession,
  uploadVideo,
  videosOf,
} from '../calls.ts'
import { makeFilms } from '../films.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { button, card, dialog, field, fileOf, isInOrder, PATIENCE } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// Ada asks Bo to approve a cut. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('approvals')
let ada: Account
let keeper: Browser
let asked: Browser
let phone: Browser
let collection = ''
let first = ''
let film = ''

beforeAll(async () => {
  ;[ada, keeper, asked, phone] = await Promise.all([
    createAccount(product),
    testBrowser(),
    testBrowser(),
    testBrowser({ width: 390, height: 844 }),
  ])
  await changePlan(product, ada, 'TEAM')
  const bo = await createMember(product, ada, { first_name: 'Bo', last_name: 'Lind' })
  await signIn(keeper.context, ada.storage)
  await signIn(asked.context, bo.storage)
  await signIn(phone.context, (await startSession(product, ada)).storage)
  collection = await createReviewCollection(product, ada, 'Cuts')
  film = (await makeFilms(folder)).colours
  first = await uploadVideo(product, ada, collection, film)
  await ready(1)
}, 2 * PATIENCE)

oneJourney()
afterAll(() => Promise.all([keeper, asked, phone].map((browser) => browser?.close())))

async function ready(count: number): Promise<void> {
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const videos = await videosOf(product, ada, collection)
    if (videos.length === count && videos.every(({ status }) => status === 'SUCCESS')) return
    if (Date.now() > deadline) throw new Error('The films were not ready in time')
    await wait(500)
  }
}
const review = (id: string) => `${product.origin}/quick-review/${ada.user_id}/${id}`
const status = (page: Page, words: string | RegExp) => page.getByRole('button', { name: words }).first()
const tomorrow = () => new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)

test('a keeper asks a member with a due date, by keys alone', async () => {
  const { page } = keeper
  await page.goto(review(first))
  await status(page, 'Approvals: In progress').waitFor()
  await page.keyboard.press('a')
  await dialog(page).getByText('Nobody is asked').waitFor()
  await isInOrder(page)
  await button(dialog(page), 'Request review').press('Enter')
  await button(dialog(page), 'Ask Bo Lind').press('Enter')
  await dialog(page).getByRole('list', { name: 'Asked people' }).getByText('Bo Lind').waitFor()
  await field(page, 'Due date').fill(tomorrow())
  await dialog(page).getByLabel('Message').fill('Please look at the colours.')
  await isInOrder(page)
  await button(dialog(page), 'Request review').press('Enter')
  await dialog(page).getByText('Not decided').waitFor()
  await page.keyboard.press('Escape')
  await status(page, /^Approvals: Needs review due /).waitFor()
})

test('the asked member approves with a note, and the keeper sees it at once', async () => {
  const { page } = asked
  await page.goto(review(first))
  await button(page, 'Approve').click()
  await isInOrder(page)
  await dialog(page).getByLabel('Note').fill('Lovely reds.')
  await button(dialog(page), 'Approve version 1').click()
  await dialog(page).getByRole('button', { name: 'Withdraw your verdict' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await button(page, 'Approve').count()).toBe(0)
  await status(keeper.page, 'Approvals: Approved').waitFor()
  await keeper.page.keyboard.press('a')
  await dialog(keeper.page).getByText('Lovely reds.').waitFor()
})

test('a verdict is withdrawn, and asks for changes instead', async () => {
  const { page } = asked
  await page.keyboard.press('a')
  await button(dialog(page), 'Withdraw your verdict').click()
  await dialog(keeper.page).getByText('Not decided').waitFor()
  await button(dialog(page), 'Request changes').click()
  await dialog(page).getByLabel('What should change').fill('More blue, please.')
  await button(dialog(page), 'Request changes').click()
  await dialog(keeper.page).getByText('More blue, please.').waitFor()
  await isInOrder(keeper.page)
  await page.keyboard.press('Escape')
})

test('the history has every step, also as a file', async () => {
  const { page } = keeper
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
  await page.keyboard.press('Escape')
})

test('the card and the phone have the status, and the dialog fits a phone', async () => {
  await keeper.page.goto(`${product.origin}/quick-review/collections/${collection}`)
  await card(keeper.page, 'Colours.mp4').getByText('Changes requested').waitFor()
  await isInOrder(keeper.page)
  const { page } = phone
  await page.goto(review(first))
  await status(page, /^Approvals: Changes requested/).waitFor()
  await isInOrder(page)
  await status(page, /^Approvals: Changes requested/).click()
  await dialog(page).getByText('More blue, please.').waitFor()
  await isInOrder(page)
  await button(dialog(page), 'Change request').click()
  await field(page, 'Due date').waitFor()
  await isInOrder(page)
  await page.keyboard.press('Escape')
})

test('a link for watching shows the status alone', async () => {
  const { page } = phone
  await page.goto(product.origin + (await createShareLink(product, ada, first, 'viewer')))
  await page.getByText('Changes requested').waitFor()
  expect(await page.getByRole('button', { name: /Approv|Request changes/ }).count()).toBe(0)
  await isInOrder(page)
})

test('a verdict that comes after a newer version is refused, with the way to that version', async () => {
  const { page } = asked
  await button(page, /^Approvals: /).click()
  await button(dialog(page), 'Approve version 1').click()
  await uploadVideo(product, ada, collection, film, first)
  await ready(2)
  await button(dialog(page), 'Approve version 1').click()
  await dialog(page).getByText('A newer version is here.').waitFor()
  await dialog(page).getByRole('link', { name: 'Go to version 2' }).click()
  await status(page, /^Approvals: Needs review due /).waitFor()
  await button(page, 'Approve').waitFor()
})

test('somebody without an account is asked by mail, and decides by their link without saying who they are', async () => {
  const { page } = asked
  const [current] = await videosOf(product, ada, collection)
  await keeper.page.goto(review(current!.id))
  await status(keeper.page, /^Approvals: Needs review due /).click()
  await button(dialog(keeper.page), 'Change request').click()
  await field(keeper.page, 'Somebody else: e-mail').fill('kim@example.org')
  await field(keeper.page, 'Their name').fill('Kim Moe')
  await field(keeper.page, 'Their name').press('Enter')
  await dialog(keeper.page).getByRole('list', { name: 'Asked people' }).getByText('Kim Moe').waitFor()
  await button(dialog(keeper.page), 'Request review').click()
  await dialog(keeper.page).getByText('Kim Moe').waitFor()
  await phone.context.clearCookies()
  await phone.page.goto(await product.link('kim@example.org'))
  await status(phone.page, /^Approvals: Needs review/).click()
  await button(dialog(phone.page), 'Approve version 2').click()
  expect(await dialog(phone.page).getByLabel('Your name').count()).toBe(0)
  await isInOrder(phone.page)
  await button(dialog(phone.page), 'Approve version 2').click()
  await button(dialog(phone.page), 'Withdraw your verdict').waitFor()
  await isInOrder(phone.page)
  const kim = dialog(keeper.page).getByRole('listitem').filter({ hasText: 'Kim Moe' })
  await kim.getByText('Approved').waitFor()
  // Bo has not decided on this version.
  await status(page, /^Approvals: Needs review/).waitFor()
})

test('whoever has a link for approving gives a name, and a verdict', async () => {
  const { page } = phone
  const [current] = await videosOf(product, ada, collection)
  await page.goto(product.origin + (await createShareLink(product, ada, current!.id, 'approver')))
  await status(page, /^Approvals: Needs review/).click()
  await button(dialog(page), 'Request changes').click()
  await dialog(page).getByLabel('What should change').fill('The end is too long.')
  await button(dialog(page), 'Request changes').click()
  await dialog(page).getByText('Please enter your name').waitFor()
  await dialog(page).getByLabel('Your name').fill('Noor')
  await isInOrder(page)
  await button(dialog(page), 'Request changes').click()
  await button(dialog(page), 'Withdraw your verdict').waitFor()
  await dialog(keeper.page).getByText('The end is too long.').waitFor()
  await dialog(keeper.page).getByText('Noor').waitFor()
})
