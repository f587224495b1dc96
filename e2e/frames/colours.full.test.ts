import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readFilm } from '../../server/src/media/film.ts'
import { cutStill } from '../../server/src/media/pictures/still.ts'
import { makeJob } from '../../server/test/made-media.ts'
import { makeVariedFilm, patchesOf, type VariedFilm } from '../../server/test/varied-films.ts'
import { type Browser, openBrowser, signIn } from '../browser.ts'
import { type Account, createAccount, createReviewCollection, uploadVideo, videosOf } from '../calls.ts'
import { connectProduct } from '../product.ts'
import { clock, reviewAddress } from './looks.ts'

// The player's picture has the colours of the still of the same frame, however a film states its own.
/** Largest difference of a patch's mean in the browser's canvas and in the still, of 255. */
const NEAR = 4
/** Milliseconds for all films, one after the other. */
const PATIENCE = 600_000
const RATE = { num: 25, den: 1 }

const film = (own: Partial<VariedFilm>): VariedFilm => ({ rate: RATE, frames: 10, ...own })
const FILMS: readonly (readonly [string, VariedFilm])[] = [
  ['unstated.mp4', film({})],
  ['bt709.mp4', film({ tags: 'bt709' })],
  ['bt601.mp4', film({ tags: 'bt601' })],
  ['pal.mp4', film({ tags: 'pal' })],
  ['matrix-alone.mp4', film({ tags: 'matrix_alone' })],
  ['primaries-alone.mp4', film({ tags: 'primaries_alone' })],
  ['full.mp4', film({ tags: 'full' })],
  ['full-alone.mp4', film({ tags: 'full_alone' })],
  ['reserved.mp4', film({ tags: 'reserved' })],
  ['turned.mp4', film({ tags: 'bt709', turn: 'quarter' })],
  ['mirrored.mov', film({ tags: 'bt601', turn: 'mirrored' })],
  ['wide-pixels.mov', film({ tags: 'bt709', aspect: [4, 3] })],
  ['interlaced.mp4', film({ tags: 'bt601', interlaced: true })],
  ['preview.mov', film({ tags: 'full', preview: true })],
  ['vp9.webm', film({ tags: 'bt709', codec: 'libvpx-vp9' })],
  ['vp9-unstated.webm', film({ codec: 'libvpx-vp9' })],
  ['vp8.webm', film({ codec: 'libvpx' })],
  ['hevc.mkv', film({ tags: 'bt601', codec: 'libx265' })],
  ['mpeg2.ts', film({ codec: 'mpeg2video', tags: 'bt709' })],
  ['mpeg4.mkv', film({ codec: 'mpeg4', tags: 'bt601' })],
]

const product = connectProduct(inject('product'))
const job = await makeJob()
let account: Account
let browser: Browser
const videos = new Map<string, string>()

beforeAll(async () => {
  for (const [name, varied] of FILMS) await makeVariedFilm(job.path(name), varied)
  account = await createAccount(product)
  browser = await openBrowser({ width: 1100, height: 700 })
  await signIn(browser.context, { ...account.storage, player_quality: 'full' })
  const collection = await createReviewCollection(product, account, 'Colours')
  for (const [name] of FILMS) videos.set(name, await uploadVideo(product, account, collection, job.path(name)))
  const deadline = Date.now() + PATIENCE
  while (!(await videosOf(product, account, collection)).every(({ status }) => status === 'SUCCESS')) {
    if (Date.now() > deadline) throw new Error('The films were not ready in time')
    await wait(500)
  }
}, PATIENCE + 120_000)

afterAll(async () => {
  await browser?.close()
  await job.remove()
})

/** The player's picture, and the colours that the browser takes it to have. */
interface PlayerPicture {
  readonly picture: Buffer
  readonly matrix: string | null
  readonly full_range: boolean
}

async function drawPlayer(id: string): Promise<PlayerPicture> {
  const { page } = browser
  await page.goto(reviewAddress({ page, origin: product.origin, account }, id))
  await clock(page).waitFor()
  await page.waitForFunction(
    () => (document.querySelector('video')?.readyState ?? 0) >= HTMLMediaElement.HAVE_CURRENT_DATA,
  )
  const { address, ...colours } = await page.evaluate(() => {
    const video = document.querySelector('video')
    const canvas = document.createElement('canvas')
    if (!video) throw new Error('There is no picture')
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    const frame = new VideoFrame(video)
    const { matrix, fullRange } = frame.colorSpace
    frame.close()
    return { address: canvas.toDataURL('image/png'), matrix, full_range: fullRange ?? false }
  })
  return { picture: Buffer.from(address.replace(/^.*,/, ''), 'base64'), ...colours }
}

/** Shares of red and blue in the brightness of BT.709 (ITU-R BT.709-6, 3.2). */
const RED = 0.2126
const BLUE = 0.0722

/**
 * How the browser draws these colours out of a picture of BT.709 with limited range. Without a graphics card Chromium
 * converts by libyuv, which clips the coefficient of blue from 2.112 to 2, so blue may differ by 6 of 255.
 */
async function drawnByBrowser(patches: readonly number[][]): Promise<number[][]> {
  const planes = patches.map(([r = 0, g = 0, b = 0]) => {
    const bright = RED * r + (1 - RED - BLUE) * g + BLUE * b
    const chroma = (value: number, share: number) => 128 + ((value - bright) / (2 - 2 * share)) * (224 / 255)
    return [16 + bright * (219 / 255), chroma(b, BLUE), chroma(r, RED)].map(Math.round)
  })
  return await browser.page.evaluate((colours) => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    return colours.map(([y = 0, u = 0, v = 0]) => {
      const data = new Uint8Array(384).fill(y, 0, 256).fill(u, 256, 320).fill(v, 320)
      const frame = new VideoFrame(data, {
        ...{ format: 'I420', codedWidth: 16, codedHeight: 16, timestamp: 0 },
        colorSpace: { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709', fullRange: false },
      })
      context?.drawImage(frame, 0, 0)
      frame.close()
      return [...(context?.getImageData(8, 8, 1, 1).data ?? [])].slice(0, 3)
    })
  }, planes)
}

test.for(FILMS)('the player shows the colours of the still, %s', async ([name]) => {
  const { input, info } = await readFilm(job, job.path(name))
  await cutStill(job, input, info, 0, job.path('still.png'))
  const still = await patchesOf(job.path('still.png'))
  const { picture, matrix, full_range } = await drawPlayer(videos.get(name) ?? '')
  const expected = matrix === 'bt709' && !full_range ? await drawnByBrowser(still) : still
  const differences = (await patchesOf(picture)).flatMap((patch, place) =>
    patch.map((value, channel) => Math.abs(value - (expected[place]?.[channel] ?? 0))),
  )
  expect(Math.max(...differences)).toBeLessThanOrEqual(NEAR)
})
