import { copyFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ffmpeg } from '../../test/made-media.ts'
import { picture, probedFilms, SOUND } from '../../test/probed-films.ts'
import { probe } from './probe.ts'

const { job, make } = await probedFilms()

it('H.264 and AAC in MP4 play unchanged when the index comes first', async () => {
  const { info, plan } = await make(
    'fast.mp4',
    ...picture(),
    ...SOUND,
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  )
  expect(info).toMatchObject({ width: 320, height: 180, duration: 2, wrong_length: false })
  expect(info).toMatchObject({ video: { codec: 'h264', pixel_format: 'yuv420p' }, audio: { codec: 'aac' } })
  expect(info.timing.rate).toEqual({ num: 25, den: 1 })
  expect(info.key_times[0]).toBe(0)
  expect(plan).toEqual({ kind: 'original' })
})

it('the same with the index at the end, and QuickTime, are copied', async () => {
  const late = await make('late.mp4', ...picture(), '-pix_fmt', 'yuv420p')
  expect(late.info.audio).toBeNull()
  expect(late.plan).toEqual({ kind: 'copy', container: 'mp4', encode_audio: false })
  const quicktime = await make('film.mov', ...picture(), ...SOUND, '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le')
  expect(quicktime.plan).toEqual({ kind: 'copy', container: 'mp4', encode_audio: true })
})

it('a picture with rotation metadata is shown rotated', async () => {
  await ffmpeg(...picture('s=320x180:r=25:d=1'), job.path('flat.mp4'))
  const { info } = await make('turned.mp4', '-i', job.path('flat.mp4'), '-c', 'copy', '-metadata:s:v:0', 'rotate=90')
  expect(info).toMatchObject({ width: 180, height: 320 })
  expect(info.video.orientation).toMatchObject({
    sideways: true,
    filters: [expect.stringMatching(/^transpose=c?clock$/)],
  })
})

it('non-square pixels are shown in the right aspect ratio', async () => {
  const { info } = await make('wide.mp4', ...picture('s=180x144:r=25:d=1'), '-vf', 'setsar=64/45')
  expect(info).toMatchObject({ width: 256, height: 144 })
})

it('a variable rate is stored as the times of the frames', async () => {
  const drop = "select='not(between(n,10,20))*not(eq(n,30))'"
  const { info } = await make('variable.mp4', ...picture(), '-vf', drop, '-vsync', 'vfr')
  expect(info.timing.rate).toBeNull()
  expect(info.timing.times).toHaveLength(50 - 12)
  expect(info.timing.times?.[10]).toBeCloseTo(21 / 25, 5)
})

it("a file's name has no effect", async () => {
  await ffmpeg(...picture('s=64x64:r=25:d=0.4'), job.path('plain.mp4'))
  for (const name of [
    'فيديو 🎬 "اقتباس" \'x\'.mp4',
    '-i -y $(touch pwned).mp4',
    'a:b|c%05d.mp4',
    'concat:x.mp4',
    ' space\ttab.mp4',
  ]) {
    await copyFile(job.path('plain.mp4'), job.path(name))
    expect((await probe(job, job.path(name))).width, name).toBe(64)
  }
})
