import { readFile } from 'node:fs/promises'
import type { Match } from '@footnote/contract/nouns/search.ts'
import type { Selects, SelectsSummary } from '@footnote/contract/nouns/selects.ts'
import { type FrameTiming, frameAt, matchFrames } from '@footnote/contract/shared/frames.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Browser, signIn } from '../browser.ts'
import { type Account, changePlan, createAccount, createCollection, createMember } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { indexedSamples } from '../seeded.ts'
import { button, dialog, fileOf, isInOrder } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'
import { copyVideos } from '../video-rows.ts'

// A member gathers moments of a search, of the player and of a review in selects. Each test continues where the previous
// one ended.
const product = connectProduct(inject('product'))
const QUERY = 'lemon tart'
const COPIES = 4
let owner: Account
let grace: Account
let collection = ''
let desk: Browser
let phone: Browser
/** The answer of the search. */
let matches: Match[] = []

beforeAll(async () => {
  owner = await createAccount(product)
  await changePlan(product, owner, 'TEAM')
  grace = await createMember(product, owner, { first_name: 'Grace', last_name: 'Hopper' })
  collection = await createCollection(product, owner, 'Harbour')
  await inDatabase(product, async (db) => {
    const copies = Array.from({ length: COPIES }, (_, place) => ({
      file_name: `Take ${place + 1}.mp4`,
      film: 'Kitchen notes: a lemon tart.mp4',
    }))
    await copyVideos(db, await indexedSamples(db), collection, owner.user_id, copies)
  })
  ;[desk, phone] = await Promise.all([testBrowser(), testBrowser({ width: 390, height: 844 })])
  await signIn(desk.context, grace.storage)
  await signIn(phone.context, grace.storage)
})
oneJourney()
afterAll(() => Promise.all([desk, phone].map((browser) => browser?.close())))

const bar = ({ page }: Browser) => page.getByRole('region', { name: 'Selection' })
const boxes = ({ page }: Browser) => page.getByRole('checkbox', { name: /^Select / })

/** Opens the search and keeps its answer. */
async function find({ page }: Browser): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes('/api/query_index'))
  await page.goto(`${product.origin}/collections/${collection}/search?${new URLSearchParams({ q: QUERY })}`)
  matches = (await (await answer).json()).matches
  await button(page, /^Play /)
    .first()
    .waitFor()
}

async function read<Answer>(call: string): Promise<Answer> {
  const answer = await fetch(`${product.origin}/api/${call}`, { headers: { authorization: `Bearer ${grace.access}` } })
  if (!answer.ok) throw new Error(`${call}: ${answer.status}`)
  return (await answer.json()) as Answer
}
const listed = async () => (await read<{ selects: SelectsSummary[] }>('selects')).selects
/** The pieces of the selects with a name: video and frames. */
async function pieces(name: string): Promise<{ video_id: string | null; first: number; last: number }[]> {
  const summary = (await listed()).find((one) => one.name === name)
  if (!summary) return []
  const { items } = await read<Selects>(`selects/${summary.id}`)
  return items.map(({ video_id, start_frame, end_frame }) => ({ video_id, first: start_frame, last: end_frame - 1 }))
}

/** When the frames of the videos appear; all are copies of one film. */
async function timing(): Promise<FrameTiming> {
  const { frame_rate } = await read<{ frame_rate: { num: number; den: number } }>(
    `get_video_details/${matches[0]?.video_id}`,
  )
  return { rate: frame_rate, times: null }
}
async function framesOf(of: readonly Match[]) {
  const frames = await timing()
  return of.map(({ video_id, start_time, end_time }) => ({
    video_id,
    ...matchFrames(frames, { start: start_time, end: end_time }),
  }))
}

/** Begins new selects in the open dialog of a person who has none. */
async function begin({ page }: Browser, name: string): Promise<void> {
  await dialog(page).getByLabel('Name of the new selects').fill(name)
  await button(dialog(page), 'Add').click()
  await dialog(page).waitFor({ state: 'detached' })
}

test('ticks and Shift+X select results, and new selects get their frames in the order of the results', async () => {
  const { page } = desk
  await find(desk)
  expect(matches.length).toBeGreaterThan(4)
  await boxes(desk).first().check()
  await button(page, /^Play /)
    .nth(2)
    .focus()
  await page.keyboard.press('Shift+X')
  await bar(desk)
    .getByText(/^3 moments in \d videos?$/)
    .waitFor()
  await button(bar(desk), 'Add to selects').click()
  await dialog(page).getByRole('heading', { name: 'Add 3 moments to selects' }).waitFor()
  await isInOrder(page)
  await begin(desk, 'Tarts')
  await page.getByText('Added 3 moments to Tarts').waitFor()
  await isInOrder(page)
  expect(await pieces('Tarts')).toEqual(await framesOf(matches.slice(0, 3)))
  const [summary] = await listed()
  const { items } = await read<Selects>(`selects/${summary?.id}`)
  expect(items[0]?.source).toMatchObject({ kind: 'search', index_id: collection, query: QUERY })
  // What was added is no longer selected.
  expect(await bar(desk).count()).toBe(0)
})

