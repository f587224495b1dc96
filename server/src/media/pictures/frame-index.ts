import { createInterface } from 'node:readline'
import type { FrameRate, FrameTiming } from '@footnote/contract/shared/frames.ts'
import { MediaError } from '../media-error.ts'
import { type MediaJob, startProgram } from '../sandbox.ts'
import { type FirstFrames, readDecodedTimes } from './decoded-times.ts'
import { timingOf } from './timing.ts'

/** The streams to read, and the container's own claims. */
export interface FrameIndexRequest {
  /** Number of the video stream. */
  readonly video: number
  /** Number of the audio stream, or null. */
  readonly audio: number | null
  /** Time of the video's 0, in the file's own seconds. */
  readonly start: number
  /** Frame rates in the container, best first. */
  readonly stated: readonly FrameRate[]
  /** Duration in the container, in seconds; 0 if unknown. */
  readonly duration: number
  readonly first: FirstFrames
  /** Whether only the decoder knows which packets become frames. */
  readonly hidden: boolean
  /** Whether the container's clock may jump, as in joined recordings; ffmpeg then goes on counting. */
  readonly may_jump: boolean
  /** Maximum frames to read; by default those of a day at 120 per second. */
  readonly most_frames?: number
}

/** The presentation times of everything in a file. */
export interface FrameIndex {
  /** Numbers of the frames. A constant rate may have gaps, in which the frame before stays on the screen. */
  readonly timing: FrameTiming<Float64Array>
  /** When each frame that the decoder gives is shown, ascending, in seconds. */
  readonly frames: Float64Array
  /** Presentation times of the key frames, ascending, in seconds. */
  readonly key_times: Float64Array
  /** Whether frames that come after a key frame are shown before it, as in open groups of pictures. */
  readonly leading: boolean
  /** How long the picture lasts, in seconds, above 0; longer if the sound goes on for more than a second. */
  readonly duration: number
  readonly has_sound: boolean
  /**
   * Whether the clock of a stream jumps, as in joined recordings, at which these times mean nothing, or its pictures
   * begin between two places of their rate: the file is written again with one clock.
   */
  readonly unsteady: boolean
  /** Stretches between two jumps of the clock, in the file's own seconds. */
  readonly parts: readonly Part[]
  /**
   * The container has no duration, or one that differs from its packets, as incomplete files do; writing the file again
   * corrects that.
   */
  readonly wrong_length: boolean
}

/** Seconds for reading packets: enough for the largest file on a slow disk. */
const READ_SECONDS = 3_600
/**
 * A day at 120 frames per second: no film has more, but a file of tiny blocks can. A frame takes up to a hundred bytes
 * while reading and sorting, so this many take 1 GB; more would end the whole process.
 */
const MOST_FRAMES = 86_400 * 120
/**
 * Differences up to this between the container's and the real duration (seconds, share) are padding of the last frames.
 */
const PADDING_SECONDS = 0.5
const PADDING_SHARE = 0.01
/** Sound may go on for this long (seconds) after the picture without making the film longer. */
const LONGER_SOUND = 1
/** A frame of the index and one of the decoder are the same within this, in seconds: containers round to a millisecond. */
const SAME_TIME = 0.0015
/** Frames to compare: the first ones, since those after them may need packets that were not read. */
const COMPARED = 8
/** A clock that goes back by more than the first, or forward by more than the second, jumps (seconds, as in ffmpeg). */
export const BACK = 0.1
export const FORWARD = 10

/** A stretch of a file with one clock, in the file's own seconds. */
export interface Part {
  readonly start: number
  readonly end: number
}

interface Packets {
  /** Presentation time, decoding time and key flag of each visible video packet. */
  readonly pts: number[]
  readonly dts: number[]
  readonly key: boolean[]
  /** End of the last picture and of the last sound, in the file's own seconds. */
  end: { picture: number; sound: number }
  /** Duration of the picture that is shown last, in seconds; 0 if unknown. */
  last: number
  sounds: number
  /** Decoding time of the last packet of each stream, and its part. */
  readonly clocks: Map<number, { readonly time: number; readonly part: number }>
  readonly parts: { start: number; end: number }[]
}

/** ffprobe writes 'stream,pts,dts,duration,flags' in this order; 'N/A' for unknown. */
function takePacket(line: string, request: FrameIndexRequest, packets: Packets): void {
  const [stream, pts, dts, duration, flags = ''] = line.split(',')
  const shown = Number(pts)
  const decoded = Number(dts)
  const time = Number.isNaN(shown) ? decoded : shown
  // 'D': decoded but not shown, because an edit list cuts it off.
  if (Number.isNaN(time) || flags.includes('D')) return
  const number = Number(stream)
  if (number !== request.audio && number !== request.video) return
  const length = Number(duration) || 0
  if (request.may_jump)
    followClock(packets, number, Number.isNaN(decoded) ? time : decoded, { start: time, end: time + length })
  if (number === request.audio) {
    packets.sounds += 1
    packets.end.sound = Math.max(packets.end.sound, time + length)
    return
  }
  if (time + length > packets.end.picture) {
    packets.end.picture = time + length
    packets.last = length
  }
  packets.pts.push(shown)
  packets.dts.push(decoded)
  packets.key.push(flags.startsWith('K'))
}

