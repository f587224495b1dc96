import { createInterface } from 'node:readline'
import { type FrameRate, type FrameTiming, frameStart } from '@footnote/contract/shared/frames.ts'
import { MediaError } from '../media-error.ts'
import { type MediaJob, startProgram } from '../sandbox.ts'
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
  /** Maximum frames to read; by default those of a day at 120 per second. */
  readonly most_frames?: number
}

/** The presentation times of everything in a file. */
export interface FrameIndex {
  readonly timing: FrameTiming<Float64Array>
  /** Ascending, in seconds. */
  readonly key_times: Float64Array
  /** Seconds, above 0. */
  readonly duration: number
  readonly has_sound: boolean
  /** The container has no duration, or one that differs from its packets. */
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

interface Packets {
  /** Presentation time, decoding time and key flag of each visible video packet. */
  readonly pts: number[]
  readonly dts: number[]
  readonly key: boolean[]
  /** End of the last packet, in the file's own seconds. */
  end: number
  sounds: number
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
  if (number === request.audio) packets.sounds += 1
  else if (number !== request.video) return
  packets.end = Math.max(packets.end, time + (Number(duration) || 0))
  if (number !== request.video) return
  packets.pts.push(shown)
  packets.dts.push(decoded)
  packets.key.push(flags.startsWith('K'))
}

/** Reads the packets' times, without decoding. */
async function readPackets(job: MediaJob, input: string, request: FrameIndexRequest): Promise<Packets> {
  const options = ['-of', 'csv=p=0', '-show_entries', 'packet=stream_index,pts_time,dts_time,duration_time,flags']
  const running = await startProgram(job, { program: 'ffprobe', input, options, wallSeconds: READ_SECONDS })
  const packets: Packets = { pts: [], dts: [], key: [], end: 0, sounds: 0 }
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

/** Unique times in order of presentation, from `start` on. Typed, since there can be millions. */
const risingTimes = (times: readonly number[], start: number): Float64Array =>
  Float64Array.from(times, (time) => Math.max(0, time - start))
    .sort()
    .filter((time, place, all) => place === 0 || time > (all[place - 1] ?? 0))

/**
 * Reads the presentation times of a file's frames, its key frames, and its real duration.
 * @throws MediaError media_damaged when it has no frame, media_too_heavy when it has too many
 */
export async function readFrameIndex(job: MediaJob, input: string, request: FrameIndexRequest): Promise<FrameIndex> {
  const packets = await readPackets(job, input, request)
  // AVI only has decoding times; the distances between its frames are the same.
  const own = packets.pts.some(Number.isNaN) ? packets.dts : packets.pts
  const times = risingTimes(own, request.start)
  if (times.length === 0) throw new MediaError('media_damaged', 'no frame')
  const timing = timingOf(times, request.stated)
  const last = times[times.length - 1] ?? 0
  const after = timing.rate ? last + timing.rate.den / timing.rate.num : frameStart(timing, times.length)
  const end = Math.max(after, packets.end - request.start)
  const padding = Math.max(PADDING_SECONDS, PADDING_SHARE * request.duration)
  const wrong = request.duration <= 0 || Math.abs(request.duration - end) > padding
  return {
    timing,
    key_times: risingTimes(
      own.filter((_, packet) => packets.key[packet]),
      request.start,
    ),
    duration: wrong ? end : request.duration,
    has_sound: packets.sounds > 0,
    wrong_length: wrong,
  }
}
