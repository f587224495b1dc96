/**
 * Looks for blank moments: `npm run bench:blank`. Starts the product, loads its main screens over a slow connection
 * with an empty cache, on a desktop and on a phone, and takes a screenshot every 100 ms. After the first paint, a
 * screenshot is blank if less than 20 % of the height below the bar shows anything; a heading with a line under it is
 * less. Prints the count for each screen and the share of its emptiest screenshot, writes blank ones into the folder
 * that its argument names, and exits with 1 if there is one.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser, signIn } from '../e2e/browser.ts'
import { type Account, createAccount, sampleReview } from '../e2e/calls.ts'
import { inDatabase } from '../e2e/database.ts'
import { startProduct } from '../e2e/product.ts'
import { type Frame, record } from '../e2e/recording.ts'
import { indexedSamples } from '../e2e/seeded.ts'

/** Seconds between two screenshots. */
const STEP = 0.1
/** Chromium's preset 'Slow 4G': bytes a second, and milliseconds before an answer begins. */
const LINE = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562 }
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
/** Pixels: the height of the bar, and the side of the squares that a screenshot is divided into. */
const BAR = 56
const SQUARE = 12
/** Smallest difference in grey levels between the background and a drawn square; low, because skeletons are pale. */
const CONTRAST = 4
/** Backgrounds of pages and of their parts. */
const GROUNDS = ['--canvas', '--surface'] as const
/** Smallest drawn share of a row of squares that counts as shown; the edges of panels are less. */
const LEAST_OF_ROW = 0.04
/** Smallest share of rows that count, in a screenshot that is not blank. */
const LEAST_SHARE = 0.2

const folder = process.argv[2]
if (folder) await mkdir(folder, { recursive: true })
const product = await startProduct({}, [], 'indexed')
let blank = 0
try {
  const account = await createAccount(product)
  let sample = ''
  await inDatabase(product, async (db) => {
    sample = await indexedSamples(db)
  })
  const screens = { home: '/home', collection: `/collections/${sample}`, review: await sampleReview(product, account) }
  for (const [name, address] of Object.entries(screens))
    for (const size of SIZES) blank += await look(`${name}-${size.width}`, product.origin + address, size, account)
} finally {
  await product.stop()
}
if (blank > 0) process.exitCode = 1

/** @returns the number of blank screenshots */
async function look(name: string, address: string, size: (typeof SIZES)[number], account: Account): Promise<number> {
  const { context, page, close } = await openBrowser(size)
  try {
    await signIn(context, { ...account.storage, tutorialCompleted: 'true' })
    await narrow(page)
    const frames = await record(page, { ...size, scale: 1 }, async () => {
      await page.goto(address)
      await page.locator('#early').waitFor({ state: 'detached' })
      await page.waitForTimeout(6_000)
    })
    const seen = await everyStep(frames, await groundsOf(page))
    const start = seen.findIndex(({ share }) => share > 0)
    if (start < 0) throw new Error(`${address} was never painted`)
    const painted = seen.slice(start)
    const empty = painted.filter(({ share }) => share < LEAST_SHARE)
    const least = Math.min(...painted.map(({ share }) => share)) * 100
    console.log(
      `${name.padEnd(16)} ${painted.length} pictures, ${empty.length} blank; the emptiest shows ${least.toFixed(1)} %`,
    )
    if (folder)
      for (const { time, picture } of empty)
        await writeFile(path.join(folder, `${name}-${time.toFixed(1)}.jpg`), picture)
    return empty.length
  } finally {
    await close()
  }
}

async function narrow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', LINE)
}

/** Grey levels of an empty page. */
async function groundsOf(page: Page): Promise<number[]> {
  const colours = await page.evaluate(
    (names) =>
      names.map((name) => {
        const square = document.createElement('i')
        square.style.backgroundColor = `var(${name})`
        document.body.append(square)
        const { backgroundColor } = getComputedStyle(square)
        square.remove()
        return backgroundColor
      }),
    GROUNDS,
  )
  const levels = colours.map(async (background) => {
    const square = sharp({ create: { width: 1, height: 1, channels: 3, background } })
    return (await square.greyscale().raw().toBuffer())[0] ?? 0
  })
  return await Promise.all(levels)
}

/** The screenshot at each step, with the share of the height below the bar that shows something. */
async function everyStep(frames: readonly Frame[], grounds: readonly number[]): Promise<(Frame & { share: number })[]> {
  const shares: number[] = []
  for (const { picture } of frames) shares.push(await drawnShare(picture, grounds))
  const [first, last] = [frames[0]?.time ?? 0, frames.at(-1)?.time ?? 0]
  const steps: (Frame & { share: number })[] = []
  let place = 0
  for (let time = first; time <= last; time += STEP) {
    while ((frames[place + 1]?.time ?? Number.POSITIVE_INFINITY) <= time) place += 1
    steps.push({ time: time - first, picture: frames[place]!.picture, share: shares[place] ?? 0 })
  }
  return steps
}

async function drawnShare(picture: Buffer, grounds: readonly number[]): Promise<number> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  const isDrawn = (level: number) => grounds.every((ground) => Math.abs(level - ground) >= CONTRAST)
  const columns = Math.floor(info.width / SQUARE)
  let [drawn, rows] = [0, 0]
  for (let top = BAR; top + SQUARE <= info.height; top += SQUARE) {
    rows += 1
    let squares = 0
    for (let column = 0; column < columns; column += 1)
      if (someOf(data, info.width, { left: column * SQUARE, top }, isDrawn)) squares += 1
    if (squares >= LEAST_OF_ROW * columns) drawn += 1
  }
  return drawn / rows
}

function someOf(
  data: Buffer,
  width: number,
  { left, top }: { left: number; top: number },
  matches: (level: number) => boolean,
): boolean {
  for (let y = top; y < top + SQUARE; y += 1)
    for (let x = left; x < left + SQUARE; x += 1) if (matches(data[y * width + x] ?? 0)) return true
  return false
}
