import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { ffmpeg } from '../../server/test/made-media.ts'
import { type Account, createCollection } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// The preview over the timeline of a long film.
const product = connectProduct(inject('product'))
let ada: Account

beforeEach(async () => {
  ada = await addPerson(product)
})
afterEach(noComplaints)

/** A film of 25 minutes, with a picture each second. */
const SECONDS = 1_500
const SHEET = { interval: 5, count: 300, columns: 10, tiles: 100 }
/** Colours of the sprite over the whole film, and of the three sheets. */
const [GREY, RED, GREEN, BLUE] = [
  [128, 128, 128],
  [220, 20, 20],
  [20, 180, 20],
  [20, 20, 220],
] as const
type Colour = readonly [number, number, number]
/** Pixels of a sheet of a hundred tiles. */
const SIZE = { width: 1600, height: 900 }
/** Bytes a second of a slow line: a sheet takes seconds. */
const SLOW = 40_000

/** A sheet of one colour with noise, so that it has as many bytes as one of a film. */
async function sheetOf([red, green, blue]: Colour): Promise<Buffer> {
  const noise = sharp({
    create: { ...SIZE, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 0, sigma: 12 } },
  })
  const base = sharp({ create: { ...SIZE, channels: 3, background: { r: red, g: green, b: blue } } })
  const composed = await base
    .composite([{ input: await noise.png().toBuffer(), blend: 'add' }])
    .png()
    .toBuffer()
  return await sharp(composed).webp({ quality: 70 }).toBuffer()
}

/** Adds a film as indexing leaves it. @returns the address of its review */
async function addLongFilm(): Promise<string> {
  const collection = await createCollection(product, ada, 'Rushes')
  const id = await addVideo(product, ada, collection, { file_name: 'Rushes.mp4', film: 'reel.mp4' })
  const folder = `videos/${id}/`
  const place = (key: string) => path.join(product.data_dir, 'files', folder, key)
  await mkdir(place('storyboard'), { recursive: true })
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=1:d=${SECONDS}`, '-g', '2', '-pix_fmt', 'yuv420p']
  await ffmpeg(...picture, '-preset', 'ultrafast', '-movflags', '+faststart', place('original.mp4'))
  await writeFile(place('storyboard.webp'), await sheetOf(GREY))
  for (const [number, colour] of [RED, GREEN, BLUE].entries())
    await writeFile(place(`storyboard/${number}.webp`), await sheetOf(colour))
  const tile = { tile_width: 160, tile_height: 90 }
  const storyboard = JSON.stringify({ ...tile, columns: 10, count: 100, interval: SECONDS / 100 })
  const storyboard_sheets = JSON.stringify({ ...SHEET, key: `${folder}storyboard/` })
  const keys = { storage_key: `${folder}original.mp4`, storyboard_key: `${folder}storyboard.webp`, rendition_key: null }
  const rate = { duration: SECONDS, frame_rate_num: 1, frame_rate_den: 1 }
  await inDatabase(product, (db) =>
    db
      .updateTable('videos')
      .set({ ...keys, ...rate, storyboard, storyboard_sheets })
      .where('id', '=', id)
      .execute(),
  )
  return `${product.origin}/quick-review/${ada.user_id}/${id}`
}

/** Points at a time of the film, at once: a slow machine would rest on the way. */
async function point(page: Page, seconds: number): Promise<void> {
  const strip = await page.getByRole('slider', { name: 'Timeline' }).boundingBox()
  if (!strip) throw new Error('There is no timeline')
  await page.mouse.move(strip.x + (strip.width * seconds) / SECONDS, strip.y + strip.height / 2)
}
/** The mean colour of the preview, as it is on the screen. */
async function shown(page: Page): Promise<number[]> {
  const { channels } = await sharp(await page.locator('.preview-picture').screenshot()).stats()
  return channels.slice(0, 3).map(({ mean }) => mean)
}
const isNear = (one: readonly number[], other: Colour) =>
  one.every((value, place) => Math.abs(value - other[place]!) < 30)

test('the preview loads the sheet at which the pointer rests, shows it, and on a slow line no other', async () => {
  const { page, context } = await testBrowser({ as: ada })
  const requested: string[] = []
  const ended: string[] = []
  const nameOf = (url: string) => /storyboard\/(\d)\.webp/.exec(url)?.[1]
  page.on('request', (request) => void (nameOf(request.url()) && requested.push(nameOf(request.url())!)))
  page.on('requestfailed', (request) => void (nameOf(request.url()) && ended.push(nameOf(request.url())!)))
  await page.goto(await addLongFilm())
  await point(page, 250)
  await expect.poll(async () => isNear(await shown(page), RED), { timeout: 20_000 }).toBe(true)
  expect(requested).toEqual(['0'])

  const line = await context.newCDPSession(page)
  const conditions = { offline: false, latency: 20, uploadThroughput: -1 }
  await line.send('Network.emulateNetworkConditions', { ...conditions, downloadThroughput: SLOW })
  await point(page, 750)
  await expect.poll(() => requested).toEqual(['0', '1'])
  await page.locator('.preview-picture[data-loading]').waitFor()
  // Over another sheet to the first one, which is there.
  await point(page, 1_250)
  await expect.poll(() => requested).toEqual(['0', '1', '2'])
  await expect.poll(() => ended, { timeout: 20_000 }).toEqual(['1'])
  await point(page, 100)
  await expect.poll(() => ended, { timeout: 20_000 }).toEqual(['1', '2'])
  expect(isNear(await shown(page), RED)).toBe(true)

  await line.send('Network.emulateNetworkConditions', { ...conditions, downloadThroughput: -1 })
  await point(page, 1_400)
  await expect.poll(async () => isNear(await shown(page), BLUE), { timeout: 20_000 }).toBe(true)
  expect(requested).toEqual(['0', '1', '2', '2'])
  await page.setViewportSize({ width: 390, height: 844 })
  await point(page, 700)
  await expect.poll(async () => isNear(await shown(page), GREEN), { timeout: 20_000 }).toBe(true)
})
