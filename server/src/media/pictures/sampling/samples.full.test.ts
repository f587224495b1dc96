import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { ffmpeg, makeJob, NUMBERED, numberIn } from '../../../../test/made-media.ts'
import { programsOf } from '../../../../test/programs.ts'
import { sampleFilm } from '../../../../test/sampled-film.ts'
import { mountSmallDisk } from '../../../../test/small-disk.ts'
import { probe } from '../../probe.ts'
import { shownAt } from '../shown-frame.ts'
import { decodeFrames, decodePicture } from './decoded-frames.ts'

const job = await makeJob()
const FIRST_OF_SECOND = 'st(0,isnan(prev_selected_t)+gt(floor(t),floor(prev_selected_t)))'

afterAll(() => job.remove())

const sampled = (file: string) => sampleFilm(job, file)

/** Containers round times, in seconds. */
const ROUNDING = 0.001

/** Moving shapes, so that every sample differs, and the frame's number. */
const numbered = (rate: string, seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=s=192x108:r=${rate}:d=${seconds},${NUMBERED}`,
]

it.each([
  ['with a key frame every 60 frames', 'often.mp4', '30000/1001', ['-g', '60', '-sc_threshold', '0']],
  [
    'with frames that refer to both sides, in Matroska',
    'both.mkv',
    '24000/1001',
    ['-bf', '3', '-b_strategy', '0', '-g', '200'],
  ],
  ['in MPEG-4 in AVI', 'old.avi', '25', ['-c:v', 'mpeg4', '-q:v', '3', '-g', '100']],
])('the time of each sample is that of its frame, %s', async (_, name, rate, options) => {
  await ffmpeg(...numbered(rate, 5), '-f', 'lavfi', '-i', 'sine=d=5', '-preset', 'veryfast', ...options, job.path(name))
  const { info, frames } = await sampled(job.path(name))
  // Key frames only, at 0, 2 and 4 s, or one frame of each second.
  expect(Math.min(5, frames.length)).toBe(name === 'often.mp4' ? 3 : 5)
  for (const { time, sample } of frames) {
    if (sample) expect(await numberIn(sample.file), `${name} at ${time}`).toBe(shownAt(info.frames, time + ROUNDING))
  }
  expect(frames.map(({ time }) => time)).toEqual(frames.map(({ time }) => time).toSorted((one, other) => one - other))
})

it('each picture comes with the copy of itself, also large ones to a slow reader', async () => {
  // Pictures of noise are larger than what a pipe holds.
  await ffmpeg(
    ...['-f', 'lavfi', '-i', "color=s=1280x720:r=5:d=20,geq=lum='64+5*floor(T)':cb=128:cr=128,noise=c0s=60:c0f=t"],
    ...['-pix_fmt', 'yuv420p', '-preset', 'ultrafast', '-q', '1', '-g', '5', job.path('brighter.mp4')],
  )
  const copy = { width: 320, height: 180 }
  const info = await probe(job, job.path('brighter.mp4'))
  const decoding = {
    decoder: ['-threads', '1'],
    choice: { samples: FIRST_OF_SECOND, looks: null },
    thinned: null,
    copy,
    onComplaint: () => undefined,
  }
  let frames = 0
  for await (const { jpeg, planes } of decodeFrames(job, job.path('brighter.mp4'), info, decoding)) {
    if (frames === 3) await wait(500)
    const luma = planes.subarray(0, copy.width * copy.height)
    const [brightness] = (await sharp(Buffer.concat(jpeg ?? [])).stats()).channels
    expect(planes).toHaveLength(1.5 * luma.length)
    expect(luma.reduce((sum, value) => sum + value, 0) / luma.length).toBeCloseTo(brightness?.mean ?? 0, -0.5)
    frames++
  }
  expect(frames).toBe(20)
})

it('a picture near the start of a long film leaves the rest of it undecoded', async () => {
  const [film, reporting] = [job.path('long.mp4'), job.path('reporting-ffmpeg')]
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25:d=60', '-preset', 'ultrafast', '-g', '50', film)
  // Each process writes a report with a line for each frame, also if it is killed. One of them only says what it can do.
  const script = `#!/bin/sh\nFFREPORT=file=${job.path('report-$$.txt')}:level=32 exec ffmpeg -debug_ts "$@"\n`
  await writeFile(reporting, script, { mode: 0o755 })
  const info = await probe(job, film)
  await decodePicture({ ...job, tools: { ...job.tools, ffmpeg: reporting } }, film, info, 2)
  const reports = (await readdir(job.folder)).filter((name) => name.startsWith('report-'))
  const texts = await Promise.all(reports.map((name) => readFile(job.path(name), 'latin1')))
  const decoded = texts.join('').match(/^decoder -> /gm) ?? []
  // The film has 1,500 frames. Threads of the decoder are a few ahead.
  expect(decoded.length).toBeGreaterThan(0)
  expect(decoded.length).toBeLessThan(300)
})

