// Past 250 lines: all that people do around one video in review.
import path from 'node:path'
import type { SharePermission } from '@footnote/contract/nouns/sharing.ts'
import type { Locator, Page, Request } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Account, createCollection, createComment, createReviewCollection, createShareLink } from '../calls.ts'
import { makeColours } from '../films.ts'
import { addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, card, dialog, field, indexed, isInOrder, tabTo, upload } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// Two people review a video: its owner, and a guest with a link.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('review')
/** Milliseconds within which a revoked link closes the pages that it opened. */
const END = 60_000
/** Smallest indentation of a reply in pixels: with less it looks like a sibling. */
const STEP = 20
/** Local storage of a guest who has given a name. */
const JUN = { 'footnote.guest_name': 'Jun' }
const HOLD = { content: 'Hold this two beats longer.', start_time: 3 }

let ada: Account
let collection: string
let video: string

beforeEach(async () => {
  ada = await addPerson(product)
  collection = await createReviewCollection(product, ada, 'Ledger films')
  video = await addVideo(product, ada, collection, { film: 'slide.mp4', file_name: 'Ledger.mp4' })
})

const review = () => `${product.origin}/quick-review/${ada.user_id}/${video}`
const comment = (words: Parameters<typeof createComment>[3] = HOLD) => createComment(product, ada, video, words)

const comments = (page: Page): Locator => page.getByRole('region', { name: 'Comments', exact: true })
const transcript = (page: Page): Locator => page.getByRole('region', { name: 'Transcript', exact: true })
/** A text box among the comments. */
const box = (page: Page, name: string | RegExp = 'Comment'): Locator =>
  comments(page).getByRole('textbox', { name, exact: true })
const position = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1)
const isPaused = (page: Page) => page.evaluate(() => document.querySelector('video')?.paused ?? true)

async function openVideo(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
}

/** Opens the review as its owner. */
async function ownerPage(): Promise<Page> {
  const { page } = await testBrowser({ as: ada })
  await page.goto(review())
  await openVideo(page)
  return page
}

/** Opens a new link to the review as a guest. @param storage local storage of the guest */
async function guestPage(permission: SharePermission, storage: Readonly<Record<string, string>> = {}): Promise<Page> {
  const { page } = await testBrowser({ storage })
  await page.goto(product.origin + (await createShareLink(product, ada, video, permission)))
  await openVideo(page)
  return page
}

/** Opens the review as its owner, and as a guest with a name who may comment. */
const bothPages = async (): Promise<{ owner: Page; guest: Page }> => {
  const [owner, guest] = await Promise.all([ownerPage(), guestPage('commenter', JUN)])
  return { owner, guest }
}

test('the home page leads to a new review collection, and a video is uploaded to it', async () => {
  ada = await addPerson(product)
  const { page } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/home`)
  await page.getByRole('link', { name: 'QuickReview' }).click()
  await page.waitForURL('**/quick-review/home')
  await page.getByText('No collections yet').waitFor()
  // A tooltip opens on keyboard focus, but not on the focus after a press.
  await page.keyboard.press('Tab')
  await button(page, 'What is a collection?').focus()
  await page.getByRole('tooltip', { name: /library of videos/ }).waitFor()
  await isInOrder(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const explanation = await page.locator('.tip').boundingBox()
  expect(explanation!.x + explanation!.width).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${product.origin}/quick-review/home?openCreateModal=true`)
  await field(page, 'Name').fill('First cut')
  expect(new URL(page.url()).search).toBe('')
  await isInOrder(page)
  await button(dialog(page), 'Create').click()
  await dialog(page).waitFor({ state: 'detached' })
  await button(page, 'More for First cut').click()
  await page.getByRole('menuitem', { name: 'Rename Collection' }).click()
  await field(page, 'Name').fill('Ledger films')
  await button(dialog(page), 'Rename').click()
  await page.getByRole('link', { name: 'Explore Ledger films' }).click()
  await page.waitForURL('**/quick-review/collections/*')
  const film = path.join(folder, 'Colours.mp4')
  await makeColours(film)
  await upload(page, film)
  await indexed(page, 'Colours.mp4')
  expect(await page.getByRole('link', { name: 'Search', exact: true }).count()).toBe(0)
  await isInOrder(page)
})

