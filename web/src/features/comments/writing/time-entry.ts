import { type FrameTiming, frameAt, frameStart } from '@footnote/contract/shared/frames.ts'
import { formatEntry, parseEntry } from '@footnote/contract/shared/timecode.ts'

/** Result of a typed time: seconds, or the problem with it. */
export type TimeEntry = { readonly seconds: number } | { readonly problem: string }

/** Shown when a comment needs a time and has none. */
export const NO_TIMESTAMP = 'Please ensure you have a timestamp'

/** Start of the frame on the screen. @param seconds position of the video */
export const exactTime = (seconds: number, timing: FrameTiming | null): number =>
  timing ? frameStart(timing, frameAt(timing, seconds)) : seconds

/** Start of the first frame that reads as a whole second. */
function timeReading(second: number, timing: FrameTiming | null): number {
  if (!timing) return second
  const frame = frameAt(timing, second)
  const start = frameStart(timing, frame)
  return formatEntry(start) === formatEntry(second) ? start : frameStart(timing, frame + 1)
}

/**
 * Reads `mm:ss`. A time that reads the same as the stored one keeps the stored frame, which a whole second would lose.
 * @param kept seconds, or null
 * @param duration seconds, or null while unknown
 */
export function readEntry(
  text: string,
  kept: number | null,
  timing: FrameTiming | null,
  duration: number | null,
): TimeEntry {
  const second = parseEntry(text)
  if (second === null) return { problem: NO_TIMESTAMP }
  if (kept !== null && formatEntry(kept) === formatEntry(second)) return { seconds: kept }
  if (duration !== null && second > duration) return { problem: 'The time must lie within the video' }
  return { seconds: Math.min(timeReading(second, timing), duration ?? Number.POSITIVE_INFINITY) }
}
