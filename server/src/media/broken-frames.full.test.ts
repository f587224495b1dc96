import { afterAll, expect, it } from 'vitest'
import { ffmpeg, makeJob, NUMBERED, numbersIn } from '../../test/made-media.ts'
import { isShownAt, playedTimes } from './pictures/played-frames.ts'
import { probe } from './probe.ts'
import { makeRendition } from './rendition.ts'
import { usualPlan } from './sound/plan.ts'

const job = await makeJob()
afterAll(() => job.remove())

const MPEG4 = ['-c:v', 'mpeg4', '-q:v', '3']
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-sc_threshold', '0', '-pix_fmt', 'yuv420p']
const HEVC = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-pix_fmt', 'yuv420p']
const VP9 = ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-deadline', 'realtime', '-pix_fmt', 'yuv420p']
const VP8 = ['-c:v', 'libvpx', '-cpu-used', '8', '-deadline', 'realtime', '-pix_fmt', 'yuv420p']
const PRORES = ['-c:v', 'prores_ks', '-profile:v', '0', '-pix_fmt', 'yuv422p10le']
const END = 'gte(n\\,40)'
const MIDDLE = 'between(n\\,20\\,29)'
const BOTH = `${MIDDLE}+${END}`

/**
 * A name, the codec, the broken packets, and whether the rate varies. Groups of pictures have ten frames. Nothing writes a
 * broken packet of AV1 into a file.
 */
const FILMS: [string, readonly string[], string, boolean][] = [
  ['end.avi', MPEG4, END, false],
  ['end.mp4', H264, END, false],
  ['middle.mp4', H264, MIDDLE, false],
  ['hevc.mp4', HEVC, BOTH, false],
  ['nine.webm', VP9, BOTH, false],
  ['eight.webm', VP8, BOTH, false],
  ['prores.mov', PRORES, BOTH, false],
  ['uneven.avi', MPEG4, MIDDLE, true],
  ['uneven.mp4', H264, BOTH, true],
  ['uneven.mkv', H264, END, true],
  ['uneven.webm', VP9, BOTH, true],
  ['uneven-eight.webm', VP8, BOTH, true],
  ['uneven-prores.mov', PRORES, BOTH, true],
]

it.each(FILMS)(
  '%s with packets that do not decode plays with a picture for each frame of its index',
  async (...film) => {
    const [name, codec, broken, varies] = film
    const [whole, file] = [job.path(`whole-${name}`), job.path(name)]
    // Every third picture is missing at a varying rate, and half a second of them.
    const drop = varies ? ",select='not(eq(mod(n,3),1))*not(between(n,12,24))'" : ''
    const picture = ['-f', 'lavfi', '-i', `testsrc2=s=192x108:r=25:d=4,${NUMBERED}${drop}`, '-frames:v', '50']
    await ffmpeg(...picture, '-vsync', 'vfr', '-g', '10', ...codec, whole)
    await ffmpeg('-i', whole, '-c', 'copy', '-bsf:v', `noise=amount=if(${broken}\\,1\\,0)`, file)
    const info = await probe(job, file)
    const made = await makeRendition(job, file, info, { kind: 'transcode' }, usualPlan(info), job.path('played.mp4'))
    expect(made.exact).toBe(true)
    const copy = await probe(job, made.file)
    expect(isShownAt(copy, playedTimes(info))).toBe(true)
    expect(Math.abs(copy.duration - info.duration)).toBeLessThan(0.05)
    if (codec !== MPEG4 && codec !== H264) return
    // In these codecs, a broken packet gives no picture.
    const written = await numbersIn(whole)
    const own = (frame: number) => !(broken !== END && frame >= 20 && frame < 30) && !(broken !== MIDDLE && frame >= 40)
    let held = 0
    const wanted = written.map((number, frame) => {
      if (own(frame)) held = number
      return held
    })
    expect(await numbersIn(made.file)).toEqual(wanted)
  },
)
