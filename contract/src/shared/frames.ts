/** When each frame of a video is on the screen. Search, clips, comments and the player all use this file. Pure. */

/** A rational frame rate in frames a second, for example 30000/1001. */
export interface FrameRate {
  readonly num: number
  readonly den: number
}

/** Rising times in seconds. */
type Table = ArrayLike<number>

/**
 * When the frames of a video appear. At a constant rate, frame k appears at `k * den / num` seconds; otherwise at the
 * k-th time of a rising table in seconds. Frames are numbered from 0, the frame at 0 s.
 */
export type FrameTiming<Times extends Table = Table> =
  | { readonly rate: FrameRate; readonly times: null }
  | { readonly rate: null; readonly times: Times }

/**
 * A time this little (seconds) before a frame still means that frame: players and containers round to a millisecond or
 * to a tick of 1/90000 s, and floating point needs a microsecond more. For very short frames a quarter of the frame
 * counts instead, so that no frame is taken for its neighbour.
 */
const ROUNDING = 0.001_001
const ROUNDING_SHARE = 0.25

/**
 * Reads the timing of a video from its wire fields.
 * @param times start of each frame in seconds, when the rate varies
 * @returns null when neither is known
 */
export function timingFrom(
  rate: FrameRate | null | undefined,
  times: readonly number[] | null | undefined,
): FrameTiming | null {
  if (rate) return { rate, times: null }
  return times && times.length > 0 ? { rate: null, times } : null
}

/** Index of the last entry of a rising table that is <= value, or -1. */
export function lastAtOrBefore(table: Table, value: number): number {
  let low = 0
  let high = table.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((table[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The frame on the screen at a time (seconds); the first one for a time before it. */
export function frameAt(timing: FrameTiming, time: number): number {
  const { rate, times } = timing
  if (rate) {
    const early = Math.min((ROUNDING * rate.num) / rate.den, ROUNDING_SHARE)
    return Math.max(0, Math.floor((time * rate.num) / rate.den + early))
  }
  const frame = Math.max(0, lastAtOrBefore(times, time))
  if (frame >= times.length - 1) return frame
  const next = frameStart(timing, frame + 1)
  const early = Math.min(ROUNDING, ROUNDING_SHARE * (next - frameStart(timing, frame)))
  return time >= next - early ? frame + 1 : frame
}

/** When a frame appears, in seconds. Frames past the end of a table are as long as its last one. */
export function frameStart(timing: FrameTiming, frame: number): number {
  const { rate, times } = timing
  if (rate) return (frame * rate.den) / rate.num
  const last = times.length - 1
  if (frame <= last) return times[Math.max(0, frame)] ?? 0
  return (times[last] ?? 0) + (frame - last) * lastLength(times)
}

/** The middle of a frame, in seconds. */
export function frameMiddle(timing: FrameTiming, frame: number): number {
  return (frameStart(timing, frame) + frameStart(timing, frame + 1)) / 2
}

/**
 * Chromium 156 takes a frame that is much longer than those before it for one of their length: a seek to 0.13 s after
 * the start of a frame of 0.5 s showed the next one, a seek to 0.05 s did not.
 */
const INTO_LONG_FRAME = 0.01

/**
 * Where a player seeks to show a frame, in seconds: its middle, because no rounding can turn that into a neighbour. At
 * a variable rate it is at most 0.01 s after the start, ten times what containers round.
 */
export function frameSeek(timing: FrameTiming, frame: number): number {
  const middle = frameMiddle(timing, frame)
  return timing.rate ? middle : Math.min(middle, frameStart(timing, frame) + INTO_LONG_FRAME)
}

/** A comment's range, in seconds. */
export interface CommentRange {
  readonly start_time: number
  /** A time within the last frame; null for the frame of the start alone. */
  readonly end_time_inclusive: number | null
}

/** The range of a match or a clip, in seconds. */
export interface MatchRange {
  readonly start_time: number
  /** The moment at which it is over. */
  readonly end_time_exclusive: number
}

/** The range of a comment as calls have it. */
export const commentRange = ({
  start_time,
  end_time,
}: {
  readonly start_time: number
  readonly end_time: number | null
}): CommentRange => ({ start_time, end_time_inclusive: end_time })

/** The frames of a comment, both included. */
export function commentFrames(
  timing: FrameTiming,
  { start_time, end_time_inclusive }: CommentRange,
): { first: number; last: number } {
  const first = frameAt(timing, start_time)
  return { first, last: end_time_inclusive === null ? first : Math.max(first, frameAt(timing, end_time_inclusive)) }
}

/** The frames of a match or a clip, both included. A shorter one than a frame has the frame of its start. */
export function matchFrames(
  timing: FrameTiming,
  { start_time, end_time_exclusive }: MatchRange,
): { first: number; last: number } {
  const first = frameAt(timing, start_time)
  const last = frameAt(timing, end_time_exclusive)
  const begun = end_time_exclusive - frameStart(timing, last)
  const early = Math.min(ROUNDING, ROUNDING_SHARE * (frameStart(timing, last + 1) - frameStart(timing, last)))
  return { first, last: Math.max(first, begun > early ? last : last - 1) }
}

/** When the frames of a comment are over, in seconds. */
export const commentOver = (timing: FrameTiming, range: CommentRange): number =>
  frameStart(timing, commentFrames(timing, range).last + 1)

/** The last frame that appears before `duration` seconds. */
export function lastFrame(timing: FrameTiming, duration: number): number {
  if (timing.times) return timing.times.length - 1
  const frame = frameAt(timing, duration)
  return frame > 0 && frameStart(timing, frame) >= duration - ROUNDING ? frame - 1 : frame
}

/** Length of the last frame in seconds: that of the frame before it, or 1/25 s for a single frame. */
function lastLength(times: Table): number {
  const last = times.length - 1
  return last > 0 ? (times[last] ?? 0) - (times[last - 1] ?? 0) : 1 / 25
}