test('undo takes them out again, and the selects that were begun for them', async () => {
  const { page } = desk
  await button(page, 'Undo').click()
  await page.getByText('Taken out of Tarts').waitFor()
  expect(await listed()).toEqual([])
})

test('the list that is downloaded has the ticked matches as its rows', async () => {
  const { page } = desk
  await boxes(desk).nth(1).check()
  await boxes(desk).nth(3).check()
  await button(bar(desk), 'Download list').click()
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
  const { page } = desk
  await button(bar(desk), /^Select all \d+$/).click()
  const all = await boxes(desk).count()
  await button(bar(desk), 'Add to selects').click()
  await begin(desk, 'Everything')
  await page.getByRole('link', { name: 'Open selects' }).click()
  await page.getByRole('heading', { name: 'Everything' }).waitFor()
  await expect.poll(() => page.getByRole('listitem').count()).toBe(all)
  const shown = matches.slice(0, all)
  expect(await pieces('Everything')).toEqual(await framesOf(shown))
})

test('the clip of a result is added as it is trimmed in the player, by keyboard alone', async () => {
  const { page } = desk
  await find(desk)
  await button(page, /^Play /)
    .first()
    .focus()
  await page.keyboard.press('Enter')
  const clip = page.getByRole('group', { name: 'Clip' })
  await button(clip, /^In /).and(page.locator(':enabled')).waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  await page.keyboard.press('k')
  const shown = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  const frames = await timing()
  await page.keyboard.press('.')
  await page.waitForFunction(() => document.querySelector('video')?.seeking === false)
  const first = frameAt(frames, await shown())
  await page.keyboard.press('i')
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press('.')
    await page.waitForFunction(() => document.querySelector('video')?.seeking === false)
  }
  const last = frameAt(frames, await shown())
  expect(last).toBe(first + 5)
  await page.keyboard.press('o')
  await isInOrder(page)
  await page.keyboard.press('g')
  await page.getByRole('heading', { name: 'Add to selects' }).waitFor()
  await isInOrder(page)
  await page.keyboard.press('Enter')
  await page.getByText('Added to Everything').waitFor()
  expect((await pieces('Everything')).at(-1)).toEqual({ video_id: matches[0]?.video_id, first, last })
  await button(clip, 'Times of the match').click()
  await page.keyboard.press('Escape')
})

test('a review gives the marked range, and the frames of a comment', async () => {
  const { page } = desk
  const video = matches[0]!
  await page.goto(`${product.origin}/quick-review/${owner.user_id}/${video.video_id}?t=3`)
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  const frames = await timing()
  const begun = frameAt(frames, 3)
  await page.keyboard.press('i')
  for (let step = 0; step < 3; step += 1) {
    await page.keyboard.press('.')
    await page.waitForFunction(() => document.querySelector('video')?.seeking === false)
  }
  await page.waitForTimeout(200)
  await page.keyboard.press('o')
  await page.keyboard.press('g')
  await dialog(page)
    .getByText(/, 4 frames$/)
    .waitFor()
  await isInOrder(page)
  await page.keyboard.press('Enter')
  await page.getByText('Added to Everything').waitFor()
  const added = { video_id: video.video_id, first: begun, last: begun + 3 }
  expect((await pieces('Everything')).at(-1)).toEqual(added)
  await page.getByRole('textbox', { name: 'Comment' }).fill('Keep this')
  await button(page, 'Comment').click()
  await button(page, /^Add to selects: comment by Grace/).click()
  await dialog(page).waitFor()
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(async () => (await pieces('Everything')).slice(-2)).toEqual([added, added])
  const summary = (await listed()).find(({ name }) => name === 'Everything')
  expect((await read<Selects>(`selects/${summary?.id}`)).items.at(-1)?.note).toBe('Keep this')
})

test('on a phone a finger adds the frame on the screen', async () => {
  const { page } = phone
  await page.goto(`${product.origin}/quick-review/${owner.user_id}/${matches[0]!.video_id}?t=5`)
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  await button(page, 'Add to selects').tap()
  await dialog(page)
    .getByText(/, 1 frame$/)
    .waitFor()
  await isInOrder(page)
  const before = await pieces('Everything')
  await button(dialog(page), 'Add').tap()
  await page.getByText('Added to Everything').waitFor()
  const frame = frameAt(await timing(), 5)
  expect(await pieces('Everything')).toEqual([...before, { video_id: matches[0]?.video_id, first: frame, last: frame }])
  await button(page, 'Undo').tap()
  await page.getByText('Taken out of Everything').waitFor()
  expect(await pieces('Everything')).toEqual(before)
})

test('the consoles have no errors', () => expect([desk, phone].flatMap(({ complaints }) => complaints)).toEqual([]))
