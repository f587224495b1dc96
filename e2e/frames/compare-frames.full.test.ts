import { setTimeout as wait } from 'node:timers/promises'
import { type FrameTiming, frameAt, frameMiddle, frameStart } from '@footnote/contract/shared/frames.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { countOf, drawnCases } from '../../server/test/drawn-cases.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Browser, openBrowser, signIn } from '../browser.ts'
import { type Account, ask, createAccount, createReviewCollection, uploadVideo, videosOf } from '../calls.ts'
import { connectProduct } from '../product.ts'
import { barsIn, frameInBars, makeReels, type Reel } from '../reels.ts'
import { PATIENCE } from '../steps.ts'
import { LOOKS, placesBy } from './looks.ts'

// Two versions side by side: both pictures contain the number of their frame.
/** Seconds to watch while both play: long enough that their start counts little. */
const WATCHED = countOf({ usual: 15, all: 30 })

const PAIRS: readonly { readonly first: string; readonly second: string; readonly offset: number }[] = [
  { first: '25', second: '25 again', offset: 0 },
  { first: '29.97', second: '29.97 in WebM', offset: 12 },
  { first: '25', second: '50', offset: 0 },
  { first: '23.976', second: '29.97', offset: 0 },
  { first: 'variable', second: '25', offset: 0 },
]

const product = connectProduct(inject('product'))
const folder = await temporaryFolder('compared-reels')
let browser: Browser
let page: Page
let account: Account
let reels: Map<string, Reel>
const table: Record<string, string | number>[] = []

beforeAll(async () => {
  const [made, person, opened] = await Promise.all([
    makeReels(folder),
    createAccount(product),
    openBrowser({ width: 1440, height: 900 }),
  ])
  account = person
  browser = opened
  page = opened.page
  reels = new Map(made.map((reel) => [reel.name, reel]))
  reels.set('25 again', reels.get('25') as Reel)
  await signIn(browser.context, { ...account.storage, player_time: 'frames' })
}, 600_000)

afterAll(async () => {
  console.table(table)
  await browser?.close()
})

/** Uploads two reels as versions of one cut. @returns the address of their comparison */
async function comparison(first: Reel, second: Reel, offset: number): Promise<string> {
  const collection = await createReviewCollection(product, account, 'Reels')
  const older = await uploadVideo(product, account, collection, second.file)
  const newer = await uploadVideo(product, account, collection, first.file)
  const deadline = Date.now() + PATIENCE
  const playable = async () =>
    (await videosOf(product, account, collection)).filter(({ duration, playback }) => duration && playback === 'READY')
  while ((await playable()).length < 2) {
    if (Date.now() > deadline) throw new Error('The reels were not ready in time')
    await wait(500)
  }
  await ask(product, account, `quick-review/stack/${newer}`, { onto: older })
  return `${product.origin}/quick-review/${account.user_id}/${newer}/compare?with=${older}&offset=${offset}`
}

/** Milliseconds without a new picture on either side after which both count as at rest. */
const QUIET = 250

const settle = () =>
  page.evaluate(async (quiet) => {
    const videos = [...document.querySelectorAll('video')]
    let changed = performance.now()
    const begun = performance.now()
    const handles = new Map<HTMLVideoElement, number>()
    for (const video of videos) {
      const note = () => {
        changed = performance.now()
        handles.set(video, video.requestVideoFrameCallback(note))
      }
      handles.set(video, video.requestVideoFrameCallback(note))
    }
    const busy = () => videos.some((video) => video.seeking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA)
    while (busy() || performance.now() - changed < quiet) {
      if (busy()) changed = performance.now()
      if (performance.now() - begun > 30_000) throw new Error('A seek did not end within 30 s')
      await new Promise((done) => setTimeout(done, 10))
    }
    for (const [video, handle] of handles) video.cancelVideoFrameCallback(handle)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }, QUIET)

interface Look {
  /** The frame that the clock names. */
  readonly told: number
  readonly one: number | null
  readonly two: number | null
}

/** The frames in both pictures, after two equal readings. */
async function look(): Promise<Look> {
  let before = await glance()
  for (let tries = 0; tries < 10; tries += 1) {
    const now = await glance()
    if (JSON.stringify(now) === JSON.stringify(before)) return now
    before = now
  }
  throw new Error(`The pictures do not come to rest: ${JSON.stringify(before)}`)
}

async function glance(): Promise<Look> {
  await settle()
  const boxes = await Promise.all((await page.locator('video').all()).map((video) => video.boundingBox()))
  const image = await page.screenshot()
  const [one = null, two = null] = await Promise.all(
    boxes.map(async (box) => {
      if (!box) return null
      const { x, y, width, height } = barsIn(box)
      const part = { left: Math.round(x), top: Math.round(y), width: Math.round(width), height: Math.round(height) }
      return await frameInBars(await sharp(image).extract(part).png().toBuffer())
    }),
  )
  return { told: Number(await page.locator('.clock-now > b').textContent()), one, two }
}

