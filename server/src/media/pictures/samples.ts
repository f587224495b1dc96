import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MediaError } from '../media-error.ts'
import type { MediaInfo } from '../probe.ts'
import type { MediaJob } from '../sandbox.ts'
import { decodeFrames } from './decoded-frames.ts'
import { cutTime, differenceOf, hasNewText, isCut, isNearEqual, type Shot } from './shots.ts'
import { copySize, type PictureSignature, pictureSignatureOf } from './signature.ts'

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

/** Decoder options that skip frames which sampling does not need. One thread suffices for key frames. */
function decodeOptions(info: MediaInfo): string[] {
  const light = ['-skip_loop_filter', 'all', '-flags2', '+fast', '-err_detect', 'careful']
  return largestKeyGap(info) <= KEY_GAP ? ['-skip_frame', 'nokey', '-threads', '1', ...light] : light
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
  const copy = copySize(info)
  const decoding = { inputOptions: decodeOptions(info), copy, onComplaint }
  for await (const { time, jpeg, planes } of decodeFrames(job, input, info, decoding)) {
    const seen: Seen = { time, signature: pictureSignatureOf(planes, copy) }
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
