import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { frameStart } from '@footnote/contract/shared/frames.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { drawnCases } from '../../server/test/drawn-cases.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Browser, openBrowser, signIn } from '../browser.ts'
import { createAccount, createReviewCollection, videosOf } from '../calls.ts'
import { connectProduct } from '../product.ts'
import { makeReels, REELS, type Reel } from '../reels.ts'
import { PATIENCE, upload } from '../steps.ts'
import { clock, look, reviewAddress, stepTwice, type Viewing, visit } from './looks.ts'

// The product reports the frame that it shows; the picture itself contains its number.

const product = connectProduct(inject('product'))
const folder = await temporaryFolder('reels')
let browser: Browser
let viewing: Viewing
let reels: Reel[]
/** Ids of the videos by the reel's name. */
const videos = new Map<string, string>()
const table: Record<string, string | number>[] = []

beforeAll(async () => {
  const [made, account, opened] = await Promise.all([
    makeReels(folder),
    createAccount(product),
    openBrowser({ width: 1100, height: 700 }),
  ])
  reels = made
  browser = opened
  const { page } = browser
  viewing = { page, origin: product.origin, account }
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

/** Opens the page of a reel, at its beginning or at a share of its length. */
async function openReel(name: string, share = 0): Promise<{ readonly id: string; readonly reel: Reel }> {
  const reel = reels.find((candidate) => candidate.name === name)
  const id = videos.get(name)
  if (!reel || !id) throw new Error(`There is no reel ${name}`)
  const time = share > 0 ? frameStart(reel.timing, Math.floor(share * reel.frames)) : undefined
  await viewing.page.goto(reviewAddress(viewing, id, time))
  await clock(viewing.page).waitFor()
  return { id, reel }
}

test.for(REELS)('in a reel at %s the visible frame is the requested and the reported one', async (name) => {
  const { id, reel } = await openReel(name)
  expect(await look(viewing.page), 'before anybody plays or seeks').toEqual({ said: 0, shown: 0 })
  const { wrong, line } = await visit(viewing, id, reel)
  table.push(line)
  expect(wrong).toEqual([])
})

test.for(drawnCases(REELS))('in a reel at %s two steps in one moment show the second frame', async (name) => {
  const wrong: object[] = []
  for (const from of [5, 8, 14]) {
    const { reel } = await openReel(name, 0.6)
    wrong.push(...(await stepTwice(viewing, reel, from)))
  }
  expect(wrong).toEqual([])
})