async function type(words: string): Promise<void> {
  await page.locator('.clock-now').click()
  await page.getByLabel('Go to a time').fill(words)
  await page.keyboard.press('Enter')
}

type SeekMethod = (reel: Reel, random: () => number) => Promise<void>
const seek: SeekMethod = async (_, random) => {
  const box = await page.getByRole('slider', { name: 'Timeline' }).boundingBox()
  if (!box) throw new Error('There is no timeline')
  await page.mouse.click(box.x + (0.01 + 0.98 * random()) * box.width, box.y + box.height / 2)
}
const step: SeekMethod = async (_, random) => {
  for (let press = 0; press <= 3 * random(); press += 1) await page.keyboard.press(random() < 0.5 ? '.' : ',')
}
const typed: SeekMethod = ({ frames }, random) => type(String(Math.floor(random() * frames)))
const played: SeekMethod = async ({ frames }, random) => {
  await type(String(Math.floor(random() * 0.8 * frames)))
  await settle()
  await page.keyboard.press(' ')
  await wait(1_000)
  await page.keyboard.press(' ')
  await page.waitForFunction(() => [...document.querySelectorAll('video')].every(({ paused }) => paused))
}
const WAYS: readonly SeekMethod[] = [seek, step, typed, step, seek, typed, played, step]

/** The frame of the second version that belongs to one of the first. */
function besideOf(first: Reel, second: Reel, frame: number, offset: number): number {
  const time = frameMiddle(first.timing, frame + offset)
  return Math.min(second.frames - 1, frameAt(second.timing, time))
}

test.for(drawnCases(PAIRS, { share: 3 / 5 }))(
  '$first beside $second, $offset frames ahead: both pictures show the frames that belong together',
  async ({ offset, ...names }) => {
    const first = reels.get(names.first) as Reel
    const second = reels.get(names.second) as Reel
    await page.goto(await comparison(first, second, offset))
    await page.locator('.clock-now').waitFor()
    const random = placesBy(first.frames + second.frames)
    const wrong: object[] = []
    let unread = 0
    for (let count = 0; count < LOOKS; count += 1) {
      const way = WAYS[count % WAYS.length] as SeekMethod
      await way(first, random)
      const { told, one, two } = await look()
      if (one === null || two === null) unread += 1
      const due = besideOf(first, second, told, offset)
      if (one !== told || two !== due) wrong.push({ count, told, one, two, due })
    }
    const watched = await watch(first, second, offset * frameStart(first.timing, 1))
    table.push({ ...names, offset, looks: LOOKS, wrong: wrong.length, unread, ...watched })
    expect(wrong).toEqual([])
    expect(watched['within a frame, %']).toBeGreaterThanOrEqual(95)
    expect(watched.seeks).toBeLessThanOrEqual(2)
  },
)

/**
 * Plays both, and at each repaint measures how far the middle of the first frame is from the second one, in time. They
 * are near when that is not more than the longer of the two. The time after the end of the second does not count.
 * @param ahead seconds by which the second is ahead
 */
async function watch(first: Reel, second: Reel, ahead: number) {
  await type('0')
  await settle()
  const { pairs, seeks } = await page.evaluate(async (seconds) => {
    const videos = [...document.querySelectorAll('video')] as [HTMLVideoElement, HTMLVideoElement]
    const [one, two] = videos
    const shown: [number | null, number | null] = [null, null]
    const pairs: [number, number][] = []
    let seeks = 0
    two.addEventListener('seeking', () => {
      if (!one.paused) seeks += 1
    })
    for (const [place, video] of videos.entries()) {
      const onPicture: VideoFrameRequestCallback = (_, { mediaTime }) => {
        shown[place] = mediaTime
        video.requestVideoFrameCallback(onPicture)
      }
      video.requestVideoFrameCallback(onPicture)
    }
    const onRepaint = () => {
      const [a, b] = shown
      if (a !== null && b !== null && !one.paused) pairs.push([a, b])
      if (!one.ended) requestAnimationFrame(onRepaint)
    }
    requestAnimationFrame(onRepaint)
    void one.play()
    await new Promise((done) => setTimeout(done, 1_000 * seconds))
    one.pause()
    return { pairs, seeks }
  }, WATCHED)
  const over = frameStart(second.timing, second.frames) - ahead
  const both = pairs.filter(([a]) => a < over)
  const near = both.filter(([a, b]) => {
    const one = spanOf(first.timing, a)
    const two = spanOf(second.timing, b)
    const middle = (one.start + one.end) / 2 + ahead
    const apart = Math.max(0, two.start - middle, middle - two.end)
    return apart <= Math.max(one.end - one.start, two.end - two.start) + 0.001
  }).length
  return { repaints: both.length, 'within a frame, %': Math.floor((100 * near) / Math.max(1, both.length)), seeks }
}

/** When the frame of a picture is on the screen, in seconds. */
function spanOf(timing: FrameTiming, time: number): { start: number; end: number } {
  const frame = frameAt(timing, time)
  return { start: frameStart(timing, frame), end: frameStart(timing, frame + 1) }
}
