// Past 250 lines: one discussion of two people; each test continues where the previous one ended.
import path from 'node:path'
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Browser, signIn } from '../browser.ts'
import { createAccount } from '../calls.ts'
import { makeFilms } from '../films.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { button, card, createCollection, dialog, field, indexed, isInOrder, upload } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// Two people review a video: its owner, and a guest with a link. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('review')
/** Milliseconds within which a revoked link closes the pages that it opened. */
const END = 60_000
/** Smallest indentation of a reply in pixels: with less it looks like a sibling. */
const STEP = 20

let owner: Browser
let guest: Browser
let viewer: Browser
const links = { commenter: '', viewer: '' }

beforeAll(async () => {
  ;[owner, guest, viewer] = await Promise.all([testBrowser(), testBrowser(), testBrowser()])
  await signIn(owner.context, (await createAccount(product)).storage)
})

oneJourney()

afterAll(() => Promise.all([owner, guest, viewer].map((browser) => browser?.close())))

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

test('the home page leads to a new review collection, and a video is uploaded to it', async () => {
  const { page } = owner
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
  await upload(page, (await makeFilms(folder)).slide)
  await indexed(page, 'Ledger.mp4')
  expect(await page.getByRole('link', { name: 'Search', exact: true }).count()).toBe(0)
  await isInOrder(page)
})

