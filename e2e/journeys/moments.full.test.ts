import type { Match } from '@footnote/contract/nouns/search.ts'
import { commentFrames, type FrameTiming, matchFrames } from '@footnote/contract/shared/frames.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Browser, signIn } from '../browser.ts'
import { type Account, ask, changePlan, createAccount, createCollection, createMember, videosOf } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { indexedSamples } from '../seeded.ts'
import { button, dialog, isInOrder } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'
import { copyVideos } from '../video-rows.ts'

// A member sends moments of a search to the review of the owner's videos. Each test continues where the previous one
// ended.
const product = connectProduct(inject('product'))
const COPIES = 40
const QUERY = 'lemon tart'
let owner: Account
let collection = ''
let searching: Browser
let reviewing: Browser
let phone: Browser
/** The answer of the search. */
let matches: Match[] = []

beforeAll(async () => {
  owner = await createAccount(product)
  await changePlan(product, owner, 'TEAM')
  const grace = await createMember(product, owner, { first_name: 'Grace', last_name: 'Hopper' })
  collection = await createCollection(product, owner, 'Harbour')
  await inDatabase(product, async (db) => {
    const copies = Array.from({ length: COPIES }, (_, place) => ({
      file_name: `Take ${place + 1}.mp4`,
      film: 'Kitchen notes: a lemon tart.mp4',
    }))
    await copyVideos(db, await indexedSamples(db), collection, owner.user_id, copies)
  })
  ;[searching, reviewing, phone] = await Promise.all([
    testBrowser(),
    testBrowser(),
    testBrowser({ width: 390, height: 844 }),
  ])
  await signIn(searching.context, grace.storage)
  await signIn(reviewing.context, owner.storage)
  await signIn(phone.context, grace.storage)
})
oneJourney()
afterAll(() => Promise.all([searching, reviewing, phone].map((browser) => browser?.close())))

const press = async (...keys: string[]) => {
  for (const key of keys) await searching.page.keyboard.press(key)
}
const focused = () => searching.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
/** Presses Tab until an element with a certain name has the focus. */
async function tabTo(name: RegExp): Promise<void> {
  for (let tries = 0; !name.test(await focused()); tries += 1) {
    if (tries > 60) throw new Error(`Tab does not lead to ${name}`)
    await press('Tab')
  }
}
const bar = ({ page }: Browser) => page.getByRole('region', { name: 'Selection' })
const entries = () => reviewing.page.locator('li.comment')
const asked = (query: string) =>
  `${product.origin}/collections/${collection}/search?${new URLSearchParams({ q: query })}`

/** Opens a search and keeps its answer. */
async function find({ page }: Browser, query: string): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes('/api/query_index'))
  await page.goto(asked(query))
  matches = (await (await answer).json()).matches
  await button(page, /^Play /)
    .first()
    .waitFor()
}

/** When the frames of a video appear. */
async function timingOf(video_id: string): Promise<FrameTiming> {
  let timing: FrameTiming | undefined
  await inDatabase(product, async (db) => {
    const row = db.selectFrom('videos').select(['frame_rate_num', 'frame_rate_den']).where('id', '=', video_id)
    const { frame_rate_num: num, frame_rate_den: den } = await row.executeTakeFirstOrThrow()
    if (num && den) timing = { rate: { num, den }, times: null }
  })
  if (!timing) throw new Error('The frame rate is unknown')
  return timing
}

/** The frames of the comments on a video, in order. */
async function commentedFrames(video_id: string): Promise<{ first: number; last: number }[]> {
  const timing = await timingOf(video_id)
  const call = `quick-review/comments/${video_id}?page_size=100`
  const { items } = await ask<{ items: { start_time: number; end_time: number | null }[] }>(product, owner, call)
  return items.map(({ start_time, end_time }) => commentFrames(timing, { start: start_time, end: end_time }))
}

const matchedFrames = async (video_id: string, of: readonly Match[]) => {
  const timing = await timingOf(video_id)
  return of
    .filter((match) => match.video_id === video_id)
    .map(({ start_time, end_time }) => matchFrames(timing, { start: start_time, end: end_time }))
    .sort((one, other) => one.first - other.first || one.last - other.last)
}

/** The owner's notifications of comments. */
const notices = async () => {
  const call = ask<{ notifications: { type: string; comments: number | null }[] }>(product, owner, 'get_notifications')
  return (await call).notifications.filter(({ type }) => type === 'COMMENT')
}

