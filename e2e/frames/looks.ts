import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type FrameTiming, frameAt, frameStart } from '@footnote/contract/shared/frames.ts'
import type { Page } from 'playwright-core'
import { countOf } from '../../server/test/drawn-cases.ts'
import { randomNumbers } from '../../server/test/random-numbers.ts'
import type { Account } from '../calls.ts'
import { barsIn, frameInBars, type Reel } from '../reels.ts'

/** Places of each reel, or pair of reels, that a run goes to: each night 100. They are others in each run. */
export const LOOKS = Number(process.env.LOOKS ?? countOf({ usual: 16, all: 100 }))
const SEED = Number(process.env.LOOKS_SEED ?? randomInt(2 ** 31))
console.log(`${LOOKS} places of each reel, by the seed ${SEED}`)

/** Random numbers that choose the places. @param reel a number of its own for each reel */
export const placesBy = (reel: number): (() => number) => randomNumbers(SEED + reel)

/** A browser on the page of a video, whose clock counts frames, and its person. */
export interface Viewing {
  readonly page: Page
  readonly origin: string
  readonly account: Account
}

/** Milliseconds without a new picture after which a seek counts as done, even on a busy machine. */
const QUIET = 200

/** Waits until the browser has ended the seek and had time to draw the frame. */
const settle = (page: Page) =>
  page.evaluate(async (quiet) => {
    const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
    let video = document.querySelector('video')
    while (!video || video.seeking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) {
      await wait(5)
      video = document.querySelector('video')
    }
    let changed = performance.now()
    const note = () => {
      changed = performance.now()
      handle = video.requestVideoFrameCallback(note)
    }
    let handle = video.requestVideoFrameCallback(note)
    while (video.seeking || performance.now() - changed < quiet) await wait(10)
    video.cancelVideoFrameCallback(handle)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }, QUIET)

export const clock = (page: Page) => page.locator('.clock-now > b')
const saidFrame = async (page: Page): Promise<number> => Number(await clock(page).textContent())

/** A frame: as the product reports it, and in the picture, or null if it cannot be read. */
export interface Look {
  readonly said: number
  readonly shown: number | null
}

/** The frame that the product reports, and the one in the picture, after two equal readings. */
export async function look(page: Page): Promise<Look> {
  let before = await glance(page)
  for (let tries = 0; tries < 10; tries += 1) {
    const now = await glance(page)
    if (now.said === before.said && now.shown === before.shown) return now
    before = now
  }
  throw new Error(`The picture does not come to rest: ${JSON.stringify(before)}`)
}

async function glance(page: Page): Promise<Look> {
  await settle(page)
  const box = await page.locator('video').boundingBox()
  if (!box) throw new Error('There is no picture')
  const image = await page.screenshot({ clip: barsIn(box) })
  return { said: await saidFrame(page), shown: await frameInBars(image) }
}

async function typeInClock(page: Page, words: string): Promise<void> {
  await clock(page).click()
  await page.getByLabel('Go to a time').fill(words)
  await page.keyboard.press('Enter')
}

async function clickTimeline(page: Page, share: number): Promise<void> {
  const box = await page.getByRole('slider', { name: 'Timeline' }).boundingBox()
  if (!box) throw new Error('There is no timeline')
  await page.mouse.click(box.x + share * box.width, box.y + box.height / 2)
}

/** The review page of a video. @param time seconds, where it begins */
export const reviewAddress = ({ origin, account }: Viewing, id: string, time?: number) =>
  `${origin}/quick-review/${account.user_id}/${id}${time === undefined ? '' : `?t=${time.toFixed(3)}`}`

const milliseconds = (time: number): string => `${Math.floor(time / 60)}:${(time % 60).toFixed(3).padStart(6, '0')}`

/** A way to go to another place. @returns the requested frame, if the way names one */
type SeekMethod = (viewing: Viewing, id: string, reel: Reel, random: () => number) => Promise<number | null>

const lengthOf = ({ timing, frames }: Reel): number => frameStart(timing, frames)
const within = ({ frames }: Reel, frame: number): number => Math.min(frames - 1, Math.max(0, frame))
/** A time rounded to a millisecond, like those of people and addresses. */
const someTime = (reel: Reel, random: () => number): number => Math.floor(random() * lengthOf(reel) * 1_000) / 1_000

