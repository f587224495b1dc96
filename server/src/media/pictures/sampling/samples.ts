import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MediaError } from '../../media-error.ts'
import type { MediaInfo } from '../../probe.ts'
import type { MediaJob } from '../../sandbox.ts'
import { hasBriefText } from './brief-text.ts'
import { decodeFrames, decodePicture } from './decoded-frames.ts'
import { largestKeyGap, planSampling } from './sampling-plan.ts'
import { cutTime, differenceOf, hasNewText, isCut, isNearEqual, type Shot } from './shots.ts'
import { copySize, type PictureSignature, pictureSignatureOf } from './signature.ts'

/** A frame, decoded into a picture file in the job's folder. */
export interface Sample {
  /** Presentation time in seconds from the start of the video. */
  readonly time: number
  /** Number of the shot it belongs to, from 0. */
  readonly shot: number
  /** Absolute path of a JPEG of at most 2560 px on its long side, see `sampleSize`. */
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
  /** True if a frame is damaged so that browsers stop playing. Set when iteration ends. */
  readonly damaged: boolean
}

/** Whether sampling a video decodes every picture, and so detects broken ones. */
export const samplesEveryPicture = (info: MediaInfo): boolean => planSampling(info).every_picture

interface FrameSignature {
  readonly time: number
  readonly signature: PictureSignature
}

/** A taken frame that is not dropped yet. */
interface PendingFrame extends FrameSignature {
  /** Null for a frame that was only looked at. */
  readonly jpeg: readonly Buffer[] | null
}

/** Decides which frames are kept, shot by shot. */
class Pass {
  readonly #job: MediaJob
  readonly #input: string
  readonly #info: MediaInfo
  readonly #shots: Shot[]
  readonly #key_gap: number
  #last: FrameSignature | null = null
  #kept: FrameSignature | null = null
  #read: FrameSignature | null = null
  #still = false
  #shot_start = 0

  constructor(job: MediaJob, input: string, info: MediaInfo, shots: Shot[]) {
    this.#job = job
    this.#input = input
    this.#info = info
    this.#shots = shots
    this.#key_gap = largestKeyGap(info)
  }

  /** @param looks at frames since the sample before, in order of time */
  async *add(taken: PendingFrame, looks: readonly PendingFrame[]): AsyncGenerator<SampledFrame> {
    const last = this.#last
    const step = last && differenceOf(last.signature, taken.signature)
    const cut = step !== null && isCut(step, this.#still)
    const before = this.#shots.length
    if (last && cut) {
      const end = cutTime(this.#info.key_times, this.#key_gap, last.time, taken.time)
      this.#shots.push({ number: before, start: this.#shot_start, end })
      this.#shot_start = end
    }
    this.#still = step !== null && isNearEqual(step)
    const brief = last && briefTextAmong(last, looks, taken)
    if (brief) yield await this.#keep(brief, brief.time < this.#shot_start ? before : this.#shots.length, true)
    this.#last = taken
    yield await this.#compare(taken, cut)
  }

  /** @param looks at frames since the last sample */
  async *end(looks: readonly PendingFrame[]): AsyncGenerator<SampledFrame> {
    if (!this.#last) throw new MediaError('media_damaged', 'no sample decodes')
    const brief = briefTextAmong(this.#last, looks, null)
    if (brief) yield await this.#keep(brief, this.#shots.length, true)
    this.#shots.push({ number: this.#shots.length, start: this.#shot_start, end: this.#info.duration })
  }

  async #compare(taken: PendingFrame, cut: boolean): Promise<SampledFrame> {
    const { time, signature } = taken
    const shot = this.#shots.length
    const textChanged = this.#read === null || cut || hasNewText(differenceOf(this.#read.signature, signature))
    if (this.#kept && !cut && !textChanged && isNearEqual(differenceOf(this.#kept.signature, signature)))
      return { time, shot, sample: null, text_changed: false, progress: this.#progress(time) }
    return await this.#keep(taken, shot, textChanged)
  }

  async #keep({ jpeg, ...seen }: PendingFrame, shot: number, text_changed: boolean): Promise<SampledFrame> {
    const { time } = seen
    this.#kept = seen
    if (text_changed) this.#read = seen
    const file = join(this.#job.folder, `sample-${String(Math.round(time * 1000)).padStart(9, '0')}.jpg`)
    // Another pass may write what somebody still reads of the one before.
    await writeFile(`${file}.part`, jpeg ?? (await decodePicture(this.#job, this.#input, this.#info, time)))
    await rename(`${file}.part`, file)
    return { time, shot, sample: { time, shot, file }, text_changed, progress: this.#progress(time) }
  }

  #progress(time: number): number {
    return Math.min(1, time / this.#info.duration)
  }
}

/** The first of the looks between two samples that shows text which neither of them shows; null without one. */
function briefTextAmong(
  before: FrameSignature,
  looks: readonly PendingFrame[],
  after: FrameSignature | null,
): PendingFrame | null {
  const others = [before, ...(after ? [after] : [])].map(({ signature }) => signature)
  const [only] = looks
  // A single look cannot tell letters from what moves.
  if (only && looks.length === 1)
    return others.every((other) => hasNewText(differenceOf(other, only.signature))) ? only : null
  return (
    looks.find((look, at) => {
      const next = looks[at + 1]
      return next && hasBriefText(look.signature, next.signature, others)
    }) ?? null
  )
}

async function* sample(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  shots: Shot[],
  onComplaint: () => void,
): AsyncGenerator<SampledFrame> {
  const pass = new Pass(job, input, info, shots)
  let looks: PendingFrame[] = []
  for await (const taken of takenFrames(job, input, info, onComplaint)) {
    if (taken.jpeg) {
      yield* pass.add(taken, looks)
      looks = []
    } else looks.push(taken)
  }
  yield* pass.end(looks)
}

/** The frames of the cheapest plan; if it ends too early, the rest of those of a plan that decodes everything. */
async function* takenFrames(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  onComplaint: () => void,
): AsyncGenerator<PendingFrame> {
  const copy = copySize(info)
  let reached = -1
  for (const whole of [false, true]) {
    const { decoder, choice, thinned } = planSampling(info, whole)
    // Packets that are missing on purpose are no damage.
    const decoding = { decoder, choice, thinned, copy, onComplaint: thinned ? () => undefined : onComplaint }
    try {
      for await (const { time, jpeg, planes } of decodeFrames(job, input, info, decoding)) {
        if (time <= reached) continue
        reached = time
        yield { time, jpeg, signature: pictureSignatureOf(planes, copy) }
      }
    } catch (error) {
      if (!thinned || !(error instanceof MediaError)) throw error
    }
    if (!thinned || reached >= (info.key_times.at(-1) ?? 0) - 1) return
  }
}

/**
 * Samples a video in one decoding pass, see `planSampling`. Every video has at least one sample. Decoding waits for the
 * reader.
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
