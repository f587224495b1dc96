// Past 250 lines: one pass of a decoder, and how each of its outputs is read.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { MediaError } from '../../media-error.ts'
import { pictureFilters, scaledTo } from '../../normalised/picture-filters.ts'
import type { MediaInfo } from '../../probe.ts'
import type { PictureSize } from '../../rendition-plan.ts'
import { type MediaJob, startProgram } from '../../sandbox.ts'
import { seekBefore } from '../shown-frame.ts'
import { sampleSize } from './sample-size.ts'
import type { FrameChoice } from './sampling-plan.ts'
import { copySize } from './signature.ts'
import type { Thinning } from './thinning.ts'

/** A frame that a pass takes. */
export interface DecodedFrame {
  /** Presentation time in seconds from the start of the video. */
  readonly time: number
  /** A JPEG of `sampleSize`, in parts; null for a frame that is only looked at. */
  readonly jpeg: readonly Buffer[] | null
  /** A copy of the requested size: its brightness, and both colour differences at half the width and height. */
  readonly planes: Uint8Array
}

/** How to decode frames. */
export interface FrameOptions {
  /** Options of ffmpeg's decoder. */
  readonly decoder: readonly string[]
  /** The frames to take. */
  readonly choice: FrameChoice
  /** Packets to leave out before decoding; null for none. */
  readonly thinned: Thinning | null
  /** Pixels of the copies; even numbers. */
  readonly copy: PictureSize
  /** Frames after which decoding ends; all by default. */
  readonly most?: number
  /** Called at the end if pictures were broken. */
  onComplaint(): void
}

/** mjpeg's scale, 2 (best) to 31: at 3 small text stays readable and a 720p sample has about 100 KB. */
const JPEG_SCALE = '3'
const MAX_JPEG_BYTES = 16 * 2 ** 20
const END_OF_IMAGE = Buffer.from([0xff, 0xd9])
const TIMES_BYTES = 4_096
/** Times of one frame in two passes differ by less than this, in seconds. */
const SAME_TIME = 0.001

const COPY_FORMAT = 'setsar=1,format=yuvj420p'

/** Prints times in microseconds, and whether a frame is a sample. @param file name in the working directory */
const printedTo = (file: string) => `settb=AVTB,metadata=mode=print:file=${file}:direct=1`
/** Marks frames: 1 for a sample, 0 for a look. */
const marked = (value: 0 | 1) => `metadata=mode=add:key=sample:value=${value}`

/** A graph whose outputs are pictures of samples, and copies of all frames. @param times name of a file for their times */
function graph(info: MediaInfo, { choice, copy, thinned }: FrameOptions, times: string): string {
  const input = `[0:${thinned ? 0 : info.video.index}]`
  const picture = pictureFilters(info, sampleSize(info), 'jpeg').join(',')
  if (choice !== 'shown each second' && choice.looks !== null) {
    const small = pictureFilters(info, copy, 'jpeg').join(',')
    return [
      `${input}select=n=2:e='${choice.samples};if(ld(0),1,2*(${choice.looks}))'[samples][looks]`,
      `[samples]${marked(1)}[marked]`,
      `[looks]${marked(0)}[unmarked]`,
      `[marked][unmarked]interleave,${printedTo(times)},split[sampled][all]`,
      `[sampled]metadata=mode=select:key=sample:value=1,${picture}[picture]`,
      `[all]${small},${COPY_FORMAT}[copy]`,
    ].join(';')
  }
  const all = `${marked(1)},${printedTo(times)}`
  const chosen =
    choice === 'shown each second' ? `${all},fps=1:round=up:start_time=0` : `select='${choice.samples};ld(0)',${all}`
  const small = scaledTo(copy)
  return `${input}${chosen},${picture},split[picture][same];[same]${small},${COPY_FORMAT}[copy]`
}

/**
 * Splits a stream of JPEG files at their end markers, which cannot occur inside compressed data. Reads ahead: ffmpeg
 * writes the next picture before the copy of this one.
 */
class Jpegs {
  readonly #whole: Buffer[][] = []
  #parts: Buffer[] = []
  #bytes = 0
  #ended = false
  #wake: () => void = () => {}

  constructor(stream: Readable) {
    stream.on('data', (chunk: Buffer) => this.#add(chunk))
    stream.once('close', () => {
      this.#ended = true
      this.#wake()
    })
  }

  /** @returns the parts of the next file; null after the last one */
  async next(): Promise<Buffer[] | null> {
    while (this.#whole.length === 0) {
      if (this.#bytes > MAX_JPEG_BYTES) throw new MediaError('media_failed', 'endless picture')
      if (this.#ended) return null
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return this.#whole.shift() ?? null
  }

  #add(chunk: Buffer): void {
    let from = 0
    for (let end = endOfImage(this.#parts.at(-1), chunk); end > 0; end = endOfImage(undefined, chunk, from)) {
      this.#whole.push([...this.#parts, chunk.subarray(from, end)])
      this.#parts = []
      this.#bytes = 0
      from = end
    }
    if (from < chunk.length) this.#parts.push(chunk.subarray(from))
    this.#bytes += chunk.length - from
    this.#wake()
  }
}

/** Place after the first end marker in a chunk, which may begin in the chunk before; 0 without one. */
function endOfImage(before: Buffer | undefined, chunk: Buffer, from = 0): number {
  if (before?.at(-1) === END_OF_IMAGE[0] && chunk[0] === END_OF_IMAGE[1]) return 1
  const at = chunk.indexOf(END_OF_IMAGE, from)
  return at < 0 ? 0 : at + END_OF_IMAGE.length
}

/** Splits a stream of raw pictures. @param bytes size of each */
async function* splitRaw(stream: Readable, bytes: number): AsyncGenerator<Uint8Array> {
  let picture = new Uint8Array(bytes)
  let filled = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + bytes - filled)
      picture.set(part, filled)
      from += part.length
      filled += part.length
      if (filled < bytes) continue
      yield picture
      picture = new Uint8Array(bytes)
      filled = 0
    }
  }
}

/**
 * Times of frames in a file: 'frame:0 pts:1234 pts_time:0.001234', a line for each of its facts, and 'sample=1'. ffmpeg
 * prints them before the frames.
 */
class PrintedTimes {
  readonly #path: string
  readonly #frames: { readonly time: number; readonly sample: boolean }[] = []
  #time = 0
  #file: FileHandle | undefined
  #rest = ''

