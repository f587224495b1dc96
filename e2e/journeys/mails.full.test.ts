import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Account, createComment, createReviewCollection, createShareLink } from '../calls.ts'
import { endBursts } from '../database.ts'
import { addVideo, RATES } from '../library.ts'
import { addMember, addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { comments, openVideo } from '../review-page.ts'
import { button, dialog, isInOrder, logIn } from '../steps.ts'
import { noComplaints, openPage, testBrowser } from '../test-browser.ts'

// Mails lead to what they are about, also if their reader has to sign in first.
const product = connectProduct(inject('product'))
const FILM = 'reel.mp4'
/** A frame, and when it begins. */
const FRAME = 40
const AT = FRAME / RATES[FILM]
let owner: Account
let member: Account
let video: string

beforeEach(async () => {
  owner = await addPerson(product, { plan: 'TEAM' })
  member = await addMember(product, owner, { first_name: 'Max', last_name: 'Member' })
  const collection = await createReviewCollection(product, owner, 'Cuts')
  video = await addVideo(product, owner, collection, { film: FILM, file_name: 'harbour.mp4' })
})
afterEach(noComplaints)

/** Opens an address of a mail without a session, and signs in. */
async function follow(link: string, person: Account, size: { width?: number; height?: number } = {}): Promise<Page> {
  const { page } = await testBrowser(size)
  await page.goto(link)
  await page.waitForURL(/\/login\?/)
  await logIn(page, person)
  return page
}

/** The frame that the video is at. */
const frameOf = (page: Page): Promise<number> =>
  page.evaluate((rate) => Math.floor((document.querySelector('video')?.currentTime ?? -1) * rate), RATES[FILM])

/** Whether an entry can be seen in its list. Runs in the page. */
function isInView(entry: Element): boolean {
  const list = entry.closest('.scroll')?.getBoundingClientRect()
  const own = entry.getBoundingClientRect()
  return list !== undefined && own.top < list.bottom && own.bottom > list.top
}

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('a mail about a comment opens its frame and selects it after a sign-in, at $width pixels', async (size) => {
  for (let place = 0; place < 30; place += 1)
    await createComment(product, owner, video, { content: `Note ${place}`, start_time: place / RATES[FILM] })
  await createComment(product, member, video, { content: 'Hold this frame.', start_time: AT })
  await endBursts(product, owner)
  const page = await follow(await product.mailed(owner.email, 'Open the comment'), owner, size)
  await openVideo(page)
  await expect.poll(() => frameOf(page)).toBe(FRAME)
  const selected = comments(page).locator('[aria-current=true]')
  await selected.getByText('Hold this frame.').waitFor()
  await expect.poll(() => selected.evaluate(isInView)).toBe(true)
  await isInOrder(page)
})

test('a comment that an address names stays in view when its list gets less room', async () => {
  for (let place = 0; place < 30; place += 1)
    await createComment(product, owner, video, { content: `Note ${place}`, start_time: place / RATES[FILM] })
  const last = await createComment(product, owner, video, { content: 'Hold this frame.', start_time: AT })
  const address = `/quick-review/${owner.user_id}/${video}?t=${AT}&comment=${last}`
  const page = await openPage(address, { width: 390, height: 844, as: owner })
  const selected = comments(page).locator('[aria-current=true]')
  await selected.getByText('Hold this frame.').waitFor()
  await expect.poll(() => selected.evaluate(isInView)).toBe(true)
  // As when a film loads late and takes its place above the list.
  await page.getByLabel('List of comments').evaluate((list) => {
    list.style.marginBottom = '160px'
  })
  await expect.poll(() => selected.evaluate(isInView)).toBe(true)
})

test('a mail about a reply to a reply opens the thread down to it', async () => {
  const root = await createComment(product, owner, video, { content: 'Too dark?', start_time: AT })
  const reply = await createComment(product, member, video, { content: 'A bit.', parent_comment_id: root })
  await createComment(product, owner, video, { content: 'Then brighter.', parent_comment_id: reply })
  await endBursts(product, member)
  const page = await follow(await product.mailed(member.email, 'Open the reply'), member)
  await openVideo(page)
  await expect.poll(() => frameOf(page)).toBe(FRAME)
  await comments(page).locator('.reply[aria-current=true]').getByText('Then brighter.').waitFor()
  await comments(page).getByText('A bit.').waitFor()
  await isInOrder(page)
})

test('a mail about a verdict opens the approval, which does not open again after it was closed', async () => {
  const link = await createShareLink(product, owner, video, 'approver')
  const { page: guest } = await testBrowser()
  await guest.goto(product.origin + link)
  await button(guest, 'Request changes').click()
  await dialog(guest).getByLabel('Your name').fill('Max Member')
  await button(dialog(guest), 'Request changes').click()
  await dialog(guest).getByText('Changes requested').first().waitFor()
  const page = await follow(await product.mailed(owner.email, 'Open the approval'), owner)
  const people = dialog(page).getByRole('list', { name: 'People' })
  await people.getByText('Max Member').waitFor()
  await people.getByText('guest').waitFor()
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
})

test('a line of the bell leads to the same place as its mail', async () => {
  await createComment(product, member, video, { content: 'Hold this frame.', start_time: AT })
  const { page } = await testBrowser({ as: owner })
  await page.goto(product.origin)
  await button(page, /^Notifications/).click()
  await dialog(page).getByRole('link', { name: 'Open comment' }).click()
  await openVideo(page)
  await endBursts(product, owner)
  expect(page.url()).toBe(await product.mailed(owner.email, 'Open the comment'))
  await expect.poll(() => frameOf(page)).toBe(FRAME)
  await comments(page).locator('[aria-current=true]').getByText('Hold this frame.').waitFor()
})

test('an address that leads to the files under the bell opens it, once', async () => {
  const { page } = await testBrowser({ as: owner })
  await page.goto(`${product.origin}/home?notifications=true`)
  await dialog(page).getByRole('heading', { name: 'Notifications' }).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await isInOrder(page)
})
