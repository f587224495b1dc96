import { lastAtOrBefore } from '@footnote/contract/shared/frames.ts'
import type { MediaInfo } from '../probe.ts'

/** Decoding starts at least this long before a frame, in seconds; filters then take exactly that frame. */
const LEAD = 1
/** A search in a file without an index begins this long before a key frame, in seconds. */
const BEFORE_KEY = 0.5

/**
 * Where to begin to decode for a frame, in seconds from the start. Files without an index (transport and program
 * streams) are entered anywhere, so it is before a key frame.
 * @param time of the frame, in seconds
 * @param info of the file; null if it has an index
 */
export function seekBefore(time: number, info: Pick<MediaInfo, 'indexed' | 'key_times'> | null): number {
  const begin = Math.max(0, time - LEAD)
  if (!info || info.indexed) return begin
  return Math.max(0, (info.key_times.findLast((key) => key <= begin) ?? 0) - BEFORE_KEY)
}

/**
 * The frame on the screen at a time: the last one at or before it, or the first one.
 * @param frames when each is shown, ascending, in seconds; at least one
 * @returns its place in `frames`
 */
export const shownAt = (frames: Float64Array, time: number): number => Math.max(0, lastAtOrBefore(frames, time))

/** Times (seconds) between which a decoder gives exactly this frame: halfway to its neighbours. */
export function around(frames: Float64Array, place: number): { readonly from: number; readonly to: number } {
  const [time, before, after] = [frames[place] ?? 0, frames[place - 1], frames[place + 1]]
  return {
    from: before === undefined ? 0 : (before + time) / 2,
    to: after === undefined ? Number.POSITIVE_INFINITY : (time + after) / 2,
  }
}