test('its card opens the review: the video, its transcript and no comments yet', async () => {
  const { page } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/quick-review/collections/${collection}`)
  await card(page, 'Ledger.mp4').getByRole('link', { name: 'Review Ledger.mp4' }).click()
  await page.waitForURL(/\/quick-review\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
  await openVideo(page)
  await transcript(page).getByText('captain').first().waitFor()
  await comments(page).waitFor()
  await isInOrder(page)
})

test.each(['commenter', 'viewer'] as const)('the owner makes a link for a %s', async (permission) => {
  const page = await ownerPage()
  await button(page, 'Share').click()
  await button(dialog(page), /^Permission: /).click()
  await page.getByRole('menuitemradio', { name: new RegExp(permission, 'i') }).click()
  await button(dialog(page), 'Generate Link').click()
  await page.getByText('Link copied to clipboard!').waitFor()
  const link = await field(page, 'Link').inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  expect(new URL(link).pathname).toMatch(/^\/shared\/[\w-]{20,}$/)
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('a guest opens the link without an account, and nothing there requires one', async () => {
  const page = await guestPage('commenter')
  expect(await button(page, 'Share').count()).toBe(0)
  expect(await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').count()).toBe(0)
  await isInOrder(page)
})

/** Posts a comment and waits until the other person sees it. @returns how often their page loaded the list meanwhile */
async function say(from: Page, words: string, to: Page): Promise<number> {
  await box(from).fill(words)
  let lists = 0
  const count = (request: Request) => {
    if (request.url().includes('/api/quick-review/comments/')) lists += 1
  }
  to.on('request', count)
  await button(comments(from), 'Comment').click()
  await comments(to).getByText(words).waitFor()
  to.off('request', count)
  return lists
}

test('the owner’s comment reaches the guest without a reload', async () => {
  const { owner, guest } = await bothPages()
  await owner.evaluate(() => {
    document.querySelector('video')!.currentTime = 3
  })
  await expect.poll(() => field(owner, 'Start time (mm:ss)').inputValue()).toBe('00:03')
  expect(await say(owner, 'Hold this two beats longer.', guest)).toBe(0)
  for (const page of [owner, guest]) {
    await button(comments(page), /0:03.*comment 1/).waitFor()
    await isInOrder(page)
  }
})

test('the guest gives a name once, comments, and the owner sees it without a reload', async () => {
  await comment()
  const [owner, page] = await Promise.all([ownerPage(), guestPage('commenter')])
  await comments(page).getByText(HOLD.content).waitFor()
  await field(page, 'Your name').fill('Jun')
  expect(await say(page, 'The ledger is hard to read.', owner)).toBe(0)
  await comments(owner).getByText('Jun').waitFor()
  await isInOrder(page)
})

test('the guest replies to the owner, who reads it on demand and answers below it', async () => {
  await comment()
  const { owner, guest } = await bothPages()
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

test('each reply is indented from its comment, four levels deep', async () => {
  const texts = [HOLD.content, 'Two beats it is.', 'Thank you.', 'See you.'] as const
  let parent_comment_id = await comment()
  for (const content of texts.slice(1, 3)) parent_comment_id = await comment({ content, parent_comment_id })
  const { owner, guest } = await bothPages()
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

test('each edits and deletes their own comments only', async () => {
  await comment()
  const { owner, guest: page } = await bothPages()
  await say(page, 'The ledger is hard to read.', owner)
  expect(await page.getByRole('button', { name: /^Edit: comment by Ada/ }).count()).toBe(0)
  const own = comments(page).getByRole('listitem').filter({ hasText: 'The ledger is hard to read.' })
  await button(own, 'Edit: comment by Jun').click()
  await box(page, 'Edit comment').fill('The ledger is too small to read.')
  await button(comments(page), 'Save').click()
  await comments(owner).getByText('The ledger is too small to read.').waitFor()
  await comments(owner).getByText('edited').waitFor()
  await button(comments(page).getByRole('listitem').filter({ hasText: 'too small' }), 'Delete: comment by Jun').click()
  await button(dialog(page), 'Delete').waitFor()
  await isInOrder(page)
  await button(dialog(page), 'Delete').click()
  await comments(owner).getByText('The ledger is too small to read.').waitFor({ state: 'detached' })
})

test('choosing a comment, or its marker, shows both and plays from there', async () => {
  await comment()
  await comment({ content: 'Here it begins to matter.', start_time: 5 })
  const page = await ownerPage()
  await button(comments(page), /comment 1$/).click()
  await page.waitForFunction(() => !document.querySelector('video')!.paused)
  expect(await position(page)).toBeGreaterThanOrEqual(3)
  await page.keyboard.press('k')
  expect(await isPaused(page)).toBe(true)
  expect(await comments(page).locator('[aria-current=true]').innerText()).toContain('Hold this two beats longer.')
})

test('a thread that one resolves is resolved for the other, who reads the open ones only; team-only stays inside', async () => {
  const { owner: page, guest } = await bothPages()
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

test('a guest who may only watch reads the comments and why they cannot write', async () => {
  await comment()
  const page = await guestPage('viewer')
  await comments(page).getByText('Hold this two beats longer.').waitFor()
  await comments(page).getByText('You do not have permission to comment.').waitFor()
  expect(await comments(page).getByRole('textbox').count()).toBe(0)
  expect(
    await comments(page)
      .getByRole('button', { name: /^(Reply|Edit|Delete)/ })
      .count(),
  ).toBe(0)
  await isInOrder(page)
})

test('panels are hidden, widened by the keyboard alone, and stay as they were left', async () => {
  for (const start_time of [3, 5, 7]) await comment({ content: 'Hold this two beats longer.', start_time })
  const page = await ownerPage()
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
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the page works by keyboard alone: play, step, comment, share', async () => {
  const { owner: page, guest } = await bothPages()
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
  const page = await guestPage('commenter', JUN)
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

test('a comment whose answer is lost is stored once after it is sent again', async () => {
  const { owner: page, guest } = await bothPages()
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

test('a link that is revoked closes the pages that it opened, and stops their videos', async () => {
  const [page, guest, viewer] = await Promise.all([ownerPage(), guestPage('commenter', JUN), guestPage('viewer')])
  const guests = [guest, viewer]
  const streams = await Promise.all(
    guests.map((one) => one.evaluate(() => document.querySelector('video')!.currentSrc)),
  )
  await button(page, 'Share').click()
  for (const name of ['Commenter', 'Viewer']) {
    await button(dialog(page), `Revoke ${name} link`).click()
    await isInOrder(page)
    await button(dialog(page), 'Revoke link').click()
    await button(dialog(page), `Revoke ${name} link`).waitFor({ state: 'detached' })
  }
  for (const one of guests) {
    await one.getByRole('heading', { name: 'This link has ended' }).waitFor({ timeout: END })
    await isInOrder(one)
  }
  for (const stream of streams) expect((await fetch(stream)).status).toBe(404)
  await guest.reload()
  await guest.getByText('Invalid share token').waitFor()
  await isInOrder(guest)
})

test('a search video is opened in review by its owner, and an open page says when it is deleted', async () => {
  const searched = await createCollection(product, ada, 'Searched')
  await addVideo(product, ada, searched, { film: 'colours.mp4', file_name: 'Colours.mp4' })
  const { context, page } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/collections/${searched}`)
  await card(page, 'Colours.mp4').hover()
  await page.getByRole('link', { name: 'Quick Review: Colours.mp4' }).click()
  await openVideo(page)
  await isInOrder(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await openVideo(other)
  await page.getByRole('link', { name: 'Searched' }).click()
  await page.waitForURL(/\/collections\/[0-9a-f-]{36}$/)
  await card(page, 'Colours.mp4').hover()
  await button(page, 'Delete: Colours.mp4').click()
  await button(dialog(page), 'Delete').click()
  await other.getByRole('heading', { name: 'This video was deleted' }).waitFor({ timeout: END })
  await isInOrder(other)
})

test('a review collection is deleted with its videos, and their addresses say so', async () => {
  const { page } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/quick-review/home`)
  await page.getByRole('link', { name: 'Explore Ledger films' }).click()
  await card(page, 'Ledger.mp4').waitFor()
  const gone = page.url()
  await page.goBack()
  await button(page, 'More for Ledger films').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await isInOrder(page)
  await button(dialog(page), 'Delete').click()
  await page.getByText('No collections yet').waitFor()
  await page.goto(gone)
  await page.getByRole('heading', { name: 'Collection Not Found' }).waitFor()
  await isInOrder(page)
})
