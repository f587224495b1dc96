import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { commentFrames, type FrameTiming, matchFrames } from '@footnote/contract/shared/frames.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Account, ask, createCollection, videosOf } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { addVideos } from '../library.ts'
import { addMember, addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, isInOrder, tabTo } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// A member sends moments of a search to the review of the owner's videos.
const product = connectProduct(inject('product'))
const QUERY = 'lemon tart'
let owner: Account
let grace: Account
let collection = ''

beforeEach(async () => {
  owner = await addPerson(product, { plan: 'TEAM' })
  grace = await addMember(product, owner, { first_name: 'Grace', last_name: 'Hopper' })
  collection = await createCollection(product, owner, 'Harbour')
})
afterEach(noComplaints)

/** Adds copies of one film to the collection. */
const addTakes = (count: number) => {
  const film = 'Kitchen notes: a lemon tart.mp4'
  const takes = Array.from({ length: count }, (_, place) => ({ film, file_name: `Take ${place + 1}.mp4` }))
  return addVideos(product, owner, collection, ...takes)
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const results = (page: Page) => button(page, /^Play /)
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select / })
const entries = (page: Page) => page.locator('li.comment')

/** Opens a search as the member. @returns its page and its answer */
async function find(size = {}): Promise<{ page: Page; matches: Match[] }> {
  const { page } = await testBrowser({ as: grace, ...size })
  const answer = page.waitForResponse((response) => response.url().includes('/api/query_index'))
  await page.goto(`${product.origin}/collections/${collection}/search?${new URLSearchParams({ q: QUERY })}`)
  const { matches } = await (await answer).json()
  await results(page).first().waitFor()
  return { page, matches }
}

/** Opens the review of a video as its owner. */
async function openReview(video_id: string): Promise<Page> {
  const { page } = await testBrowser({ as: owner })
  await page.goto(`${product.origin}/quick-review/${owner.user_id}/${video_id}`)
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  return page
}

/** Sends the first moments of a search, by mouse. */
async function send(page: Page, count: number): Promise<void> {
  await boxes(page).first().check()
  if (count > 1)
    await boxes(page)
      .nth(count - 1)
      .click({ modifiers: ['Shift'] })
  await bar(page)
    .getByText(new RegExp(`^${count} moments? in \\d+ videos?$`))
    .waitFor()
  await button(bar(page), 'Send to review').click()
  await button(dialog(page), `Send ${count} comment${count > 1 ? 's' : ''}`).click()
  await dialog(page).waitFor({ state: 'detached' })
}

/** When the frames of a video appear. */
async function timingOf(video_id: string): Promise<FrameTiming> {
  const { frame_rate_num: num, frame_rate_den: den } = await inDatabase(product, (db) =>
    db
      .selectFrom('videos')
      .select(['frame_rate_num', 'frame_rate_den'])
      .where('id', '=', video_id)
      .executeTakeFirstOrThrow(),
  )
  if (!num || !den) throw new Error('The frame rate is unknown')
  return { rate: { num, den }, times: null }
}

/** The frames of the comments on a video, in order. */
async function commentedFrames(video_id: string): Promise<{ first: number; last: number }[]> {
  const timing = await timingOf(video_id)
  const call = `quick-review/comments/${video_id}?page_size=100`
  const { items } = await ask<{ items: { start_time: number; end_time: number | null }[] }>(product, owner, call)
  return items.map(({ start_time, end_time }) => commentFrames(timing, { start_time, end_time_inclusive: end_time }))
}

const matchedFrames = async (video_id: string, of: readonly Match[]) => {
  const timing = await timingOf(video_id)
  return of
    .filter((match) => match.video_id === video_id)
    .map(({ start_time, end_time }) => matchFrames(timing, { start_time, end_time_exclusive: end_time }))
    .sort((one, other) => one.first - other.first || one.last - other.last)
}

/** The owner's notifications of comments. */
const notices = async () => {
  const call = ask<{ notifications: { type: string; comments: number | null }[] }>(product, owner, 'get_notifications')
  return (await call).notifications.filter(({ type }) => type === 'COMMENT')
}

