import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { MediaError } from '../media-error.ts'
import type { MediaInfo } from '../probe.ts'
import { fitInside } from '../rendition-plan.ts'
import { type MediaJob, startProgram } from '../sandbox.ts'
import { cutTime, differenceOf, hasNewText, isCut, isNearEqual, type Shot } from './shots.ts'
import { type PictureSignature, pictureSignatureOf } from './signature.ts'

/** A frame, decoded into a picture file in the job's folder. */
export interface Sample {
  /** Presentation time in seconds from the start of the video. */
  readonly time: number
  /** Number of the shot it belongs to, from 0. */
  readonly shot: number
  /** Absolute path of a JPEG of at most 1280 px on its long side. */
  readonly file: string
}

/** One sample of the pass: kept as a file, or dropped because it shows the same as the last kept one. */
export interface SampledFrame {
  readonly time: number
  readonly shot: number
  /** Null when the sample was dropped; the last kept sample of the shot represents it. */
  readonly sample: Sample | null
  /**
   * Whether text regions differ from those of the last sample for which this was true; true for the first sample of
   * each shot. If false, the text on the screen is unchanged. Never true for a dropped sample.
   */
  readonly text_changed: boolean
  /** Sampled share of the video, 0 to 1, only growing. */
  readonly progress: number
}

/** The pass over one video. Iterate once; ending the loop early ends the pass. */
export interface Sampling extends AsyncIterable<SampledFrame> {
  /** Shots closed so far; after the iteration all shots, without gaps from 0 to the duration. */
  readonly shots: readonly Shot[]
  /** Whether some pictures are broken, at which a browser would stop. Known after the iteration. */
  readonly damaged: boolean
}

/** Key frames suffice when each is within this (seconds) of the next: 2 s, plus a frame of any rate. */
const KEY_GAP = 2.05
const LONG_SIDE = 1280
/** mjpeg's scale, 2 (best) to 31: at 3 small text stays readable and a 720p sample has about 100 KB. */
const JPEG_SCALE = '3'
const MAX_JPEG_BYTES = 16 * 2 ** 20
const END_OF_IMAGE = Buffer.from([0xff, 0xd9])

/** The longest stretch without a key frame, in seconds. */
function largestKeyGap(info: MediaInfo): number {
  const places = [0, ...info.key_times, info.duration]
  return places.reduce((gap, time, index) => Math.max(gap, time - (places[index - 1] ?? 0)), 0)
}

/**
 * Whether sampling a video decodes every picture, and so detects broken ones. Unreferenced frames are at most a sixth
 * of the work, so they are decoded with the rest. VP9 is excluded, since ffmpeg's own decoder does not report its
 * errors.
 */
export const samplesEveryPicture = (info: MediaInfo): boolean =>
  largestKeyGap(info) > KEY_GAP && info.video.codec !== 'vp9'

/** Decoder options that skip frames which sampling does not need. */
function decodeOptions(info: MediaInfo): string[] {
  const light = ['-skip_loop_filter', 'all', '-flags2', '+fast', '-err_detect', 'careful']
  return largestKeyGap(info) <= KEY_GAP ? ['-skip_frame', 'nokey', ...light] : light
}

/** The first frame of each second, rotated upright by ffmpeg, with its time printed in microseconds. */
function filters(info: MediaInfo): string {
  const { width, height } = fitInside(info, LONG_SIDE, LONG_SIDE)
  return [
    "select='isnan(prev_selected_t)+gt(floor(t),floor(prev_selected_t))'",
    'settb=AVTB',
    'metadata=mode=add:key=sample:value=1',
    "metadata=mode=print:file='pipe\\:3':direct=1",
    `scale=${width}:${height}:flags=fast_bilinear:out_range=full`,
    'setsar=1',
    'format=yuvj420p',
  ].join(',')
}

/** Splits a stream of JPEG files at their end markers, which cannot occur inside compressed data. */
async function* splitJpegs(stream: Readable): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = Math.max(0, rest.length - 1)
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(END_OF_IMAGE, from); end >= 0; end = rest.indexOf(END_OF_IMAGE, from)) {
      yield rest.subarray(0, end + 2)
      rest = rest.subarray(end + 2)
      from = 0
    }
    if (rest.length > MAX_JPEG_BYTES) throw new MediaError('media_failed', 'endless picture')
  }
}