  constructor(path: string) {
    this.#path = path
  }

  async next(): Promise<{ readonly time: number; readonly sample: boolean } | null> {
    if (this.#frames.length === 0) await this.#read()
    return this.#frames.shift() ?? null
  }

  /** The frame that is shown at a time, or the first one. ffmpeg has printed it, and the next one. */
  async shownAt(second: number): Promise<{ readonly time: number; readonly sample: boolean } | null> {
    await this.#read()
    const later = this.#frames.findIndex(({ time }) => time > second)
    this.#frames.splice(0, (later < 0 ? this.#frames.length : later) - 1)
    return this.#frames[0] ?? null
  }

  async close(): Promise<void> {
    await this.#file?.close()
    await rm(this.#path, { force: true })
  }

  async #read(): Promise<void> {
    this.#file ??= await open(this.#path)
    for (;;) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(TIMES_BYTES))
      if (bytesRead === 0) return
      const lines = `${this.#rest}${buffer.toString('latin1', 0, bytesRead)}`.split('\n')
      this.#rest = lines.pop() ?? ''
      for (const line of lines) {
        const sample = /^sample=([01])$/.exec(line)?.[1]
        if (sample) this.#frames.push({ time: this.#time, sample: sample === '1' })
        const microseconds = /^frame:\d+\s+pts:(-?\d+)/.exec(line)?.[1]
        if (microseconds) this.#time = Number(microseconds) / 1e6
      }
    }
  }
}

/**
 * Decodes the chosen frames in one pass, which waits for the reader.
 * @param input absolute path of the video
 * @throws MediaError, or the signal's reason
 */
export async function* decodeFrames(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  frames: FrameOptions,
): AsyncGenerator<DecodedFrame> {
  const { decoder, choice, copy, thinned, most, onComplaint } = frames
  const until = most === undefined ? [] : ['-frames:v', String(most)]
  const name = `frame-times-${randomUUID()}`
  const times = new PrintedTimes(join(job.folder, name))
  const running = await startProgram(job, {
    program: 'ffmpeg',
    input,
    inputOptions: decoder,
    thinned,
    // For a picture a second, more threads only cost processor time.
    options: [
      ...['-filter_complex_threads', '1', '-filter_complex', graph(info, frames, name)],
      ...['-map', '[picture]', ...until, '-threads', '1', '-q:v', JPEG_SCALE],
      ...['-f', 'image2pipe', '-c:v', 'mjpeg', 'pipe:1'],
    ],
    secondOptions: ['-map', '[copy]', ...until, '-f', 'rawvideo', '-c:v', 'rawvideo', 'pipe:3'],
    outputs: [join(job.folder, name)],
    wallSeconds: 300 + 4 * info.duration,
    keepFrameTimes: true,
  })
  try {
    const jpegs = new Jpegs(running.stdout)
    const copies = running.second ? splitRaw(running.second, (copy.width * copy.height * 3) / 2) : []
    let without_picture = false
    let second = 0
    let last: number | null = null
    for await (const planes of copies) {
      // Pictures that a killed program has written may still be in our memory.
      job.signal?.throwIfAborted()
      const shown = choice === 'shown each second'
      const printed = shown ? await times.shownAt(second) : await times.next()
      second += 1
      // On a full disk the program goes on, and would wait for a reader.
      if (!printed) throw new MediaError('media_failed', 'a picture without a time')
      const { time, sample } = printed
      const jpeg = sample ? await jpegs.next() : null
      if (sample && !jpeg) {
        without_picture = true
        break
      }
      if (shown && time === last) continue
      last = time
      yield { time, jpeg, planes }
    }
    await running.finished
    if (without_picture) throw new MediaError('media_failed', 'a copy without a picture')
    if (running.complaints() !== '') onComplaint()
  } finally {
    running.stop()
    // The program must not write into a folder that the caller removes.
    await running.finished.catch(() => undefined)
    await times.close()
  }
}

/**
 * Decodes one frame, for a picture of it.
 * @param time when it is shown, in seconds
 * @throws MediaError, or the signal's reason
 */
export async function decodePicture(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  time: number,
): Promise<readonly Buffer[]> {
  const seek = seekBefore(time, info)
  const frames = decodeFrames(job, input, info, {
    decoder: seek > 0 ? ['-ss', seek.toFixed(6)] : [],
    choice: { samples: `st(0,isnan(prev_selected_t)*gte(t,${(time - seek - SAME_TIME).toFixed(6)}))`, looks: null },
    thinned: null,
    copy: copySize(info),
    // ffmpeg keeps a small copy to itself until it ends, so without this it would decode the rest of the film.
    most: 1,
    onComplaint: () => undefined,
  })
  for await (const { jpeg } of frames) if (jpeg) return jpeg
  throw new MediaError('media_failed', 'a frame decodes only once')
}