/** @param time when the packet is decoded, which never goes back within a part @param shown when it is seen or heard */
function followClock({ clocks, parts }: Packets, stream: number, time: number, shown: Part): void {
  const before = clocks.get(stream)
  const jumps = before !== undefined && (time < before.time - BACK || time > before.time + FORWARD)
  const number = (before?.part ?? 0) + (jumps ? 1 : 0)
  clocks.set(stream, { time, part: number })
  // The streams of a file reach the same jump one after the other.
  const part = parts[number] ?? shown
  parts[number] = { start: Math.min(part.start, shown.start), end: Math.max(part.end, shown.end) }
}

async function readPackets(job: MediaJob, input: string, request: FrameIndexRequest): Promise<Packets> {
  const options = ['-of', 'csv=p=0', '-show_entries', 'packet=stream_index,pts_time,dts_time,duration_time,flags']
  const running = await startProgram(job, { program: 'ffprobe', input, options, wallSeconds: READ_SECONDS })
  const packets: Packets = {
    ...{ pts: [], dts: [], key: [], end: { picture: 0, sound: 0 }, last: 0, sounds: 0 },
    ...{ clocks: new Map(), parts: [] },
  }
  for await (const line of createInterface({ input: running.stdout })) {
    takePacket(line, request, packets)
    if (packets.pts.length > (request.most_frames ?? MOST_FRAMES)) {
      running.stop()
      throw new MediaError('media_too_heavy', 'too many frames')
    }
  }
  await running.finished
  return packets
}

/** Of two frames less than this (seconds) apart, only one is seen: programs move the second by a tick. */
const SAME_MOMENT = 0.0002

/** Unique times in order of presentation, from `start` on. Typed, since there can be millions. */
const risingTimes = (times: readonly number[], start: number): Float64Array =>
  Float64Array.from(times, (time) => Math.max(0, time - start))
    .sort()
    .filter((time, place, all) => place === 0 || time > (all[place - 1] ?? 0) + SAME_MOMENT)

/** Whether the decoder's first frames are those of the packets. */
const agrees = (times: Float64Array, first: readonly number[], start: number): boolean =>
  first.slice(0, COMPARED).every((time, frame) => Math.abs((times[frame] ?? -1) - (time - start)) < SAME_TIME)

/**
 * Reads the presentation times of a file's frames, its key frames, and its real duration. A frame is a picture that the
 * decoder gives: where packets are fields or hidden pictures, the film is decoded.
 * @throws MediaError media_damaged when it has no frame, media_too_heavy when it has too many
 */
export async function readFrameIndex(job: MediaJob, input: string, request: FrameIndexRequest): Promise<FrameIndex> {
  const { start, first, stated } = request
  const packets = await readPackets(job, input, request)
  const jumps = packets.parts.length > 1
  // AVI only has decoding times; the distances between its frames are the same.
  const own = packets.pts.some(Number.isNaN) ? packets.dts : packets.pts
  // Recordings may begin with packets that refer to nothing.
  const begin = (first.times[0] ?? 0) - SAME_TIME
  const from = (times: readonly number[]) =>
    risingTimes(
      times.filter((time) => time >= begin),
      start,
    )
  const listed = from(own)
  const reliable = !request.hidden && agrees(listed, first.times, start)
  const frames =
    reliable || jumps
      ? listed
      : from(await readDecodedTimes(job, input, request.video, request.most_frames ?? MOST_FRAMES))
  if (frames.length === 0) throw new MediaError('media_damaged', 'no frame')
  const timing = timingOf(frames, stated)
  const picture = pictureEnd(timing, frames, reliable ? packets.last : 0)
  const sound = packets.end.sound - start
  const end = Math.max(picture, sound)
  const padding = Math.max(PADDING_SECONDS, PADDING_SHARE * request.duration)
  return {
    timing,
    frames,
    key_times: from(own.filter((_, packet) => packets.key[packet])),
    leading: isLeading(own, packets.key),
    duration: sound > picture + LONGER_SOUND ? sound : picture,
    has_sound: packets.sounds > 0,
    parts: packets.parts,
    unsteady: jumps || (request.may_jump && isBetween(timing, frames, stated)),
    wrong_length: request.duration <= 0 || Math.abs(request.duration - end) > padding,
  }
}

/** Whether a frame comes after a key frame and is shown before it. @param times in the order of the file */
function isLeading(times: readonly number[], key: readonly boolean[]): boolean {
  let last = Number.NEGATIVE_INFINITY
  return times.some((time, packet) => {
    if (key[packet]) last = time
    return time < last
  })
}

/** Whether frames have a constant rate but for the time of the first one. */
function isBetween({ rate }: FrameTiming, frames: Float64Array, stated: readonly FrameRate[]): boolean {
  const [first = 0] = frames
  return (
    rate === null &&
    timingOf(
      frames.map((time) => time - first),
      stated,
    ).rate !== null
  )
}

/** Length of a single frame of unknown length, in seconds. */
const SINGLE = 1 / 25

/** When the last frame is over. @param stated its length, in seconds; 0 if the file does not say */
function pictureEnd({ rate }: FrameTiming, frames: Float64Array, stated: number): number {
  const last = frames.at(-1) ?? 0
  if (rate) return (Math.floor((last * rate.num) / rate.den + 0.5) + 1) * (rate.den / rate.num)
  return last + (stated || last - (frames.at(-2) ?? last - SINGLE))
}
