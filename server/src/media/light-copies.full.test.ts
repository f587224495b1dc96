import { LIGHT } from '@footnote/contract/shared/review-limits.ts'
import { afterAll, expect, it } from 'vitest'
import { countOf, drawnCases } from '../../test/drawn-cases.ts'
import { ffmpeg, makeJob, NUMBERED, numbersIn } from '../../test/made-media.ts'
import { probe } from './probe.ts'
import { makeLightCopy } from './rendition.ts'
import { SAME_TIME } from './rendition-plan.ts'
import { usualPlan } from './sound/plan.ts'

const job = await makeJob()
afterAll(() => job.remove())

const tested = (options: string) => ['-f', 'lavfi', '-i', `testsrc2=${options}`]
const numbered = (options: string) => ['-f', 'lavfi', '-i', `testsrc2=${options},${NUMBERED}`]
/** Noise that no encoder makes small. */
const noise = (options: string) => ['-f', 'lavfi', '-i', `testsrc2=${options},noise=alls=90:allf=t`]
const TONE = ['-f', 'lavfi', '-i', 'sine=d=8:f=330', '-c:a', 'aac'] as const
const PLAYS = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'] as const

/** Makes a film and its light copy, and returns the facts of both. */
async function lighten(name: string, ...options: string[]) {
  const input = job.path(name)
  await ffmpeg(...options, input)
  const film = await probe(job, input)
  const output = await makeLightCopy(job, input, film, usualPlan(film), job.path(`${name}.light.mp4`))
  const light = await probe(job, output)
  expect(light).toMatchObject({ container: { fast_start: true }, video: { codec: 'h264', pixel_format: 'yuv420p' } })
  expect(Math.abs(light.start)).toBeLessThan(SAME_TIME)
  expect(light.frames.length).toBe(film.frames.length)
  for (const [frame, time] of light.frames.entries())
    expect(Math.abs(time - (film.frames[frame] ?? -1))).toBeLessThan(SAME_TIME)
  expect(light.timing.rate).toEqual(film.timing.rate)
  expect((8 * light.container.size) / light.duration).toBeLessThan(LIGHT.max_rate)
  const gaps = [...light.key_times, light.duration].map((time, place, all) => time - (all[place - 1] ?? 0))
  // A key frame comes with the first frame that is due.
  const longest = Math.max(...light.frames.map((time, frame) => time - (light.frames[frame - 1] ?? 0)))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2.01 + longest)
  return { film, light, input, output }
}

const RATES: readonly (readonly [string, number])[] = [
  ['24000/1001', 72],
  ['25', 75],
  ['30000/1001', 90],
  ['50', 150],
  ['60000/1001', 180],
  ['120', 360],
]

it.each(drawnCases(RATES))('at %s frames a second each frame keeps its time and its number', async (rate, frames) => {
  const { output } = await lighten(
    `${frames}.mp4`,
    ...numbered(`s=192x108:r=${rate}`),
    ...TONE,
    ...['-frames:v', String(frames), '-shortest', ...PLAYS],
  )
  expect(await numbersIn(output)).toEqual(Array.from({ length: frames }, (_, frame) => frame))
})

const SHAPES: readonly (readonly [string, string, object])[] = [
  ['2160p', '3840x2160', { width: 1280, height: 720 }],
  ['portrait', '1080x1920', { width: 720, height: 1280 }],
  ['a wide shape', '2048x858', { width: 1280, height: 536 }],
  ['a square', '1000x1000', { width: 720, height: 720 }],
]
const SMALLER = ['a film that is smaller', '320x240', { width: 320, height: 240 }] as const

it.each([...drawnCases(SHAPES), SMALLER])(
  'the sides of %s are within the bounds, in its shape',
  async (_, size, expected) => {
    const { light } = await lighten(`${size}.mp4`, ...tested(`s=${size}:r=25:d=1`), ...PLAYS)
    expect(light).toMatchObject(expected)
  },
)

it('a rotated film becomes upright', async () => {
  await ffmpeg(...tested('s=1920x1080:r=25:d=1'), ...PLAYS, job.path('flat.mp4'))
  const turned = ['-i', job.path('flat.mp4'), '-c', 'copy', '-metadata:s:v:0', 'rotate=90']
  const { film, light } = await lighten('turned.mp4', ...turned)
  expect(film).toMatchObject({ width: 1080, height: 1920 })
  expect(light).toMatchObject({ width: 720, height: 1280, video: { orientation: { sideways: false } } })
})

it('frames of a variable rate keep their times', async () => {
  const swing = "settb=1/90000,setpts='round((N/30+0.2*sin(N/9)+0.5*floor(N/50))*90000)'"
  const { film, output } = await lighten(
    'variable.mp4',
    ...numbered('s=192x108:r=30:d=4'),
    ...[
      '-vf',
      swing,
      '-vsync',
      'passthrough',
      '-enc_time_base',
      '1:90000',
      '-video_track_timescale',
      '90000',
      ...PLAYS,
    ],
  )
  expect(film.timing.rate).toBeNull()
  expect(await numbersIn(output)).toEqual(Array.from({ length: 120 }, (_, frame) => frame))
})

it.each([2, countOf({ usual: 4, all: 8 })])(
  'pictures of noise with sound stay below the rate for %i s',
  async (seconds) => {
    const { film, light } = await lighten(
      `noise ${seconds}.mp4`,
      ...noise(`s=1280x720:r=30:d=${seconds}`),
      ...TONE,
      ...['-shortest', ...PLAYS],
    )
    expect((8 * film.container.size) / film.duration).toBeGreaterThan(LIGHT.made_above.rate)
    expect(light.audio?.codec).toBe('aac')
  },
)
