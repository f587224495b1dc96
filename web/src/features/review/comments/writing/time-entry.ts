import { type FrameTiming, frameAt, frameStart, lastFrame } from '@footnote/contract/shared/frames.ts'
import { formatEntry, parseEntry } from '@footnote/contract/shared/timecode.ts'
import type { Times } from '../../../../lib/times/times.ts'

/** Result of a typed time: seconds, or the problem with it. */
export type TimeEntry = { readonly seconds: number } | { readonly problem: string }

/** Shown when a comment needs a time and has none. */
export const NO_TIMESTAMP = 'Please ensure you have a timestamp'
const TOO_LATE: TimeEntry = { problem: 'The time must be within the video' }

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

/** The video that a time is typed for. */
interface EntryVideo {
  readonly timing: FrameTiming | null
  readonly times: Times
  /** Seconds, or null while unknown. */
  readonly duration: number | null
}

/**
 * Reads a frame or a timecode, where times are written so, and `mm:ss` always. Text that reads as the stored time is
 * written keeps its frame, which a whole second would lose.
 * @param kept seconds, or null
 */
export function readEntry(text: string, kept: number | null, { timing, times, duration }: EntryVideo): TimeEntry {
  const second = parseEntry(text)
  const written = times.format === 'time' && second !== null ? formatEntry(second) : text.trim()
  if (kept !== null && times.entry(kept) === written) return { seconds: kept }
  if (second === null) return readFrame(text, { timing, times, duration })
  if (duration !== null && second > duration) return TOO_LATE
  return { seconds: Math.min(timeReading(second, timing), duration ?? Number.POSITIVE_INFINITY) }
}

function readFrame(text: string, { timing, times, duration }: EntryVideo): TimeEntry {
  const frame = times.format === 'time' ? null : times.parse(text)
  if (timing === null || frame === null) return { problem: NO_TIMESTAMP }
  if (duration !== null && frame > lastFrame(timing, duration)) return TOO_LATE
  return { seconds: frameStart(timing, frame) }
}
