import { truncate } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ffmpeg } from '../../test/made-media.ts'
import { picture, probedFilms, SOUND } from '../../test/probed-films.ts'
import { probe } from './probe.ts'
import { planRendition } from './rendition-plan.ts'
import { usualPlan } from './sound/plan.ts'

const { job, make } = await probedFilms()

it('a single frame is a video', async () => {
  const { info } = await make('one.mp4', ...picture(), '-frames:v', '1')
  expect(info.duration).toBeCloseTo(0.04)
  expect(info.timing.rate).not.toBeNull()
})

it('upright and large pictures keep their size', async () => {
  expect((await make('tall.mp4', ...picture('s=180x320:r=25:d=1'))).info).toMatchObject({ width: 180, height: 320 })
  expect((await make('large.mp4', ...picture('s=3840x2160:r=25:d=0.04'))).info).toMatchObject({
    width: 3840,
    height: 2160,
  })
})

it.each([
  ['24000/1001', { num: 24000, den: 1001 }],
  ['30000/1001', { num: 30000, den: 1001 }],
  ['60000/1001', { num: 60000, den: 1001 }],
])('a rate of %s is found in MP4 and in Matroska, which rounds to milliseconds', async (rate, expected) => {
  expect((await make('rate.mp4', ...picture(`s=64x64:r=${rate}:d=3`))).info.timing.rate).toEqual(expected)
  expect((await make('rate.mkv', ...picture(`s=64x64:r=${rate}:d=3`), '-c:v', 'libx264')).info.timing.rate).toEqual(
    expected,
  )
})

it('HEVC in Matroska, MPEG-4 in AVI and 10-bit H.264 are encoded again', async () => {
  const hevc = await make(
    'hevc.mkv',
    ...picture(),
    ...SOUND,
    '-c:v',
    'libx265',
    '-x265-params',
    'log-level=error',
    '-c:a',
    'libopus',
  )
  expect(hevc.info).toMatchObject({ video: { codec: 'hevc' }, audio: { codec: 'opus' } })
  expect(hevc.plan).toEqual({ kind: 'transcode' })
  const avi = await make('old.avi', ...picture(), ...SOUND, '-c:v', 'mpeg4', '-bf', '2', '-c:a', 'libmp3lame')
  expect(avi.info).toMatchObject({ duration: expect.closeTo(2, 0), timing: { rate: { num: 25, den: 1 } } })
  expect(avi.plan).toEqual({ kind: 'transcode' })
  const deep = await make('deep.mp4', ...picture(), '-pix_fmt', 'yuv420p10le', '-movflags', '+faststart')
  expect(deep.plan).toEqual({ kind: 'transcode' })
})

it('VP9 and AV1 in WebM play unchanged, in Matroska they are copied', async () => {
  const vp9 = ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-pix_fmt', 'yuv420p', '-c:a', 'libopus']
  expect((await make('nine.webm', ...picture(), ...vp9)).plan).toEqual({ kind: 'original' })
  const copied = { kind: 'copy', container: 'webm', encode_audio: false }
  expect((await make('nine.mkv', ...picture(), ...SOUND, ...vp9)).plan).toEqual(copied)
  // Opus begins 7 ms before the picture, so that browsers show each frame 7 ms after its time in the index.
  expect((await make('sound.webm', ...picture(), ...SOUND, ...vp9)).plan).toEqual(copied)
  const av1 = await make(
    'one.webm',
    ...picture('s=64x64:r=25:d=0.4'),
    '-c:v',
    'libaom-av1',
    '-cpu-used',
    '8',
    '-pix_fmt',
    'yuv420p',
  )
  expect(av1.plan).toEqual({ kind: 'original' })
})

it('H.264 from a transport stream is copied', async () => {
  const { info, plan } = await make(
    'broadcast.ts',
    ...picture(),
    ...SOUND,
    '-c:v',
    'libx264',
    '-c:a',
    'aac',
    '-pix_fmt',
    'yuv420p',
  )
  expect(info.duration).toBeCloseTo(2, 0)
  expect(plan).toEqual({ kind: 'copy', container: 'mp4', encode_audio: false })
})

it('a file without its end is as long as the rest', async () => {
  const file = job.path('half.mp4')
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=320x180:r=25:d=10',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '25',
    '-movflags',
    '+faststart',
    file,
  )
  const whole = await probe(job, file)
  await truncate(file, Math.floor(whole.container.size / 2))
  const half = await probe(job, file)
  expect(half.wrong_length).toBe(true)
  expect(half.duration).toBeGreaterThan(3)
  expect(half.duration).toBeLessThan(7)
  expect(planRendition(half, usualPlan(half)).kind).toBe('copy')
})
