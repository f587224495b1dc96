import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { countOf } from '../../server/test/drawn-cases.ts'
import { ffmpeg, H264, NUMBERED } from '../../server/test/made-media.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Browser, openBrowser, signIn } from '../browser.ts'
import { type Account, ask, createAccount, createReviewCollection, uploadVideo, videosOf } from '../calls.ts'
import { connectProduct } from '../product.ts'
import { composedFrames, frameOnScreen, reportedFrames } from '../selects-player.ts'
import { button, PATIENCE } from '../steps.ts'

// Pieces of two films whose pictures show their numbers, on a quiet machine: no frame beyond a piece is seen.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('selects-plays')
const FILMS = { harbour: 25, bridge: 30 } as const
/** Numbers of the first and of the last frame. No piece has frame 0: an empty picture reads as 0. */
const PIECES = Array.from({ length: countOf({ usual: 12, all: 40 }) }, (_, place) => {
  const first = 1 + ((place * 37) % 150)
  return { film: place % 3 === 1 ? ('bridge' as const) : ('harbour' as const), first, last: first + 24 + (place % 12) }
})
/** Share of the pieces whose first frame must be in a picture: pictures come less often than frames. */
const SEEN = 0.9
let browser: Browser

beforeAll(async () => {
  const [account, opened] = await Promise.all([createAccount(product), openBrowser()])
  browser = opened
  await signIn(browser.context, account.storage)
  const collection = await createReviewCollection(product, account, 'Rushes')
  const videos = new Map<string, string>()
  for (const [name, rate] of Object.entries(FILMS)) {
    const file = path.join(folder, `${name}.mp4`)
    const reel = `color=gray:s=640x360:r=${rate}:d=8,${NUMBERED}`
    await ffmpeg('-f', 'lavfi', '-i', reel, ...H264, '-g', '10', '-movflags', '+faststart', file)
    videos.set(name, await uploadVideo(product, account, collection, file))
  }
  await indexed(account, collection)
  const { id } = await ask<{ id: string }>(product, account, 'selects', { name: 'Pieces', note: '' })
  const items = PIECES.map(({ film, first, last }) => ({
    ...{ video_id: videos.get(film), start_frame: first, end_frame: last + 1 },
  }))
  await ask(product, account, `selects/${id}/items`, { items })
  await browser.page.goto(`${product.origin}/selects/${id}`)
  await browser.page.getByRole('slider', { name: 'Timeline' }).waitFor()
}, 300_000)
afterAll(() => browser?.close())

async function indexed(account: Account, collection: string): Promise<void> {
  const deadline = Date.now() + PATIENCE
  while ((await videosOf(product, account, collection)).some(({ status }) => status !== 'SUCCESS')) {
    if (Date.now() > deadline) throw new Error('The films were not ready in time')
    await wait(500)
  }
}

test('each joint has the last frame of a piece and the first one of the next', async () => {
  const { page } = browser
  const shown = () => frameOnScreen(page)
  for (const [place, { first }] of PIECES.entries()) {
    await button(page, `Show piece ${place + 1}`).click()
    await expect.poll(shown, { timeout: 10_000 }).toBe(first)
    const before = PIECES[place - 1]
    if (!before) continue
    await page.keyboard.press(',')
    await expect.poll(shown, { timeout: 10_000 }).toBe(before.last)
    await page.keyboard.press('.')
    await expect.poll(shown, { timeout: 10_000 }).toBe(first)
  }
})

/** Plays from the beginning to the end. */
async function playThrough(): Promise<void> {
  const { page } = browser
  await page.keyboard.press(' ')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 240_000 })
}
async function goToBeginning(): Promise<void> {
  await browser.page.keyboard.press('0')
  await expect.poll(() => frameOnScreen(browser.page), { timeout: 10_000 }).toBe(PIECES[0]?.first)
}

test('no frame beyond a piece is seen in play, and it ends on the last one', async () => {
  await goToBeginning()
  const seen = await composedFrames(browser, playThrough)
  const strange: number[] = []
  const begun: number[] = []
  let place = -1
  for (const frame of seen) {
    const isIn = (at: number) => {
      const piece = PIECES[at]
      return piece !== undefined && piece.first <= frame && frame <= piece.last
    }
    if (isIn(place)) continue
    if (isIn(place + 1)) {
      place += 1
      begun.push(frame)
    } else strange.push(frame)
  }
  const first = begun.filter((frame, at) => frame === PIECES[at]?.first).length
  console.log(`${seen.length} pictures: ${first} of ${PIECES.length} pieces begin with their first frame`)
  expect(strange).toEqual([])
  expect(first).toBeGreaterThanOrEqual(SEEN * PIECES.length)
  expect(await frameOnScreen(browser.page)).toBe(PIECES.at(-1)?.last)
})

test('the browser composes the first and the last frame of each piece in play', async () => {
  await goToBeginning()
  const { reports, turns } = await reportedFrames(browser, playThrough)
  expect(turns).toHaveLength(PIECES.length)
  const shown = PIECES.map(({ film }, place) => {
    const { element = 0, at: begins = 0 } = turns[place] ?? {}
    const ends = turns[place + 1]?.at ?? Number.POSITIVE_INFINITY
    const composed = reports.filter((report) => report.element === element && report.at <= ends)
    const frames = [composed.findLast(({ at }) => at <= begins), composed.at(-1)]
    // A place in the middle of a frame is that frame.
    return frames.map((report) => Math.floor((report?.time ?? 0) * FILMS[film] + 0.1))
  })
  expect(shown).toEqual(PIECES.map(({ first, last }) => [first, last]))
})