test('its card opens the review: the video, its transcript and no comments yet', async () => {
  const { page } = owner
  await card(page, 'Ledger.mp4').getByRole('link', { name: 'Review Ledger.mp4' }).click()
  await page.waitForURL(/\/quick-review\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
  await openVideo(page)
  await transcript(page).getByText('captain').first().waitFor()
  await comments(page).waitFor()
  await isInOrder(page)
})

test('the owner makes a link for commenting and a link for watching', async () => {
  const { page } = owner
  for (const permission of ['commenter', 'viewer'] as const) {
    await button(page, 'Share').click()
    await button(dialog(page), /^Permission: /).click()
    await page.getByRole('menuitemradio', { name: new RegExp(permission, 'i') }).click()
    await button(dialog(page), 'Generate Link').click()
    await page.getByText('Link copied to clipboard!').waitFor()
    links[permission] = await field(page, 'Link').inputValue()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(links[permission])
    await isInOrder(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    // The dialog resets its choices shortly after it closes.
    await page.waitForTimeout(300)
  }
  expect(new URL(links.commenter).pathname).toMatch(/^\/shared\/[\w-]{20,}$/)
})

test('a guest opens the link without an account, and nothing there requires one', async () => {
  const { page } = guest
  await page.goto(links.commenter)
  await openVideo(page)
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
  await owner.page.evaluate(() => {
    document.querySelector('video')!.currentTime = 3
  })
  await expect.poll(() => field(owner.page, 'Start time (mm:ss)').inputValue()).toBe('00:03')
  expect(await say(owner.page, 'Hold this two beats longer.', guest.page)).toBe(0)
  for (const { page } of [owner, guest]) {
    await button(comments(page), /0:03.*comment 1/).waitFor()
    await isInOrder(page)
  }
})

test('the guest gives a name once, comments, and the owner sees it without a reload', async () => {
  const { page } = guest
  await field(page, 'Your name').fill('Jun')
  expect(await say(page, 'The ledger is hard to read.', owner.page)).toBe(0)
  await comments(owner.page).getByText('Jun').waitFor()
  await isInOrder(page)
})

test('the guest replies to the owner, who reads it on demand and answers below it', async () => {
  await button(guest.page, /^Reply: comment by Ada/).click()
  await comments(guest.page).getByText('Commenting as Jun').waitFor()
  await box(guest.page, /^Reply to Ada/).fill('Two beats it is.')
  await button(guest.page, 'Reply').click()
  await button(owner.page, 'Show 1 reply').click()
  await comments(owner.page).getByText('Two beats it is.').waitFor()
  const replies = owner.page.getByRole('list', { name: /^Replies to Ada/ })
  await button(replies, 'Reply: comment by Jun').click()
  await box(owner.page, /^Reply to Jun/).fill('Thank you.')
  await owner.page.keyboard.press('Shift+Enter')
  await button(guest.page, 'Show 1 reply').click()
  await comments(guest.page).getByText('Thank you.').waitFor()
  await isInOrder(owner.page)
})

test('each reply is indented from its comment, four levels deep', async () => {
  const answers = (page: Page) => page.getByRole('list', { name: /^Replies to Jun/ })
  await button(answers(guest.page), /^Reply: comment by Ada/).click()
  await box(guest.page, /^Reply to Ada/).fill('See you.')
  await button(guest.page, 'Reply').click()
  await button(answers(owner.page), 'Show 1 reply').click()
  await comments(owner.page).getByText('See you.').waitFor()
  const texts = ['Hold this two beats longer.', 'Two beats it is.', 'Thank you.', 'See you.']
  const lefts = await Promise.all(
    texts.map(async (text) => (await comments(owner.page).getByText(text).boundingBox())!.x),
  )
  for (const [at, left] of lefts.slice(1).entries()) expect(left - lefts[at]!).toBeGreaterThanOrEqual(STEP)
})

test('each edits and deletes their own comments only', async () => {
  const { page } = guest
  expect(await page.getByRole('button', { name: /^Edit: comment by Ada/ }).count()).toBe(0)
  const own = comments(page).getByRole('listitem').filter({ hasText: 'The ledger is hard to read.' })
  await button(own, 'Edit: comment by Jun').click()
  await box(page, 'Edit comment').fill('The ledger is too small to read.')
  await button(comments(page), 'Save').click()
  await comments(owner.page).getByText('The ledger is too small to read.').waitFor()
  await comments(owner.page).getByText('edited').waitFor()
  await button(comments(page).getByRole('listitem').filter({ hasText: 'too small' }), 'Delete: comment by Jun').click()
  await button(dialog(page), 'Delete').waitFor()
  await isInOrder(page)
  await button(dialog(page), 'Delete').click()
  await comments(owner.page).getByText('The ledger is too small to read.').waitFor({ state: 'detached' })
})

test('choosing a comment, or its marker, shows both and plays from there', async () => {
  const { page } = owner
  await say(page, 'Here it begins to matter.', guest.page)
  await button(comments(page), /comment 1$/).click()
  await page.waitForFunction(() => !document.querySelector('video')!.paused)
  expect(await position(page)).toBeGreaterThanOrEqual(3)
  await page.keyboard.press('k')
  expect(await isPaused(page)).toBe(true)
  expect(await comments(page).locator('[aria-current=true]').innerText()).toContain('Hold this two beats longer.')
})

test('a thread that one resolves is resolved for the other, who reads the open ones only; team-only stays inside', async () => {
  const { page } = owner
  const entry = (at: Page, words: string) => comments(at).locator('li.comment', { hasText: words })
  await page.getByRole('switch', { name: 'Team only' }).click()
  await box(page).fill('The client has not asked.')
  await button(comments(page), 'Comment').click()
  await entry(page, 'The client has not asked.').getByText('Team only').waitFor()
  await page.getByRole('switch', { name: 'Team only' }).click()
  await box(page).fill('Cut to the harbour.')
  await button(comments(page), 'Comment').click()
  await entry(guest.page, 'Cut to the harbour.').waitFor()
  expect(await entry(guest.page, 'The client has not asked.').count()).toBe(0)
  await button(entry(page, 'Cut to the harbour.'), /^Resolve/).click()
  await entry(guest.page, 'Cut to the harbour.').getByText('Resolved by').waitFor()
  expect(await button(entry(guest.page, 'Cut to the harbour.'), /^Reopen/).count()).toBe(0)
  await guest.page.getByRole('radio', { name: /^Open/ }).click()
  await entry(guest.page, 'Cut to the harbour.').waitFor({ state: 'detached' })
  expect(new URL(guest.page.url()).searchParams.get('show')).toBe('open')
  await entry(page, 'Cut to the harbour.')
    .getByRole('button', { name: /^Play from/ })
    .focus()
  await page.keyboard.press('e')
  await entry(guest.page, 'Cut to the harbour.').waitFor()
  await isInOrder(page)
  await isInOrder(guest.page)
  await guest.page.getByRole('radio', { name: /^All/ }).click()
  for (const words of ['Cut to the harbour.', 'The client has not asked.']) {
    await button(entry(page, words), /^Delete/).click()
    await button(dialog(page), 'Delete').click()
    await entry(page, words).waitFor({ state: 'detached' })
  }
})

test('a guest who may only watch reads the comments and why they cannot write', async () => {
  const { page } = viewer
  await page.goto(links.viewer)
  await openVideo(page)
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
  const { page } = owner
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

/** Presses Tab until an element has the focus. @throws when it is not reached */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let press = 0; press < 80; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Not reached by Tab: ${target}`)
}

test('the page works by keyboard alone: play, step, comment, share', async () => {
  const { page } = owner
  await page.reload()
  await openVideo(page)
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
  await comments(guest.page).getByText('By hand and eye, k j l 5.').waitFor()
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
  const { page } = guest
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
  const { page } = owner
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
  await comments(guest.page).getByText('Say this once.').waitFor()
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
  const streams = await Promise.all(
    [guest, viewer].map(({ page }) => page.evaluate(() => document.querySelector('video')!.currentSrc)),
  )
  const { page } = owner
  await button(page, 'Share').click()
  for (const name of ['Commenter', 'Viewer']) {
    await button(dialog(page), `Revoke ${name} link`).click()
    await isInOrder(page)
    await button(dialog(page), 'Revoke link').click()
    await button(dialog(page), `Revoke ${name} link`).waitFor({ state: 'detached' })
  }
  for (const browser of [guest, viewer]) {
    await browser.page.getByRole('heading', { name: 'This link has ended' }).waitFor({ timeout: END })
    await isInOrder(browser.page)
  }
  for (const stream of streams) expect((await fetch(stream)).status).toBe(404)
  await guest.page.reload()
  await guest.page.getByText('Invalid share token').waitFor()
  await isInOrder(guest.page)
  await page.keyboard.press('Escape')
})

test('a search video is opened in review by its owner, and an open page says when it is deleted', async () => {
  const { page } = owner
  await createCollection(page, product, 'Searched')
  await upload(page, path.join(folder, 'Colours.mp4'))
  await indexed(page, 'Colours.mp4')
  await card(page, 'Colours.mp4').hover()
  await page.getByRole('link', { name: 'Quick Review: Colours.mp4' }).click()
  await openVideo(page)
  await isInOrder(page)
  const other = await owner.context.newPage()
  await other.goto(page.url())
  await openVideo(other)
  await page.getByRole('link', { name: 'Searched' }).click()
  await page.waitForURL(/\/collections\/[0-9a-f-]{36}$/)
  await card(page, 'Colours.mp4').hover()
  await button(page, 'Delete: Colours.mp4').click()
  await button(dialog(page), 'Delete').click()
  await other.getByRole('heading', { name: 'This video was deleted' }).waitFor({ timeout: END })
  await isInOrder(other)
  await other.close()
})

test('a review collection is deleted with its videos, and their addresses say so', async () => {
  const { page } = owner
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