const step: SeekMethod = async ({ page }, _, reel, random) => {
  const from = await saidFrame(page)
  const count = 1 + Math.floor(random() * 4)
  const forward = random() < 0.5
  for (let press = 0; press < count; press += 1) await page.keyboard.press(forward ? '.' : ',')
  return within(reel, from + (forward ? count : -count))
}
const jump: SeekMethod = async ({ page }, _, __, random) => {
  const keys = ['ArrowLeft', 'ArrowRight', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
  await page.keyboard.press(keys[Math.floor(random() * keys.length)] ?? '0')
  return null
}
export const typeFrame: SeekMethod = async ({ page }, _, { frames }, random) => {
  const frame = Math.floor(random() * frames)
  await typeInClock(page, String(frame))
  return frame
}
const typeTime: SeekMethod = async ({ page }, _, reel, random) => {
  const time = someTime(reel, random)
  await typeInClock(page, milliseconds(time))
  return frameAtEdge(reel.timing, time)
}
const click: SeekMethod = async ({ page }, _, __, random) => {
  await clickTimeline(page, 0.001 + 0.998 * random())
  return null
}
/** Plays for a second from a place that leaves room for it, until Space. */
const play: SeekMethod = async ({ page }, _, reel, random) => {
  await typeInClock(page, String(Math.floor(random() * 0.9 * reel.frames)))
  await settle(page)
  await page.keyboard.press(' ')
  await wait(1_000)
  await page.keyboard.press(' ')
  await page.waitForFunction(() => document.querySelector('video')?.paused)
  return null
}
const open: SeekMethod = async (viewing, id, reel, random) => {
  const { page } = viewing
  const time = someTime(reel, random)
  await page.goto(reviewAddress(viewing, id, time))
  await clock(page).waitFor()
  return frameAtEdge(reel.timing, time)
}

/** The frame of a time, or null if it is so close to an edge that rounding decides. */
function frameAtEdge(timing: FrameTiming, time: number): number | null {
  const frame = frameAt(timing, time - 0.002)
  return frame === frameAt(timing, time + 0.002) ? frame : null
}

/** The ways, in turn; each goes to a random place. */
const WAYS: readonly SeekMethod[] = [
  ...[open, typeFrame, click, step, typeTime, jump, step, click],
  ...[play, step, typeFrame, jump, click, step, typeTime, step],
]

/** Goes to a frame, and steps back twice, faster than a seek takes. @returns what is not as asked */
export async function stepTwice({ page }: Viewing, reel: Reel, from: number): Promise<object[]> {
  await look(page)
  await clickTimeline(page, (from + 0.5) / reel.frames)
  const { said } = await look(page)
  await page.keyboard.press(',')
  await page.keyboard.press(',')
  const after = await look(page)
  const asked = within(reel, said - 2)
  return after.said === asked && after.shown === asked ? [] : [{ asked, ...after }]
}

/** Goes to places of a reel in every way, and compares what is asked for, reported and shown. */
export async function visit(viewing: Viewing, id: string, reel: Reel) {
  const random = placesBy(reel.frames)
  const wrong: object[] = []
  const off = { asked: 0, told: 0, unread: 0 }
  let asks = 0
  for (let count = 0; count < LOOKS; count += 1) {
    const way = WAYS[count % WAYS.length] ?? open
    const asked = await way(viewing, id, reel, random)
    const { said, shown } = await look(viewing.page)
    if (asked !== null) asks += 1
    if (shown === null) off.unread += 1
    if (said !== shown) off.told += 1
    if (asked !== null && asked !== shown) off.asked += 1
    if (said !== shown || (asked ?? shown) !== shown) wrong.push({ count, way: way.name, asked, said, shown })
  }
  const line = {
    reel: reel.name,
    frames: reel.frames,
    looks: LOOKS,
    'asked for': asks,
    'not as asked': off.asked,
    'not as told': off.told,
    unread: off.unread,
  }
  return { wrong, line }
}