/** Seconds that the filter printed, one a frame, as 'frame:0 pts:1234 pts_time:0.001234'. */
async function* readTimes(notes: Readable): AsyncGenerator<number> {
  for await (const line of createInterface({ input: notes })) {
    const microseconds = /^frame:\d+\s+pts:(-?\d+)/.exec(line)?.[1]
    if (microseconds !== undefined) yield Number(microseconds) / 1e6
  }
}

/** Pictures with their times, in one decode pass. */
async function* decodeSamples(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  onComplaint: () => void,
): AsyncGenerator<{ time: number; jpeg: Buffer }> {
  const running = await startProgram(job, {
    program: 'ffmpeg',
    input,
    inputOptions: decodeOptions(info),
    options: [
      '-map',
      `0:${info.video.index}`,
      '-vf',
      filters(info),
      '-q:v',
      JPEG_SCALE,
      '-f',
      'image2pipe',
      '-c:v',
      'mjpeg',
      'pipe:1',
    ],
    wallSeconds: 300 + 4 * info.duration,
    keepFrameTimes: true,
    notes: true,
  })
  const times = running.notes ? readTimes(running.notes) : null
  try {
    for await (const jpeg of splitJpegs(running.stdout)) {
      const next = await times?.next()
      if (!next || next.done) {
        // A program that was ended between the two says so itself.
        await running.finished
        throw new MediaError('media_failed', 'a picture without a time')
      }
      yield { time: next.value, jpeg }
    }
    await running.finished
    if (running.complaints() !== '') onComplaint()
  } finally {
    running.stop()
  }
}

interface Seen {
  readonly time: number
  readonly signature: PictureSignature
}

async function* sample(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  shots: Shot[],
  onComplaint: () => void,
): AsyncGenerator<SampledFrame> {
  let last: Seen | null = null
  let kept: Seen | null = null
  let read: Seen | null = null
  let still = false
  let shotStart = 0
  const keyGap = largestKeyGap(info)
  for await (const { time, jpeg } of decodeSamples(job, input, info, onComplaint)) {
    const seen: Seen = { time, signature: await pictureSignatureOf(jpeg) }
    const step = last && differenceOf(last.signature, seen.signature)
    const cut = step !== null && isCut(step, still)
    still = step !== null && isNearEqual(step)
    if (last && cut) {
      const end = cutTime(info.key_times, keyGap, last.time, time)
      shots.push({ number: shots.length, start: shotStart, end })
      shotStart = end
    }
    last = seen
    const shot = shots.length
    const progress = Math.min(1, time / info.duration)
    const textChanged: boolean = read === null || cut || hasNewText(differenceOf(read.signature, seen.signature))
    if (kept && !cut && !textChanged && isNearEqual(differenceOf(kept.signature, seen.signature))) {
      yield { time, shot, sample: null, text_changed: false, progress }
      continue
    }
    kept = seen
    if (textChanged) read = seen
    const file = join(job.folder, `sample-${String(Math.round(time * 1000)).padStart(9, '0')}.jpg`)
    // Another pass may write what somebody still reads of the one before.
    await writeFile(`${file}.part`, jpeg)
    await rename(`${file}.part`, file)
    yield { time, shot, sample: { time, shot, file }, text_changed: textChanged, progress }
  }
  if (!last) throw new MediaError('media_damaged', 'no sample decodes')
  shots.push({ number: shots.length, start: shotStart, end: info.duration })
}

/**
 * Takes about one sample per second in one decoding pass: from key frames only if they are at most 2 s apart, else from
 * all frames. Every video has at least one sample. Decoding waits for the reader.
 * @param input absolute path of the video
 */
export function sampleVideo(job: MediaJob, input: string, info: MediaInfo): Sampling {
  const shots: Shot[] = []
  let damaged = false
  const onComplaint = () => {
    damaged = true
  }
  return {
    shots,
    get damaged() {
      return damaged
    },
    [Symbol.asyncIterator]: () => sample(job, input, info, shots, onComplaint),
  }
}
