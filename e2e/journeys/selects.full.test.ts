import type { Selects } from '@footnote/contract/nouns/output/selects.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import type { Browser } from '../browser.ts'
import { type Account, ask, createReviewCollection, createSelects } from '../calls.ts'
import { addVideos } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { composedFrames, frameOnScreen } from '../selects-player.ts'
import { button, dialog, PATIENCE } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// Selects whose films show the numbers of their frames: trimmed, stepped through, played and rendered.
const product = connectProduct(inject('product'))
interface Piece {
  readonly film: 'harbour' | 'bridge'
  /** Number of the first frame, and of the first one that is not shown. */
  readonly start_frame: number
  readonly end_frame: number
  readonly note: string
}
/** None has frame 0: an empty picture reads as 0. */
const PIECES: readonly Piece[] = [
  { film: 'harbour', start_frame: 12, end_frame: 34, note: 'Boats' },
  { film: 'bridge', start_frame: 60, end_frame: 90, note: 'Bridge' },
  { film: 'harbour', start_frame: 70, end_frame: 99, note: 'Evening' },
]
/** First and last frame of each. */
const BOUNDS = [
  [12, 33],
  [60, 89],
  [70, 98],
] as const
let ada: Account
let desk: Browser
let page: Page
let videos: Readonly<Record<Piece['film'], string>>

beforeEach(async () => {
  ada = await addPerson(product, { plan: 'TEAM' })
  const rushes = await createReviewCollection(product, ada, 'Rushes')
  const files = [
    { film: 'reel.mp4', file_name: 'harbour.mp4' },
    { film: 'reel at 30.mp4', file_name: 'bridge.mp4' },
  ]
  const [harbour = '', bridge = ''] = await addVideos(product, ada, rushes, ...files)
  videos = { harbour, bridge }
  desk = await testBrowser({ as: ada })
  page = desk.page
})
afterEach(noComplaints)

const read = (id: string) => ask<Selects>(product, ada, `selects/${id}`)
const shownFrame = () => frameOnScreen(page)
const row = (number: number) => page.getByRole('listitem').nth(number - 1)

/** Begins selects, and opens them. @returns their id */
async function open(pieces: readonly Piece[] = PIECES): Promise<string> {
  const items = pieces.map(({ film, ...piece }) => ({ ...piece, video_id: videos[film] }))
  const id = await createSelects(product, ada, 'First minute', items)
  await page.goto(`${product.origin}/selects/${id}`)
  await page.getByRole('slider', { name: 'Timeline' }).waitFor()
  return id
}

test('a typed timecode, and O at the playhead, trim a piece', async () => {
  const [boats, ...rest] = PIECES
  const id = await open([{ ...boats!, start_frame: 10, end_frame: 40 }, ...rest])
  const saved = async () =>
    (await read(id)).items.map(({ note, start_frame, end_frame }) => `${note} ${start_frame}-${end_frame}`)
  await row(1).getByText('00:00:00:10').click()
  await page.getByLabel('In of piece 1').fill('00:00:00:12')
  await page.keyboard.press('Enter')
  await expect.poll(saved).toContain('Boats 12-40')
  await page.getByLabel('Out of piece 1').fill('00:00:01:09')
  await page.keyboard.press('Enter')
  await button(page, 'Done').click()
  await expect.poll(shownFrame).toBe(34)
  await page.keyboard.press(',')
  await page.keyboard.press('o')
  await expect.poll(saved).toContain('Boats 12-34')
})

test('the joint has the last frame of a piece and the first one of the next', async () => {
  await open()
  for (const [place, [first]] of BOUNDS.entries()) {
    await button(row(place + 1), /^Show piece/).click()
    await expect.poll(shownFrame).toBe(first)
    const before = BOUNDS[place - 1]
    if (before) {
      await page.keyboard.press(',')
      await expect.poll(shownFrame).toBe(before[1])
      await page.keyboard.press('.')
      await expect.poll(shownFrame).toBe(first)
    }
  }
})

test('it plays through all pieces in their order, and no picture is empty', async () => {
  await open()
  await page.keyboard.press('0')
  await expect.poll(shownFrame).toBe(12)
  const seen = await composedFrames(desk, async () => {
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  })
  const inside = (frame: number) => BOUNDS.some(([first, last]) => first <= frame && frame <= last)
  expect(seen).not.toContain(0)
  // A busy machine can show one picture past the end of a piece: `npm run e2e:frames` looks for that.
  const pieces = seen
    .filter(inside)
    .map((frame) => BOUNDS.findIndex(([first, last]) => first <= frame && frame <= last))
  expect(pieces).toEqual(pieces.toSorted())
  expect(new Set(pieces).size).toBe(BOUNDS.length)
  expect(await shownFrame()).toBe(98)
})

test('a rendering goes to review, and the next one is its next version', async () => {
  const id = await open()
  for (const version of [1, 2]) {
    await button(page, 'Render').click()
    await dialog(page).getByRole('radio', { name: 'A video to review' }).check()
    await button(dialog(page), 'Render').click()
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(async () => (await read(id)).rendered?.version, { timeout: PATIENCE }).toBe(version)
    await page.getByRole('link', { name: `Rendered: version ${version}` }).waitFor()
  }
})