test('three moments are selected and sent by keyboard alone', async () => {
  const { page } = searching
  await find(searching, QUERY)
  const first = matches[0]!
  await reviewing.page.goto(`${product.origin}/quick-review/${owner.user_id}/${first.video_id}`)
  await reviewing.page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  await tabTo(/^Play /)
  await press('x', 'Tab')
  await tabTo(/^Play /)
  await press('Tab')
  await tabTo(/^Play /)
  await press('Shift+X')
  await bar(searching)
    .getByText(/^3 moments in \d videos?$/)
    .waitFor()
  await isInOrder(page)
  for (let tries = 0; tries < 200; tries += 1) {
    const at = await page.evaluate(() => document.activeElement?.textContent)
    if (at === 'Send to review') break
    await press('Tab')
  }
  await press('Enter')
  await dialog(page).getByRole('heading', { name: 'Send 3 moments to review' }).waitFor()
  await isInOrder(page)
  await dialog(page).getByLabel('Begin each comment with').focus()
  await page.keyboard.type('Rights?')
  await button(dialog(page), 'Send 3 comments').focus()
  await press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  // A pointer on the message keeps it.
  await button(page, 'Undo').hover()
  const of_video = matches.slice(0, 3).filter(({ video_id }) => video_id === first.video_id)
  // Within two seconds in the other browser.
  await expect.poll(() => entries().count(), { timeout: 2_000 }).toBe(of_video.length)
  await entries().first().getByText('From search: lemon tart').waitFor()
  await entries()
    .first()
    .getByText(/^Rights\? /)
    .waitFor()
  expect(await commentedFrames(first.video_id)).toEqual(await matchedFrames(first.video_id, of_video))
  expect(await notices()).toMatchObject([{ type: 'COMMENT', comments: 3 }])
  await isInOrder(reviewing.page)
})

test('the message takes the comments back, and the moments are selected again', async () => {
  const { page } = searching
  await button(page, 'Undo').click()
  await page.getByText('3 comments deleted').waitFor()
  await expect.poll(() => entries().count(), { timeout: 2_000 }).toBe(0)
  await bar(searching)
    .getByText(/^3 moments/)
    .waitFor()
})

test('37 matches are sent at once: one notification, and the frames of the matches', async () => {
  const { page } = searching
  await press('Escape')
  await find(searching, QUERY)
  await button(page, /^Play /)
    .nth(36)
    .waitFor()
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await boxes.first().check()
  await boxes.nth(36).click({ modifiers: ['Shift'] })
  await bar(searching)
    .getByText(/^37 moments in \d+ videos$/)
    .waitFor()
  const before = (await notices()).length
  await button(bar(searching), 'Send to review').click()
  await button(dialog(page), 'Send 37 comments').click()
  await dialog(page).waitFor({ state: 'detached' })
  expect(await notices()).toHaveLength(before + 1)
  expect((await notices())[0]).toMatchObject({ type: 'COMMENT', comments: 37 })
  const sent = matches.slice(0, 37)
  for (const video_id of new Set(sent.map((match) => match.video_id)))
    expect(await commentedFrames(video_id)).toEqual(await matchedFrames(video_id, sent))
  expect((await videosOf(product, owner, collection)).length).toBe(COPIES)
})

test('a comment leads back to its search', async () => {
  const { page } = searching
  await page.getByRole('link', { name: /^Open / }).click()
  const back = page.getByRole('link', { name: /^From search: lemon tart/ }).first()
  await back.waitFor()
  expect(new URL(page.url()).searchParams.get('kind')).toBe('search')
  await isInOrder(page)
  await back.click()
  await button(page, /^Play /)
    .first()
    .waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe(QUERY)
})

test('on a phone a finger selects and sends', async () => {
  const { page } = phone
  await find(phone, QUERY)
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  await bar(phone).getByText('1 moment in 1 video').waitFor()
  await isInOrder(page)
  await button(bar(phone), 'Send to review').click()
  await button(dialog(page), 'Send 1 comment').waitFor()
  await isInOrder(page)
  // The words of a match that were sent already would write nothing.
  await dialog(page)
    .getByRole('textbox', { name: /^Comment on / })
    .fill('Seen on a phone')
  await button(dialog(page), 'Send 1 comment').click()
  await page.getByText('1 comment sent').waitFor()
})

test('the consoles have no errors', () =>
  expect([searching, reviewing, phone].flatMap(({ complaints }) => complaints)).toEqual([]))
