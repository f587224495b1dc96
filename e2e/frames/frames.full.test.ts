import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type FrameTiming, frameAt, frameStart } from '@footnote/contract/shared/frames.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { randomNumbers } from '../../server/test/random-numbers.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Browser, openBrowser, signIn } from '../browser.ts'
import { type Account, createAccount, createReviewCollection, videosOf } from '../calls.ts'
import { connectProduct } from '../product.ts'
import { barsIn, frameInBars, makeReels, REELS, type Reel } from '../reels.ts'
import { PATIENCE, upload } from '../steps.ts'

// The product reports the frame that it shows; the picture itself contains its number. Number of checks in each reel:
const LOOKS = 100

const product = connectProduct(inject('product'))
const folder = await temporaryFolder('reels')
let browser: Browser
let page: Page
let account: Account
let reels: Reel[]
/** Ids of the videos by the reel's name. */
const videos = new Map<string, string>()
const table: Record<string, string | number>[] = []

beforeAll(async () => {
  ;[reels, account, browser] = await Promise.all([
    makeReels(folder),
    createAccount(product),
    openBrowser({ width: 1100, height: 700 }),
  ])
  page = browser.page
  await signIn(browser.context, { ...account.storage, player_time: 'frames' })
  const collection = await createReviewCollection(product, account, 'Reels')
  await page.goto(`${product.origin}/quick-review/collections/${collection}`)
  await upload(page, ...reels.map(({ file }) => file))
  const deadline = Date.now() + PATIENCE
  while (videos.size < reels.length) {
    if (Date.now() > deadline) throw new Error('The reels were not ready in time')
    await wait(1_000)
    for (const { id, file_name, status } of await videosOf(product, account, collection))
      if (status === 'SUCCESS') videos.set(path.parse(file_name).name, id)
  }
}, 600_000)

afterAll(async () => {
  console.table(table)
  await browser?.close()
})

/** Milliseconds without a new picture after which a seek counts as done, even on a busy machine. */
const QUIET = 200

/** Waits until the browser has ended the seek and had time to draw the frame. */
const settle = () =>
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

const clock = () => page.locator('.clock-now > b')
const saidFrame = async (): Promise<number> => Number(await clock().textContent())

interface Look {
  readonly said: number
  readonly shown: number | null
}

/** The frame that the product reports, and the one in the picture, after two equal readings. */
async function look(): Promise<Look> {
  let before = await glance()
  for (let tries = 0; tries < 10; tries += 1) {
    const now = await glance()
    if (now.said === before.said && now.shown === before.shown) return now
    before = now
  }
  throw new Error(`The picture does not come to rest: ${JSON.stringify(before)}`)
}

async function glance(): Promise<Look> {
  await settle()
  const box = await page.locator('video').boundingBox()
  if (!box) throw new Error('There is no picture')
  const image = await page.screenshot({ clip: barsIn(box) })
  return { said: await saidFrame(), shown: await frameInBars(image) }
}

async function typeInClock(words: string): Promise<void> {
  await clock().click()
  await page.getByLabel('Go to a time').fill(words)
  await page.keyboard.press('Enter')
}

async function clickTimeline(share: number): Promise<void> {
  const box = await page.getByRole('slider', { name: 'Timeline' }).boundingBox()
  if (!box) throw new Error('There is no timeline')
  await page.mouse.click(box.x + share * box.width, box.y + box.height / 2)
}

const address = (id: string, time?: number) =>
  `${product.origin}/quick-review/${account.user_id}/${id}${time === undefined ? '' : `?t=${time.toFixed(3)}`}`

const milliseconds = (time: number): string => `${Math.floor(time / 60)}:${(time % 60).toFixed(3).padStart(6, '0')}`

/** A way to go to another place. @returns the requested frame, if the way names one */
type Way = (id: string, reel: Reel, random: () => number) => Promise<number | null>

const lengthOf = ({ timing, frames }: Reel): number => frameStart(timing, frames)
const within = ({ frames }: Reel, frame: number): number => Math.min(frames - 1, Math.max(0, frame))
/** A time rounded to a millisecond, like those of people and addresses. */
const someTime = (reel: Reel, random: () => number): number => Math.floor(random() * lengthOf(reel) * 1_000) / 1_000

const step: Way = async (_, reel, random) => {
  const from = await saidFrame()
  const count = 1 + Math.floor(random() * 4)
  const forward = random() < 0.5
  for (let press = 0; press < count; press += 1) await page.keyboard.press(forward ? '.' : ',')
  return within(reel, from + (forward ? count : -count))
}
const jump: Way = async (_, __, random) => {
  const keys = ['ArrowLeft', 'ArrowRight', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
  await page.keyboard.press(keys[Math.floor(random() * keys.length)] ?? '0')
  return null
}
const typeFrame: Way = async (_, { frames }, random) => {
  const frame = Math.floor(random() * frames)
  await typeInClock(String(frame))
  return frame
}
const typeTime: Way = async (_, reel, random) => {
  const time = someTime(reel, random)
  await typeInClock(milliseconds(time))
  return frameAtEdge(reel.timing, time)
}
const click: Way = async (_, __, random) => {
  await clickTimeline(0.001 + 0.998 * random())
  return null
}
/** Plays for a second from a place that leaves room for it, until Space. */
const play: Way = async (_, reel, random) => {
  await typeInClock(String(Math.floor(random() * 0.9 * reel.frames)))
  await settle()
  await page.keyboard.press(' ')
  await wait(1_000)
  await page.keyboard.press(' ')
  await page.waitForFunction(() => document.querySelector('video')?.paused)
  return null
}
const open: Way = async (id, reel, random) => {
  const time = someTime(reel, random)
  await page.goto(address(id, time))
  await clock().waitFor()
  return frameAtEdge(reel.timing, time)
}

/** The frame of a time, or null if it is so close to an edge that rounding decides. */
function frameAtEdge(timing: FrameTiming, time: number): number | null {
  const frame = frameAt(timing, time - 0.002)
  return frame === frameAt(timing, time + 0.002) ? frame : null
}

/** The ways, in turn; each goes to a random place. */
const WAYS: readonly Way[] = [
  ...[open, typeFrame, click, step, typeTime, jump, step, click],
  ...[play, step, typeFrame, jump, click, step, typeTime, step],
]

test.for(REELS)('in a reel at %s the visible frame is the requested and the reported one', async (name) => {
  const reel = reels.find((candidate) => candidate.name === name)
  const id = videos.get(name)
  if (!reel || !id) throw new Error(`There is no reel ${name}`)
  const random = randomNumbers(reel.frames)
  const wrong: object[] = []
  const off = { asked: 0, told: 0, unread: 0 }
  let asks = 0
  await page.goto(address(id))
  await clock().waitFor()
  expect(await look(), 'before anybody plays or seeks').toEqual({ said: 0, shown: 0 })
  for (let count = 0; count < LOOKS; count += 1) {
    const way = WAYS[count % WAYS.length] ?? open
    const asked = await way(id, reel, random)
    const { said, shown } = await look()
    if (asked !== null) asks += 1
    if (shown === null) off.unread += 1
    if (said !== shown) off.told += 1
    if (asked !== null && asked !== shown) off.asked += 1
    if (said !== shown || (asked ?? shown) !== shown) wrong.push({ count, way: way.name, asked, said, shown })
  }
  table.push({
    reel: name,
    frames: reel.frames,
    looks: LOOKS,
    'asked for': asks,
    'not as asked': off.asked,
    'not as told': off.told,
    unread: off.unread,
  })
  expect(wrong).toEqual([])
})
