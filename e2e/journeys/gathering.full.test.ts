import { readFile } from 'node:fs/promises'
import type { Match } from '@footnote/contract/nouns/output/search.ts'
import type { Selects, SelectsSummary } from '@footnote/contract/nouns/output/selects.ts'
import { type FrameTiming, frameAt, matchFrames } from '@footnote/contract/shared/frames.ts'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Account, ask, createCollection, createSelects } from '../calls.ts'
import { addVideos } from '../library.ts'
import { addMember, addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, fileOf, isInOrder } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// A member gathers moments of a search, of the player and of a review in selects.
const product = connectProduct(inject('product'))
const QUERY = 'lemon tart'
const NAME = 'Tarts'
/** The frame on the screen is the number that the clock of the player shows. */
const FRAMES = { player_time: 'frames' } as const
let owner: Account
let grace: Account
let collection: string
let video: string

beforeEach(async () => {
  owner = await addPerson(product, { plan: 'TEAM' })
  grace = await addMember(product, owner, { first_name: 'Grace', last_name: 'Hopper' })
  collection = await createCollection(product, owner, 'Harbour')
  const film = 'Kitchen notes: a lemon tart.mp4'
  const takes = [1, 2, 3, 4].map((take) => ({ film, file_name: `Take ${take}.mp4` }))
  ;[video = ''] = await addVideos(product, owner, collection, ...takes)
})
afterEach(noComplaints)

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select / })

/** Opens the search. @returns its page and its answer */
async function find(): Promise<{ page: Page; matches: Match[] }> {
  const { page } = await testBrowser({ as: grace, storage: FRAMES })
  const answer = page.waitForResponse((response) => response.url().includes('/api/query_index'))
  await page.goto(`${product.origin}/collections/${collection}/search?${new URLSearchParams({ q: QUERY })}`)
  const { matches } = await (await answer).json()
  await button(page, /^Play /)
    .first()
    .waitFor()
  return { page, matches }
}

/** Opens the review of a video at a time, in seconds. */
async function openReview(time: number, size = {}): Promise<Page> {
  const { page } = await testBrowser({ as: grace, storage: FRAMES, ...size })
  await page.goto(`${product.origin}/quick-review/${owner.user_id}/${video}?t=${time}`)
  await shows(page, frameAt(await timing(), time))
  return page
}

/** The frame that the player shows. */
const shown = async (page: Page) => Number(await page.locator('.clock-now b').innerText())
const shows = (page: Page, frame: number) => expect.poll(() => shown(page)).toBe(frame)
/** Waits until the film rests. @returns its frame */
async function rests(page: Page): Promise<number> {
  await page.waitForFunction(() => {
    const film = document.querySelector('video')
    return film?.paused && !film.seeking
  })
  const time = await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  const frame = frameAt(await timing(), time)
  await shows(page, frame)
  return frame
}
/** Steps from one frame to a later one. */
async function stepTo(page: Page, last: number): Promise<void> {
  for (let frame = (await shown(page)) + 1; frame <= last; frame += 1) {
    await page.keyboard.press('.')
    await shows(page, frame)
  }
}

const listed = async () => (await ask<{ selects: SelectsSummary[] }>(product, grace, 'selects')).selects
const begun = async (name: string) => {
  const summary = (await listed()).find((one) => one.name === name)
  return summary && (await ask<Selects>(product, grace, `selects/${summary.id}`))
}
/** The pieces of the selects with a name: video and frames. */
async function pieces(name = NAME): Promise<{ video_id: string | null; first: number; last: number }[]> {
  const { items = [] } = (await begun(name)) ?? {}
  return items.map(({ video_id, start_frame, end_frame }) => ({ video_id, first: start_frame, last: end_frame - 1 }))
}
/** Begins selects with a piece. */
const beginWithPiece = () =>
  createSelects(product, grace, NAME, [{ video_id: video, start_frame: 10, end_frame: 40, note: '' }])

/** When the frames of the videos appear; all are copies of one film. */
async function timing(): Promise<FrameTiming> {
  const call = `get_video_details/${video}`
  const { frame_rate } = await ask<{ frame_rate: { num: number; den: number } }>(product, grace, call)
  return { rate: frame_rate, times: null }
}
async function framesOf(of: readonly Match[]) {
  const frames = await timing()
  return of.map(({ video_id, start_time, end_time }) => ({
    video_id,
    ...matchFrames(frames, { start_time, end_time_exclusive: end_time }),
  }))
}

/** Begins new selects in the open dialog of a person who has none. */
async function begin(page: Page): Promise<void> {
  await dialog(page).getByLabel('Name of the new selects').fill(NAME)
  await button(dialog(page), 'Add').click()
  await dialog(page).waitFor({ state: 'detached' })
}

