import { frameStart } from '@footnote/contract/shared/frames.ts'
import { afterAll, expect, it } from 'vitest'
import { ffmpeg, NUMBERED, numbersIn } from '../../test/made-media.ts'
import { numbered, openRenditions, SOUND } from '../../test/renditions.ts'
import { cutClip } from './clip.ts'
import { UPRIGHT } from './normalised/orientation.ts'
import { type MediaInfo, probe } from './probe.ts'
import { SAME_TIME } from './rendition-plan.ts'
import { usualPlan } from './sound/plan.ts'

const { job, render } = await openRenditions()

afterAll(() => job.remove())

/** Start of every frame in seconds. */
const starts = (info: MediaInfo, count: number) =>
  Array.from({ length: count }, (_, frame) => frameStart(info.timing, frame))

it('a copy of a rotated picture keeps the rotation', async () => {
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=320x180:r=25:d=1', '-pix_fmt', 'yuv420p', job.path('flat.mp4'))
  const { before, after, plan } = await render(
    'turned.mp4',
    '-i',
    job.path('flat.mp4'),
    '-c',
    'copy',
    '-metadata:s:v:0',
    'rotate=90',
  )
  expect(plan.kind).toBe('copy')
  expect(after).toMatchObject({ width: 180, height: 320, video: { orientation: before.video.orientation } })
})

it('a copy gets sound that browsers play', async () => {
  const { after, plan } = await render(
    'film.mov',
    ...numbered('s=96x54:r=25:d=2'),
    ...SOUND,
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'pcm_s16le',
  )
  expect(plan).toEqual({ kind: 'copy', container: 'mp4', encode_audio: true })
  expect(after.audio?.codec).toBe('aac')
})

it('VP9 in Matroska is copied to WebM', async () => {
  const { after } = await render(
    'nine.mkv',
    ...numbered('s=96x54:r=25:d=1'),
    ...SOUND,
    '-c:v',
    'libvpx-vp9',
    '-cpu-used',
    '8',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'libopus',
  )
  expect(after).toMatchObject({ container: { brand: 'webm' }, video: { codec: 'vp9' }, audio: { codec: 'opus' } })
})

const VP9 = ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-deadline', 'realtime', '-pix_fmt', 'yuv420p']
const B_FRAMES = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-bf', '2']

it.each<[string, string, readonly string[]]>([
  ['sound that begins before 0', 'opus.webm', [...SOUND, '-shortest', ...VP9, '-c:a', 'libopus']],
  ['pictures that begin after 5 s', 'late.webm', [...VP9, '-output_ts_offset', '5']],
  ['pictures in another order and no edit list', 'ordered.mp4', [...B_FRAMES, '-use_editlist', '0']],
  ['fragments that begin after 5 s', 'late.mp4', [...B_FRAMES, '-movflags', 'frag_keyframe', '-output_ts_offset', '5']],
])('a film with %s is copied, so that browsers show its frames at the times of the index', async (_, name, options) => {
  const { before, plan } = await render(name, ...numbered('s=96x54:r=60:d=1'), ...options)
  expect(Math.abs(before.start)).toBeGreaterThan(SAME_TIME)
  expect(plan.kind).toBe('copy')
})

it('MPEG-4 in AVI becomes H.264', async () => {
  const { after, output } = await render(
    'old.avi',
    ...numbered('s=96x54:r=25:d=2'),
    ...SOUND,
    '-t',
    '2',
    '-c:v',
    'mpeg4',
    '-q:v',
    '3',
    '-c:a',
    'libmp3lame',
  )
  expect(after).toMatchObject({ video: { codec: 'h264' }, audio: { codec: 'aac' } })
  // ffmpeg leaves the second place of an AVI empty: the first frame stays for two.
  expect(await numbersIn(output)).toEqual([0, ...Array.from({ length: 50 }, (_, frame) => frame)])
})

it('uneven frame times stay when encoded again', async () => {
  const drop = "select='not(between(n,10,30))*not(eq(n,40))*not(eq(n,43))'"
  const { before, after } = await render(
    'uneven.mp4',
    ...numbered('s=96x54:r=25:d=3'),
    '-vf',
    drop,
    '-vsync',
    'vfr',
    '-c:v',
    'mpeg4',
    '-q:v',
    '3',
  )
  expect(before.timing.rate).toBeNull()
  const count = before.timing.times?.length ?? 0
  expect(after.timing.times).toHaveLength(count)
  const wanted = starts(before, count)
  for (const [frame, start] of starts(after, count).entries())
    expect(Math.abs(start - (wanted[frame] ?? 0))).toBeLessThan(0.001)
})