test('three moments are selected and sent by keyboard alone', async () => {
  await addTakes(4)
  const { page, matches } = await find()
  const { keyboard } = page
  const first = matches[0]!
  const reviewing = await openReview(first.video_id)
  await tabTo(page, results(page).nth(0))
  await keyboard.press('x')
  await tabTo(page, results(page).nth(1))
  await tabTo(page, results(page).nth(2))
  await keyboard.press('Shift+X')
  await bar(page)
    .getByText(/^3 moments in \d videos?$/)
    .waitFor()
  await isInOrder(page)
  await tabTo(page, button(bar(page), 'Send to review'))
  await keyboard.press('Enter')
  await dialog(page).getByRole('heading', { name: 'Send 3 moments to review' }).waitFor()
  await isInOrder(page)
  await dialog(page).getByLabel('Begin each comment with').focus()
  await keyboard.type('Rights?')
  await button(dialog(page), 'Send 3 comments').focus()
  await keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  const of_video = matches.slice(0, 3).filter(({ video_id }) => video_id === first.video_id)
  // Within two seconds in the other browser.
  await expect.poll(() => entries(reviewing).count(), { timeout: 2_000 }).toBe(of_video.length)
  await entries(reviewing).first().getByText('From search: lemon tart').waitFor()
  await entries(reviewing)
    .first()
    .getByText(/^Rights\? /)
    .waitFor()
  expect(await commentedFrames(first.video_id)).toEqual(await matchedFrames(first.video_id, of_video))
  expect(await notices()).toMatchObject([{ type: 'COMMENT', comments: 3 }])
  await isInOrder(reviewing)
})

test('the message takes the comments back, and the moments are selected again', async () => {
  await addTakes(4)
  const { page, matches } = await find()
  const reviewing = await openReview(matches[0]!.video_id)
  await send(page, 3)
  // A pointer on the message keeps it.
  await button(page, 'Undo').hover()
  await entries(reviewing).first().waitFor()
  await button(page, 'Undo').click()
  await page.getByText('3 comments deleted').waitFor()
  await expect.poll(() => entries(reviewing).count(), { timeout: 2_000 }).toBe(0)
  await bar(page)
    .getByText(/^3 moments/)
    .waitFor()
})

test('37 matches are sent at once: one notification, and the frames of the matches', async () => {
  const copies = 40
  await addTakes(copies)
  const { page, matches } = await find()
  await results(page).nth(36).waitFor()
  await send(page, 37)
  expect(await notices()).toMatchObject([{ type: 'COMMENT', comments: 37 }])
  const sent = matches.slice(0, 37)
  for (const video_id of new Set(sent.map((match) => match.video_id)))
    expect(await commentedFrames(video_id)).toEqual(await matchedFrames(video_id, sent))
  expect((await videosOf(product, owner, collection)).length).toBe(copies)
})

test('a comment leads back to its search', async () => {
  await addTakes(1)
  const { page } = await find()
  await send(page, 1)
  await page.getByRole('link', { name: /^Open / }).click()
  const back = page.getByRole('link', { name: /^From search: lemon tart/ }).first()
  await back.waitFor()
  expect(new URL(page.url()).searchParams.get('kind')).toBe('search')
  await isInOrder(page)
  await back.click()
  await results(page).first().waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe(QUERY)
})

test('on a phone a finger selects and sends', async () => {
  await addTakes(4)
  const { page } = await find({ width: 390, height: 844 })
  await boxes(page).nth(1).check()
  await bar(page).getByText('1 moment in 1 video').waitFor()
  await isInOrder(page)
  await button(bar(page), 'Send to review').click()
  await button(dialog(page), 'Send 1 comment').waitFor()
  await isInOrder(page)
  await dialog(page)
    .getByRole('textbox', { name: /^Comment on / })
    .fill('Seen on a phone')
  await button(dialog(page), 'Send 1 comment').click()
  await page.getByText('1 comment sent').waitFor()
})