test('ticks and Shift+X select results, and new selects get their frames in the order of the results', async () => {
  const { page, matches } = await find()
  expect(matches.length).toBeGreaterThan(4)
  await boxes(page).first().check()
  await button(page, /^Play /)
    .nth(2)
    .focus()
  await page.keyboard.press('Shift+X')
  await bar(page)
    .getByText(/^3 moments in \d videos?$/)
    .waitFor()
  await button(bar(page), 'Add to selects').click()
  await dialog(page).getByRole('heading', { name: 'Add 3 moments to selects' }).waitFor()
  await isInOrder(page)
  await begin(page)
  await page.getByText('Added 3 moments to Tarts').waitFor()
  await isInOrder(page)
  expect(await pieces()).toEqual(await framesOf(matches.slice(0, 3)))
  const { items = [] } = (await begun(NAME)) ?? {}
  expect(items[0]?.source).toMatchObject({ kind: 'search', index_id: collection, query: QUERY })
  // What was added is no longer selected.
  expect(await bar(page).count()).toBe(0)
})

test('undo takes them out again, and the selects that were begun for them', async () => {
  const { page } = await find()
  await boxes(page).first().check()
  await button(bar(page), 'Add to selects').click()
  await begin(page)
  await button(page, 'Undo').click()
  await page.getByText('Taken out of Tarts').waitFor()
  expect(await listed()).toEqual([])
})

test('the list that is downloaded has the ticked matches as its rows', async () => {
  const { page, matches } = await find()
  await boxes(page).nth(1).check()
  await boxes(page).nth(3).check()
  await button(bar(page), 'Download list').click()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV table' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(`moments ${QUERY}.csv`)
  const rows: Record<string, string>[] = parse(await readFile(await fileOf(saved)), { bom: true, columns: true })
  const ticked = [matches[1]!, matches[3]!]
  const frames = await framesOf(ticked)
  expect(rows.map(({ video, frame_in, frame_out, score }) => [video, frame_in, frame_out, score])).toEqual(
    ticked.map(({ video_name, score }, place) => [
      video_name,
      String(frames[place]?.first),
      String(frames[place]?.last),
      score.toFixed(4),
    ]),
  )
  expect(rows.map(({ text }) => text)).toEqual(ticked.map(({ text }) => expect.stringContaining(text.slice(0, 20))))
})

test('all results are added at once, and the message leads to the selects', async () => {
  const { page, matches } = await find()
  await boxes(page).nth(1).check()
  await button(bar(page), /^Select all \d+$/).click()
  const all = await boxes(page).count()
  await button(bar(page), 'Add to selects').click()
  await begin(page)
  await page.getByRole('link', { name: 'Open selects' }).click()
  await page.getByRole('heading', { name: NAME }).waitFor()
  await expect.poll(() => page.getByRole('listitem').count()).toBe(all)
  expect(await pieces()).toEqual(await framesOf(matches.slice(0, all)))
})

test('the clip of a result is added as it is trimmed in the player, by keyboard alone', async () => {
  await beginWithPiece()
  const { page, matches } = await find()
  await button(page, /^Play /)
    .first()
    .focus()
  await page.keyboard.press('Enter')
  const clip = page.getByRole('group', { name: 'Clip' })
  await button(clip, /^In /).and(page.locator(':enabled')).waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  await page.keyboard.press('k')
  await page.keyboard.press('.')
  const first = await rests(page)
  await page.keyboard.press('i')
  await stepTo(page, first + 5)
  await page.keyboard.press('o')
  await isInOrder(page)
  await page.keyboard.press('g')
  await page.getByRole('heading', { name: 'Add to selects' }).waitFor()
  await isInOrder(page)
  await page.keyboard.press('Enter')
  await page.getByText(`Added to ${NAME}`).waitFor()
  expect((await pieces()).at(-1)).toEqual({ video_id: matches[0]?.video_id, first, last: first + 5 })
  await button(clip, 'Times of the match').click()
  await page.keyboard.press('Escape')
})

test('a review gives the marked range, and the frames of a comment', async () => {
  await beginWithPiece()
  const page = await openReview(3)
  const first = frameAt(await timing(), 3)
  await page.keyboard.press('i')
  await stepTo(page, first + 3)
  await page.keyboard.press('o')
  await page.keyboard.press('g')
  await dialog(page)
    .getByText(/, 4 frames$/)
    .waitFor()
  await isInOrder(page)
  await page.keyboard.press('Enter')
  await page.getByText(`Added to ${NAME}`).waitFor()
  const added = { video_id: video, first, last: first + 3 }
  expect((await pieces()).at(-1)).toEqual(added)
  await page.getByRole('textbox', { name: 'Comment' }).fill('Keep this')
  await button(page, 'Comment').click()
  await button(page, /^Add to selects: comment by Grace/).click()
  await dialog(page).waitFor()
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(async () => (await pieces()).slice(-2)).toEqual([added, added])
  expect((await begun(NAME))?.items.at(-1)?.note).toBe('Keep this')
})

test('on a phone a finger adds the frame on the screen', async () => {
  await beginWithPiece()
  const page = await openReview(5, { width: 390, height: 844 })
  await button(page, 'Add to selects').tap()
  await dialog(page)
    .getByText(/, 1 frame$/)
    .waitFor()
  await isInOrder(page)
  const before = await pieces()
  await button(dialog(page), 'Add').tap()
  await page.getByText(`Added to ${NAME}`).waitFor()
  const frame = frameAt(await timing(), 5)
  expect(await pieces()).toEqual([...before, { video_id: video, first: frame, last: frame }])
  await button(page, 'Undo').tap()
  await page.getByText(`Taken out of ${NAME}`).waitFor()
  expect(await pieces()).toEqual(before)
})
