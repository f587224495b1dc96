import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ffmpeg, H264, makeJob, NUMBERED, numberIn, numbersIn } from '../../../test/made-media.ts'
import { cutStill } from '../pictures/still.ts'
import { type MediaInfo, probe } from '../probe.ts'
import { usualPlan } from '../sound/plan.ts'
import { type Picture, renderPieces } from './render.ts'
import { lengthOf, placePieces, sourceFrame } from './timeline.ts'

const run = promisify(execFile)
const job = await makeJob()
afterAll(job.remove)

interface RenderSource {
  readonly input: string
  readonly info: MediaInfo
}
const films = new Map<string, RenderSource>()
const film = (name: string): RenderSource => films.get(name)!

/** Makes a film whose pictures show the number of their frame. */
async function make(name: string, source: string, ...args: string[]): Promise<void> {
  const input = job.path(name)
  await ffmpeg('-f', 'lavfi', '-i', `color=gray:${source},${NUMBERED}`, ...args, input)
  films.set(name, { input, info: await probe(job, input) })
}

beforeAll(async () => {
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=44100:duration=8', '-c:a', 'aac', '-shortest']
  const coded = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', '-g', '75', '-pix_fmt', 'yuv420p']
  await make('25.mp4', 's=320x180:r=25:d=8', ...tone, ...coded)
  await make('25-silent.mp4', 's=320x180:r=25:d=6', ...coded)
  await make('29.97.mp4', 's=320x180:r=30000/1001:d=6', ...tone, ...coded)
  await make('29.97.webm', 's=320x180:r=30000/1001:d=4', '-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', '600k')
  await make('50.mp4', 's=320x180:r=50:d=4', ...coded)
  await make(
    'uneven.mp4',
    's=320x180:r=30:d=4',
    '-vf',
    "select='not(between(mod(n,20),9,13))'",
    '-vsync',
    'vfr',
    ...H264,
  )
  await make('4x3.mp4', 's=240x180:r=25:d=4', ...coded)
  await make('anamorphic.mp4', 's=240x180:r=25:d=4,setsar=4/3', ...coded)
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    `color=gray:s=320x180:r=25:d=4,${NUMBERED},transpose=2`,
    ...H264,
    job.path('side.mp4'),
  )
  const turned = job.path('turned.mp4')
  await ffmpeg('-i', job.path('side.mp4'), '-c', 'copy', '-metadata:s:v:0', 'rotate=270', turned)
  films.set('turned.mp4', { input: turned, info: await probe(job, turned) })
})

type FilmPiece = readonly [name: string, start_frame: number, end_frame: number]

/** Renders pieces of the films. */
async function rendered(
  wanted: readonly FilmPiece[],
  picture: Picture,
  burnIn: (place: number) => object | null = () => null,
) {
  const pieces = wanted.map(([name, start_frame, end_frame]) => ({
    ...film(name),
    timing: film(name).info.timing,
    start_frame,
    end_frame,
  }))
  const placed = placePieces(pieces, picture.rate)
  const shares: number[] = []
  const file = await renderPieces(
    job,
    placed,
    picture,
    async (place) => {
      const piece = pieces[place]!
      return { ...piece, sound: usualPlan(piece.info), burn_in: burnIn(place) as never }
    },
    (share) => shares.push(share),
  )
  const numbers = await numbersIn(file)
  return { file, placed, numbers, shares, info: await probe(job, file) }
}
const SMALL = { width: 320, height: 180 }
/** A repeatable sequence of whole numbers below a bound. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
}

test('forty pieces have exactly the frames that were asked for, in order', async () => {
  const random = numbersFrom(7)
  const wanted = Array.from({ length: 40 }, (_, place): FilmPiece => {
    const name = place % 3 === 2 ? '25-silent.mp4' : '25.mp4'
    const start = random(120)
    return [name, start, start + 1 + random(24)]
  })
  const { numbers, info, placed, shares } = await rendered(wanted, { ...SMALL, rate: { num: 25, den: 1 } })
  const expected = wanted.flatMap(([, start, end]) => Array.from({ length: end - start }, (_, n) => start + n))
  expect(numbers).toEqual(expected)
  expect(lengthOf(placed)).toBe(expected.length)
  expect(info.timing.rate).toEqual({ num: 25, den: 1 })
  expect([info.width, info.height, info.audio?.codec]).toEqual([320, 180, 'aac'])
  expect(info.duration).toBeCloseTo(expected.length / 25, 1)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
})

test.each([
  ['NTSC', ['29.97.mp4', '29.97.webm', '29.97.mp4'], { num: 30_000, den: 1001 }],
  ['a half rate', ['50.mp4', '25.mp4', '50.mp4'], { num: 25, den: 1 }],
  ['a double rate', ['25.mp4', '50.mp4', '25.mp4'], { num: 50, den: 1 }],
  ['several rates', ['29.97.mp4', '25.mp4', '50.mp4', 'uneven.mp4'], { num: 24, den: 1 }],
  ['a rate for one that varies', ['uneven.mp4', '25.mp4', 'uneven.mp4'], { num: 25, den: 1 }],
] as const)('%s: each frame shows the one that the timeline says', async (_which, names, rate) => {
  const wanted = names.map((name, place): FilmPiece => [name, 11 + place, 44 + 3 * place])
  const { numbers, placed, info } = await rendered(wanted, { ...SMALL, rate })
  // Numbers of the uneven film leave out frames.
  const uneven = await numbersIn(film('uneven.mp4').input)
  const expected = placed.flatMap(({ piece, length }) =>
    Array.from({ length }, (_, place) => {
      const frame = sourceFrame(piece, rate, place)
      return piece.timing.rate ? frame : uneven[frame]!
    }),
  )
  expect(numbers).toEqual(expected)
  expect(info.timing.rate).toEqual(rate)
})

describe('a picture of another shape', () => {
  /** Columns and rows of a frame that are black to both sides. */
  async function barsOf(file: string, info: MediaInfo, frame: number) {
    const still = job.path('still.png')
    await cutStill(job, file, info, frame, still)
    const picture = sharp(still)
    const { data, info: size } = await picture.clone().greyscale().raw().toBuffer({ resolveWithObject: true })
    const level = (x: number, y: number) => data[y * size.width + x]!
    let left = 0
    while (left < size.width / 2 && level(left, size.height - 20) < 40) left += 1
    return { left, png: await picture.toBuffer() }
  }
  test('is upright inside of black bars, with square pixels', async () => {
    const wanted: FilmPiece[] = [
      ['25.mp4', 0, 4],
      ['4x3.mp4', 5, 9],
      ['anamorphic.mp4', 10, 14],
      ['turned.mp4', 20, 24],
    ]
    const { file, info, numbers } = await rendered(wanted, { width: 640, height: 360, rate: { num: 25, den: 1 } })
    expect(numbers).toHaveLength(16)
    expect((await barsOf(file, info, 0)).left).toBeLessThan(3)
    const narrow = await barsOf(file, info, 5)
    expect(Math.abs(narrow.left - 80)).toBeLessThan(4)
    const inner = await sharp(narrow.png).extract({ left: 80, top: 0, width: 480, height: 360 }).png().toBuffer()
    expect(await numberIn(inner)).toBe(6)
    const wide = await barsOf(file, info, 9)
    expect([wide.left < 3, await numberIn(wide.png)]).toEqual([true, 11])
    const turned = await barsOf(file, info, 13)
    expect([turned.left < 3, await numberIn(turned.png)]).toEqual([true, 21])
  })
})

