import { type FrameTiming, frameStart, type MatchRange } from '@footnote/contract/shared/frames.ts'

/** The edge of a clip that a person moves. */
export type Side = 'start' | 'end'

/**
 * A clip with another first or last frame. If that is on the other side of the clip, the clip moves there and keeps its
 * length, as far as the video goes.
 * @param frame the new first frame, or the new last one
 * @param duration of the video, seconds
 */
export function trimmed(
  timing: FrameTiming,
  { start_time: start, end_time_exclusive: end }: MatchRange,
  side: Side,
  frame: number,
  duration: number,
): MatchRange {
  const at = frameStart(timing, side === 'start' ? frame : frame + 1)
  const length = end - start
  if (side === 'start') return { start_time: at, end_time_exclusive: at < end ? end : Math.min(duration, at + length) }
  return { start_time: at > start ? start : Math.max(0, at - length), end_time_exclusive: at }
}