it('times are right with uneven frame times and a picture that starts after the sound', async () => {
  const drop = `${NUMBERED},select='not(between(n,30,70))',setpts=PTS+12`
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=192x108:r=25:d=5',
    '-f',
    'lavfi',
    '-i',
    'sine=d=6',
    '-vf',
    drop,
    '-vsync',
    'vfr',
    job.path('uneven.mp4'),
  )
  const { frames } = await sampled(job.path('uneven.mp4'))
  expect(frames.length).toBeGreaterThan(3)
  for (const { time, sample } of frames) {
    if (sample) expect((await numberIn(sample.file)) / 25 + 0.48).toBeCloseTo(time, 2)
  }
})

it('a single frame and a fraction of a second give one sample', async () => {
  await ffmpeg(...numbered('25', 1), '-frames:v', '1', job.path('one.mp4'))
  await ffmpeg(...numbered('25', 1), '-frames:v', '12', job.path('short.mp4'))
  for (const name of ['one.mp4', 'short.mp4']) {
    const { info, frames, shots } = await sampled(job.path(name))
    expect(frames).toHaveLength(1)
    expect(frames[0]).toMatchObject({ time: 0, shot: 0, text_changed: true, sample: { time: 0, shot: 0 } })
    expect(shots).toEqual([{ number: 0, start: 0, end: info.duration }])
  }
})

it('samples are upright, with the right aspect ratio, and 1280 pixels long or two thirds of a larger film', async () => {
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=320x180:r=25:d=1', job.path('flat.mp4'))
  await ffmpeg('-i', job.path('flat.mp4'), '-c', 'copy', '-metadata:s:v:0', 'rotate=90', job.path('turned.mp4'))
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=1080x1920:r=25:d=0.04', job.path('usual.mp4'))
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=2160x3840:r=25:d=0.04', job.path('large.mp4'))
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=180x144:r=25:d=0.2', '-vf', 'setsar=64/45', job.path('wide.mp4'))
  const sizes = []
  for (const name of ['turned.mp4', 'usual.mp4', 'large.mp4', 'wide.mp4']) {
    const { frames } = await sampled(job.path(name))
    const { width, height } = await sharp(frames[0]?.sample?.file).metadata()
    sizes.push([width, height])
  }
  expect(sizes).toEqual([
    [180, 320],
    [720, 1280],
    [1440, 2560],
    [256, 144],
  ])
})

const disk = await mountSmallDisk(2 * 1024 ** 2)
afterAll(() => ('remove' in disk ? disk.remove() : undefined))

it.skipIf('reason' in disk)('on a full disk the pass ends with an error, and its program with it', async () => {
  if ('reason' in disk) throw new Error(disk.reason)
  // A decoder of another account reads the input here.
  const input = path.join(disk.folder, 'film.mp4')
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=320x180:r=10:d=10', '-pix_fmt', 'yuv420p', input)
  const info = await probe({ ...job, folder: disk.folder }, input)
  await writeFile(path.join(disk.folder, 'filler'), Buffer.alloc(2 * 1024 ** 2)).catch(() => undefined)
  const decoded = decodeFrames({ ...job, folder: disk.folder }, input, info, {
    decoder: [],
    choice: { samples: FIRST_OF_SECOND, looks: null },
    thinned: null,
    copy: { width: 320, height: 180 },
    onComplaint: () => undefined,
  })
  await expect(Array.fromAsync(decoded)).rejects.toMatchObject({ code: 'media_failed' })
  expect(programsOf('ffmpeg')).toEqual([])
})
