import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { ffmpeg } from '../../../test/made-media.ts'
import { probedFilms } from '../../../test/probed-films.ts'
import { extractAudio } from '../audio.ts'
import { probe } from '../probe.ts'
import { usualPlan } from '../sound/plan.ts'
import { sampleVideo } from './sampling/samples.ts'
import { planStoryboard, writeSheet, writeStoryboard } from './storyboard.ts'
import { choosePicture, writeThumbnail } from './thumbnail.ts'

const { job, makeReel } = await probedFilms()

it('the picture with the most content is chosen', async () => {
  await ffmpeg('-f', 'lavfi', '-i', 'color=black:s=320x180', '-frames:v', '1', job.path('black.jpg'))
  await ffmpeg('-f', 'lavfi', '-i', 'mandelbrot=s=320x180', '-frames:v', '1', job.path('rich.jpg'))
  expect(await choosePicture([job.path('black.jpg'), job.path('rich.jpg')])).toBe(job.path('rich.jpg'))
})

it('a thumbnail keeps the aspect ratio and never grows', async () => {
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=1280x720', '-frames:v', '1', job.path('large.jpg'))
  const small = await sharp(await writeThumbnail(job.path('large.jpg'), job.path('small.jpg'), 320)).metadata()
  expect([small.width, small.height]).toEqual([320, 180])
  const same = await sharp(await writeThumbnail(job.path('small.jpg'), job.path('same.jpg'))).metadata()
  expect(same.width).toBe(320)
})

/** The strongest of red, green and blue in the middle of each tile, in order; null beside the last one. */
async function strongest(file: string, columns: number, count: number): Promise<(number | null)[]> {
  const { data, info: sheet } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  expect([sheet.width, sheet.height]).toEqual([columns * 160, Math.ceil(count / columns) * 90])
  return Array.from({ length: count }, (_, tile) => {
    const [left, top] = [(tile % columns) * 160, Math.floor(tile / columns) * 90]
    const at = ((top + 45) * sheet.width + left + 80) * sheet.channels
    const pixel = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    return Math.max(...pixel) < 40 ? null : pixel.indexOf(Math.max(...pixel))
  })
}

it('each tile of a storyboard shows its time in the video', async () => {
  const file = await makeReel(
    'colours.mp4',
    'color=red:s=320x180:r=25',
    'color=lime:s=320x180:r=25',
    'color=blue:s=320x180:r=25',
  )
  const info = await probe(job, file)
  const pictures = []
  for await (const { sample } of sampleVideo(job, file, info)) if (sample) pictures.push(sample)
  const board = planStoryboard(info, info.duration)
  expect(board).toEqual({ columns: 6, tile_width: 160, tile_height: 90, interval: 1, count: 6, sheets: null })
  await writeStoryboard(pictures, board, job.path('board.webp'))
  expect(await strongest(job.path('board.webp'), 6, 6)).toEqual([0, 0, 1, 1, 2, 2])
})

it('a longer film also has a tile for each five seconds, on sheets of a hundred', async () => {
  const [red, lime, blue] = await Promise.all(
    ['red', 'lime', 'blue'].map(async (colour) => {
      const file = job.path(`${colour}.jpg`)
      await ffmpeg('-f', 'lavfi', '-i', `color=${colour}:s=320x180`, '-frames:v', '1', file)
      return file
    }),
  )
  // From 0 to 7.5 s red, to 502.6 s lime, then blue: the third and the hundred and second tile are the first of theirs.
  const pictures = [
    { time: 0, file: red! },
    { time: 7.6, file: lime! },
    { time: 502.6, file: blue! },
  ]
  const board = planStoryboard({ width: 1920, height: 1080 }, 517)
  expect(board).toMatchObject({ count: 100, interval: 5.17 })
  expect(board.sheets).toEqual({ columns: 10, interval: 5, count: 104, tiles: 100 })
  const drawn = []
  for (const number of [0, 1]) {
    const sheet = job.path(`sheet-${number}.webp`)
    await writeSheet(pictures, board, board.sheets!, number, sheet)
    drawn.push(await strongest(sheet, 10, number ? 4 : 100))
  }
  expect(drawn).toEqual([
    [0, 0, ...Array(98).fill(1)],
    [1, 2, 2, 2],
  ])
})

it('a storyboard has 1 to 100 tiles on one sprite, and sheets only where these are more than five seconds apart', () => {
  const full = { width: 1920, height: 1080 }
  const tile = { columns: 10, tile_width: 160, tile_height: 90, count: 100 }
  expect(planStoryboard(full, 500)).toEqual({ ...tile, interval: 5, sheets: null })
  expect(planStoryboard(full, 7_200)).toEqual({
    ...tile,
    interval: 72,
    sheets: { columns: 10, interval: 5, count: 1_440, tiles: 100 },
  })
  const upright = planStoryboard({ width: 1080, height: 1920 }, 0.04)
  expect(upright).toMatchObject({ columns: 1, tile_width: 90, count: 1, sheets: null })
})

it('sound is 16 kHz mono from the start of the video, with silence until it begins', async () => {
  const file = job.path('late.mkv')
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'color=s=64x64:r=25:d=3',
    '-itsoffset',
    '1',
    '-f',
    'lavfi',
    '-i',
    'sine=d=2:sample_rate=44100',
    '-ac',
    '2',
    file,
  )
  const info = await probe(job, file)
  const shares: number[] = []
  expect(
    await extractAudio(job, file, info, usualPlan(info), job.path('sound.wav'), (share) => shares.push(share)),
  ).toBe(job.path('sound.wav'))
  const wav = await readFile(job.path('sound.wav'))
  expect([wav.toString('latin1', 0, 4), wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([
    'RIFF',
    1,
    16_000,
    16,
  ])
  const samples = wav.subarray(wav.indexOf('data') + 8)
  expect(samples.length / 32_000).toBeCloseTo(3, 1)
  const loudest = (from: number, to: number) => {
    let peak = 0
    for (let at = Math.round(from * 16_000); at < to * 16_000; at += 1)
      peak = Math.max(peak, Math.abs(samples.readInt16LE(2 * at)))
    return peak
  }
  expect(loudest(0, 0.9)).toBe(0)
  expect(loudest(1.1, 2.9)).toBeGreaterThan(1_000)
  expect(shares.at(-1)).toBeGreaterThan(0.9)
})

it('a video without sound gives none', async () => {
  const silent = job.path('silent.mp4')
  await ffmpeg('-f', 'lavfi', '-i', 'color=black:s=320x180:d=1', silent)
  const info = await probe(job, silent)
  expect(await extractAudio(job, silent, info, usualPlan(info), job.path('none.wav'))).toBeNull()
})
