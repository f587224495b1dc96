import { type FrameTiming, frameAt, frameStart } from '@footnote/contract/shared/frames.ts'
import { formatEntry, parseEntry } from '@footnote/contract/shared/timecode.ts'

/** What a time that was typed comes to: seconds, or what is wrong with it. */
export type TimeEntry = { readonly seconds: number } | { readonly problem: string }

/** What is said where a time is needed and there is none. */
export const NO_TIMESTAMP = 'Please ensure you have a timestamp'

/** The start of the frame on the screen at a time. @param seconds as the video stands */
export const exactTime = (seconds: number, timing: FrameTiming | null): number =>
  timing ? frameStart(timing, frameAt(timing, seconds)) : seconds

/** The first frame that reads as a whole second. */
function timeReading(second: number, timing: FrameTiming | null): number {
  if (!timing) return second
  const frame = frameAt(timing, second)
  const start = frameStart(timing, frame)
  return formatEntry(start) === formatEntry(second) ? start : frameStart(timing, frame + 1)
}

/**
 * Reads `mm:ss`. A time that reads as the one that was kept is that one: its frame is not given up for a whole second.
 * @param kept seconds, or null
 * @param duration seconds, or null while it is not known
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
