import { setTimeout as wait } from 'node:timers/promises'
import { lightCopies } from '@footnote/contract/nouns/library/videos/light.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { drawnCases } from '../../server/test/drawn-cases.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Browser, openBrowser, signIn } from '../browser.ts'
import { ask, createAccount, createReviewCollection, uploadVideo, videosOf } from '../calls.ts'
import { connectProduct } from '../product.ts'
import { makeReels, REELS, type Reel } from '../reels.ts'
import { clock, LOOKS, look, placesBy, reviewAddress, typeFrame, type Viewing, visit } from './looks.ts'

// The light copy shows the frames of the full file: at as many places of a reel as the full file is tested at, and
// before and after switches between the two.
const SWITCHES = Math.ceil(0.15 * LOOKS)
/** Milliseconds for the copies of all reels, one after the other. */
const PATIENCE = 1_500_000
/** Larger than a light copy may be. */
const SIZE = '1440x810'
/** Of the length of a reel: encoding their copies takes more time than looking at them. */
const SHARE = 0.5
const DRAWN = drawnCases(REELS, { share: 4 / 7 })

const product = connectProduct(inject('product'))
const folder = await temporaryFolder('light-reels')
let browser: Browser
let viewing: Viewing
let reels: Reel[]
/** Ids of the videos by the reel's name. */
const videos = new Map<string, string>()
const table: Record<string, string | number>[] = []

beforeAll(async () => {
  const [made, account, opened] = await Promise.all([
    makeReels(folder, { of: DRAWN, size: SIZE, share: SHARE }),
    createAccount(product),
    openBrowser({ width: 1100, height: 700 }),
  ])
  reels = made
  browser = opened
  viewing = { page: browser.page, origin: product.origin, account }
  await signIn(browser.context, { ...account.storage, player_time: 'frames', player_quality: 'light' })
  const collection = await createReviewCollection(product, account, 'Large reels')
  for (const { name, file } of reels) videos.set(name, await uploadVideo(product, account, collection, file))
  const deadline = Date.now() + PATIENCE
  const until = async (isDone: () => Promise<boolean>) => {
    while (!(await isDone())) {
      if (Date.now() > deadline) throw new Error('The reels were not ready in time')
      await wait(1_000)
    }
  }
  await until(async () => (await videosOf(product, account, collection)).every(({ status }) => status === 'SUCCESS'))
  for (const id of videos.values())
    await until(async () => {
      const path = lightCopies.request.path.replace('/api/', '').replace(':video_id', id)
      return ((await ask(product, account, path, {})) as { light_copy: string }).light_copy === 'READY'
    })
}, PATIENCE + 600_000)

afterAll(async () => {
  console.table(table)
  await browser?.close()
})

async function openReel(name: string): Promise<{ readonly reel: Reel; readonly id: string }> {
  const reel = reels.find((candidate) => candidate.name === name)
  const id = videos.get(name)
  if (!reel || !id) throw new Error(`There is no reel ${name}`)
  await viewing.page.goto(reviewAddress(viewing, id))
  await clock(viewing.page).waitFor()
  return { reel, id }
}

/** Lines of the picture that plays. */
const lines = (): Promise<number> => viewing.page.evaluate(() => document.querySelector('video')?.videoHeight ?? 0)
const LINES = { Full: 810, Light: 720 } as const

async function choose(quality: keyof typeof LINES): Promise<void> {
  const { page } = viewing
  await page.getByRole('button', { name: /^Settings/ }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${quality}`) }).click()
  await expect.poll(lines).toBe(LINES[quality])
  await page.locator('.held-picture').waitFor({ state: 'detached' })
}

test.for(DRAWN)('the light copy of a reel at %s shows the requested and the reported frame', async (name) => {
  const { reel, id } = await openReel(name)
  await expect.poll(lines).toBe(LINES.Light)
  expect(await look(viewing.page), 'before anybody plays or seeks').toEqual({ said: 0, shown: 0 })
  const { wrong, line } = await visit(viewing, id, reel)
  table.push(line)
  expect(wrong).toEqual([])
  expect(await lines()).toBe(LINES.Light)
})

test.for(DRAWN)('a switch of quality in a reel at %s shows the same frame before and after', async (name) => {
  const { reel, id } = await openReel(name)
  const random = placesBy(reel.frames)
  const wrong: object[] = []
  for (let count = 0; count < SWITCHES; count += 1) {
    await typeFrame(viewing, id, reel, random)
    const before = await look(viewing.page)
    await choose(count % 2 === 0 ? 'Full' : 'Light')
    const after = await look(viewing.page)
    if (after.shown !== before.shown || after.said !== before.said || after.said !== after.shown)
      wrong.push({ count, before, after })
  }
  table.push({ reel: name, switches: SWITCHES, 'another frame': wrong.length })
  expect(wrong).toEqual([])
  await choose('Light')
})
