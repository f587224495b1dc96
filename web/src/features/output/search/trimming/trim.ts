import { type FrameTiming, frameStart } from '@footnote/contract/shared/frames.ts'
import type { TimeRange } from '../../../../player/media/use-loop.ts'

/**
 * A clip with another first or last frame. If that is on the other side of the clip, the clip moves there and keeps its
 * length, as far as the video goes.
 * @param clip seconds; its end is exclusive
 * @param frame the new first frame, or the new last one
 * @param duration of the video, seconds
 */
export function trimmed(
  timing: FrameTiming,
  { start, end }: TimeRange,
  side: keyof TimeRange,
  frame: number,
  duration: number,
): TimeRange {
  const at = frameStart(timing, side === 'start' ? frame : frame + 1)
  const length = end - start
  if (side === 'start') return { start: at, end: at < end ? end : Math.min(duration, at + length) }
  return { start: at > start ? start : Math.max(0, at - length), end: at }
}
