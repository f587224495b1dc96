import { chmod, writeFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { ffmpeg, numbersIn } from '../../test/made-media.ts'
import { numbered, openRenditions, SOUND } from '../../test/renditions.ts'
import { probe } from './probe.ts'
import { makeRendition } from './rendition.ts'
import { usualPlan } from './sound/plan.ts'

const { job, render } = await openRenditions()

afterAll(() => job.remove())

it('a copy keeps every frame and its time, and puts the index first', async () => {
  const { before, after, plan, output } = await render(
    'late.mp4',
    ...numbered('s=96x54:r=30000/1001:d=3'),
    ...SOUND,
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
  )
  expect(plan.kind).toBe('copy')
  expect(after.timing).toEqual(before.timing)
  expect(after.container.fast_start).toBe(true)
  expect(await numbersIn(output)).toEqual(Array.from({ length: 90 }, (_, frame) => frame))
})

it('HEVC in Matroska becomes H.264 and AAC with the same frames, a key frame at least every 2 s, and reports its progress', async () => {
  const options = ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-c:a', 'libopus']
  const { before, after, output, shares } = await render(
    'hevc.mkv',
    ...numbered('s=96x54:r=24000/1001:d=5'),
    ...SOUND,
    ...options,
  )
  expect(after).toMatchObject({ video: { codec: 'h264', pixel_format: 'yuv420p' }, audio: { codec: 'aac' } })
  expect(after.timing).toEqual(before.timing)
  expect(await numbersIn(output)).toEqual(Array.from({ length: 120 }, (_, frame) => frame))
  const gaps = [...after.key_times, after.duration].map((time, place, all) => time - (all[place - 1] ?? 0))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2.1)
  expect(shares.at(-1)).toBeGreaterThan(0.95)
})

/** A film of 50 frames whose last ten are in the file, but do not decode. */
async function endless(): Promise<string> {
  const [whole, film] = [job.path('whole.avi'), job.path('endless.avi')]
  await ffmpeg(...numbered('s=96x54:r=25:d=2'), ...SOUND, '-t', '2', '-c:v', 'mpeg4', '-q:v', '3', whole)
  await ffmpeg('-i', whole, '-c', 'copy', '-bsf:v', 'noise=amount=if(gte(n\\,40)\\,1\\,0)', film)
  return film
}

it('a film whose last frames do not decode is encoded with a picture for each: the last one that does', async () => {
  const film = await endless()
  const info = await probe(job, film)
  const { file, exact } = await makeRendition(
    job,
    film,
    info,
    { kind: 'transcode' },
    usualPlan(info),
    job.path('held.mp4'),
  )
  expect([exact, info.timing.rate]).toEqual([true, { num: 25, den: 1 }])
  expect((await probe(job, file)).timing).toEqual(info.timing)
  const numbers = await numbersIn(file)
  expect(numbers.slice(-12)).toEqual([38, 39, ...Array(10).fill(39)])
})

it('a film that cannot be encoded with a picture for each frame plays without them, and says that it lacks some', async () => {
  const film = await endless()
  const ffmpegWithout = job.path('ffmpeg')
  const refusal = 'case " $* " in *clock.ivf*) echo "Conversion failed!" >&2; exit 1;; esac\n'
  await writeFile(ffmpegWithout, `#!/bin/sh\n${refusal}exec ffmpeg "$@"\n`)
  await chmod(ffmpegWithout, 0o755)
  const info = await probe(job, film)
  const { file, exact } = await makeRendition(
    { ...job, tools: { ffmpeg: ffmpegWithout, ffprobe: 'ffprobe' } },
    film,
    info,
    { kind: 'transcode' },
    usualPlan(info),
    job.path('short.mp4'),
  )
  expect(exact).toBe(false)
  expect((await numbersIn(file)).at(-1)).toBe(39)
})