test('texts of any script and any sign are burned in, and change no frame', async () => {
  const labels = Array.from({ length: 6 }, (_, place) => `10:00:00;0${place}`)
  const hostile = `100% 'a':b;[c],{d} \\ %{pts} <span size="99999">B</span> & שלום مرحبا 漢字 \u{1f600}\u0001`
  const { file, info, numbers } = await rendered(
    [['25.mp4', 30, 36]],
    { width: 640, height: 360, rate: { num: 25, den: 1 } },
    () => ({ name: hostile, note: 'Two\nlines', labels }),
  )
  expect(numbers).toEqual([30, 31, 32, 33, 34, 35])
  const pictureOf = async (frame: number) => {
    const still = job.path('still.png')
    await cutStill(job, file, info, frame, still)
    return await sharp(still).greyscale().raw().toBuffer()
  }
  const brightest = (picture: Buffer, left: number, width: number, top: number, height: number) => {
    let most = 0
    for (let y = top; y < top + height; y += 1)
      for (let x = left; x < left + width; x += 1) most = Math.max(most, picture[y * 640 + x]!)
    return most
  }
  const [first, second] = [await pictureOf(0), await pictureOf(1)]
  // Name and note to the left, the timecode to the right.
  expect(brightest(first, 12, 200, 320, 30)).toBeGreaterThan(220)
  expect(brightest(first, 500, 130, 330, 20)).toBeGreaterThan(220)
  const changed = Array.from({ length: 640 * 30 }, (_, at) =>
    Math.abs(first[320 * 640 + at]! - second[320 * 640 + at]!),
  )
  expect(changed.filter((by) => by > 80).length).toBeGreaterThan(5)
})

test('sound is where its frames are, and a piece without sound is silent', async () => {
  const wanted: FilmPiece[] = [
    ['25.mp4', 10, 35],
    ['25-silent.mp4', 0, 25],
    ['29.97.mp4', 0, 30],
  ]
  const { file } = await rendered(wanted, { ...SMALL, rate: { num: 25, den: 1 } })
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', file, '-map', '0:a', '-ac', '1', '-ar', '8000', '-f', 's16le', 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 2 ** 26 },
  )
  const loud = (from: number, to: number) => {
    let most = 0
    for (let at = Math.round(from * 8000); at < to * 8000; at += 1)
      most = Math.max(most, Math.abs(stdout.readInt16LE(2 * at)))
    return most
  }
  expect(loud(0.1, 0.9)).toBeGreaterThan(1000)
  expect(loud(1.1, 1.9)).toBeLessThan(50)
  expect(loud(2.1, 2.9)).toBeGreaterThan(1000)
  expect(stdout.length / 2 / 8000).toBeCloseTo(3, 1)
})
