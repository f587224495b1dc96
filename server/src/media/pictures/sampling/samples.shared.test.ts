import { readFile } from 'node:fs/promises'
import { frameAt } from '@footnote/contract/shared/frames.ts'
import { afterAll, expect, it } from 'vitest'
import { ffmpeg, makeJob, NUMBERED, numberIn } from '../../../../test/made-media.ts'
import { sampleFilm } from '../../../../test/sampled-film.ts'
import { mountSmallDisk } from '../../../../test/small-disk.ts'
import { probe } from '../../probe.ts'
import { sampleVideo } from './samples.ts'

const job = await makeJob()

afterAll(() => job.remove())

const sampled = (file: string) => sampleFilm(job, file)

/** Moving shapes, so that every sample differs, and the frame's number. */
const numbered = (rate: string, seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=s=192x108:r=${rate}:d=${seconds},${NUMBERED}`,
]

it.each([['with rare key frames', 'rare.mp4', '30000/1001', ['-g', '250']]])(
  'the time of each sample is that of its frame, %s',
  async (_, name, rate, options) => {
    await ffmpeg(
      ...numbered(rate, 5),
      '-f',
      'lavfi',
      '-i',
      'sine=d=5',
      '-preset',
      'veryfast',
      ...options,
      job.path(name),
    )
    const { info, frames } = await sampled(job.path(name))
    expect(frames.length).toBeGreaterThanOrEqual(5)
    for (const { time, sample } of frames) {
      if (sample) expect(await numberIn(sample.file), `${name} at ${time}`).toBe(frameAt(info.timing, time))
    }
    expect(frames.map(({ time }) => time)).toEqual(frames.map(({ time }) => time).toSorted((one, other) => one - other))
  },
)

/** Slides and scenes of known lengths, one after the other. */
async function makeReel(name: string, scenes: readonly { source: string; seconds: number }[]): Promise<void> {
  const inputs = scenes.flatMap(({ source, seconds }) => ['-f', 'lavfi', '-t', String(seconds), '-i', source])
  const all = scenes.map((_, place) => `[${place}:v]scale=640:360,setsar=1,fps=25,format=yuv420p[v${place}]`).join(';')
  const joined = scenes.map((_, place) => `[v${place}]`).join('')
  await ffmpeg(
    ...inputs,
    '-filter_complex',
    `${all};${joined}concat=n=${scenes.length}[v]`,
    '-map',
    '[v]',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    job.path(name),
  )
}

const disk = await mountSmallDisk(2 * 1024 ** 2)
afterAll(() => ('remove' in disk ? disk.remove() : undefined))

const slide = (text: string, colour = 'white', ink = 'black') =>
  `color=${colour}:s=640x360:r=25,drawtext=text='${text}':fontsize=40:fontcolor=${ink}:x=40:y=150`

it('cuts are found between scenes, and nowhere else', async () => {
  await makeReel('scenes.mp4', [
    { source: 'testsrc2=s=640x360:r=25', seconds: 4.4 },
    { source: 'mandelbrot=s=640x360:r=25', seconds: 3.2 },
    { source: slide('Annual meeting', '0x203040', 'white'), seconds: 3.6 },
    { source: 'gradients=s=640x360:r=25:c0=orange:c1=teal:speed=0.02:seed=7', seconds: 4 },
  ])
  const { shots, info } = await sampled(job.path('scenes.mp4'))
  expect(shots.map(({ number }) => number)).toEqual([0, 1, 2, 3])
  const cuts = shots.slice(1).map(({ start }) => start)
  for (const [place, cut] of [4.4, 7.6, 11.2].entries()) expect(Math.abs((cuts[place] ?? 0) - cut)).toBeLessThan(0.1)
  expect(shots[0]?.start).toBe(0)
  expect(shots.at(-1)?.end).toBe(info.duration)
  for (const [place, shot] of shots.slice(1).entries()) expect(shot.start).toBe(shots[place]?.end)
})

it('an unchanged slide is one sample, and its text is read once', async () => {
  await makeReel('slides.mp4', [
    { source: slide('First page'), seconds: 5 },
    { source: slide('Another one'), seconds: 5 },
  ])
  const { frames } = await sampled(job.path('slides.mp4'))
  expect(frames).toHaveLength(10)
  const kept = frames.filter(({ sample }) => sample)
  expect(kept.map(({ time }) => Math.floor(time))).toEqual([0, 5])
  expect(kept.every(({ text_changed }) => text_changed)).toBe(true)
  expect(frames.filter(({ text_changed }) => text_changed)).toHaveLength(2)
})

it('an added line and a changed number are new text', async () => {
  const line = "drawtext=text='Second line':fontsize=28:x=40:y=230:enable='gte(t,3)'"
  const number =
    "drawtext=text='Total 41':fontsize=28:x=400:y=40:enable='lt(t,6)',drawtext=text='Total 77':fontsize=28:x=400:y=40:enable='gte(t,6)'"
  await makeReel('text.mp4', [{ source: `${slide('Heading')},${line},${number}`, seconds: 9 }])
  const { frames, shots } = await sampled(job.path('text.mp4'))
  expect(frames.filter(({ text_changed }) => text_changed).map(({ time }) => Math.floor(time))).toEqual([0, 3, 6])
  expect(shots).toHaveLength(1)
})

it('a moving picture without text is kept but not read again', async () => {
  await makeReel('soft.mp4', [{ source: 'gradients=s=640x360:r=25:c0=orange:c1=teal:speed=0.03:seed=7', seconds: 6 }])
  const { frames, shots } = await sampled(job.path('soft.mp4'))
  expect(shots).toHaveLength(1)
  expect(frames.filter(({ text_changed }) => text_changed)).toHaveLength(1)
})

it('between key frames only text that is shown briefly is kept, not text that moves', async () => {
  const text = "drawtext=text='Moving along':fontsize=40:x='60+20*t':y=100"
  const brief = "drawtext=text='Flash':fontsize=40:x=400:y=250:enable='between(t,4.3,5.8)'"
  const keys = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '50', '-keyint_min', '50', '-sc_threshold', '0']
  for (const [drawn, between] of [
    [text, []],
    [`${text},${brief}`, [4.56]],
  ] as const) {
    await ffmpeg('-f', 'lavfi', '-i', `color=white:s=640x360:r=25:d=8,${drawn}`, ...keys, job.path('moving.mp4'))
    const { frames } = await sampled(job.path('moving.mp4'))
    const kept = frames.flatMap(({ sample }) => sample?.time ?? [])
    expect(kept.filter((time) => time % 2 !== 0)).toEqual(between)
    expect(kept.filter((time) => time % 2 === 0)).toEqual([0, 2, 4, 6])
  }
})

it('a reader that stops early ends the pass, and the next pass gives the same samples', async () => {
  const file = job.path('scenes.mp4')
  const info = await probe(job, file)
  for await (const { progress } of sampleVideo(job, file, info)) if (progress > 0.2) break
  const first = await sampled(file)
  const second = await sampled(file)
  expect(second.frames).toEqual(first.frames)
  const files = first.frames.flatMap(({ sample }) => (sample ? [sample.file] : []))
  expect((await readFile(files[0] ?? '')).subarray(0, 2).toString('hex')).toBe('ffd8')
  expect(new Set(files).size).toBe(files.length)
})