it('a rotated, too large or interlaced picture becomes upright and at most 1080p', async () => {
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=320x180:r=25:d=0.4', '-c:v', 'mpeg4', job.path('flat4.mp4'))
  const turned = await render('turned4.mp4', '-i', job.path('flat4.mp4'), '-c', 'copy', '-metadata:s:v:0', 'rotate=90')
  expect(turned.after).toMatchObject({ width: 180, height: 320, video: { orientation: UPRIGHT } })
  const large = await render('large.mkv', '-f', 'lavfi', '-i', 'testsrc=s=2160x3840:r=25:d=0.04', '-c:v', 'mpeg4')
  expect(large.after).toMatchObject({ width: 1080, height: 1920 })
  const odd = await render('odd.mkv', '-f', 'lavfi', '-i', 'testsrc=s=321x181:r=25:d=0.2', '-c:v', 'ffv1')
  expect(odd.after).toMatchObject({ width: 322, height: 182 })
})

it('high dynamic range becomes standard', async () => {
  const hdr = 'log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc'
  const { before, after } = await render(
    'hdr.mkv',
    '-f',
    'lavfi',
    '-i',
    'testsrc=s=320x180:r=25:d=0.2',
    '-pix_fmt',
    'yuv420p10le',
    '-c:v',
    'libx265',
    '-x265-params',
    hdr,
  )
  expect(before.video.colour.transfer).toBe('smpte2084')
  expect(after.video).toMatchObject({ pixel_format: 'yuv420p', colour: { transfer: 'bt709', shown_alike: true } })
})

it.each([
  ['at a constant rate', 'constant.mp4', ['-pix_fmt', 'yuv420p', '-g', '90']],
  ['in Matroska', 'matroska.mkv', ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-bf', '3', '-g', '90']],
])('a clip contains exactly the frames shown from its start to its end, %s', async (_, name, options) => {
  const input = job.path(name)
  await ffmpeg(
    ...numbered('s=96x54:r=30000/1001:d=6'),
    '-f',
    'lavfi',
    '-i',
    'sine=d=6',
    ...options,
    '-preset',
    'veryfast',
    input,
  )
  const info = await probe(job, input)
  const at = (frame: number) => frameStart(info.timing, frame)
  const ranges: [number, number, number, number][] = [
    [0, at(10), 0, 9],
    [at(100), at(131), 100, 130],
    [at(47) + 0.01, at(49) + 0.01, 47, 49],
    [at(60), at(60) + 0.001, 60, 60],
    [at(170), info.duration, 170, 179],
  ]
  for (const [start, end, first, last] of ranges) {
    const output = job.path('clip.mp4')
    await cutClip(job, input, info, usualPlan(info), { start, end }, output)
    expect(await numbersIn(output)).toEqual(Array.from({ length: last - first + 1 }, (_, place) => first + place))
    const clip = await probe(job, output)
    expect(clip).toMatchObject({ video: { codec: 'h264' }, container: { fast_start: true } })
    expect(Math.abs(clip.duration - (at(last + 1) - at(first)))).toBeLessThan(0.06)
    expect(clip.audio?.codec).toBe('aac')
  }
})

it('a clip with uneven frame times and without sound is exact, too', async () => {
  const input = job.path('holes.mp4')
  const drop = `${NUMBERED},select='not(between(n,20,60))'`
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=96x54:r=25:d=4',
    '-vf',
    drop,
    '-vsync',
    'vfr',
    '-preset',
    'veryfast',
    input,
  )
  const info = await probe(job, input)
  await cutClip(job, input, info, usualPlan(info), { start: 0.6, end: 3 }, job.path('hole.mp4'))
  expect(await numbersIn(job.path('hole.mp4'))).toEqual([
    15, 16, 17, 18, 19, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74,
  ])
})

it('a clip longer than ten minutes or without length is refused', async () => {
  const input = job.path('constant.mp4')
  const info = await probe(job, input)
  for (const range of [
    { start: 0, end: 601 },
    { start: 2, end: 2 },
    { start: -1, end: 2 },
    { start: Number.NaN, end: 2 },
  ]) {
    await expect(cutClip(job, input, info, usualPlan(info), range, job.path('no.mp4'))).rejects.toThrow(RangeError)
  }
})
