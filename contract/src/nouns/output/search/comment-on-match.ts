import type { CommentRange, MatchRange } from '../../../shared/frames.ts'

/**
 * Seconds by which a comment ends before its match while the frames of the video are unknown: less than a frame of up to
 * 300 a second, and more than the rounding of both times, each by a millisecond (`frameAt`, `matchFrames`).
 */
const LITTLE = 0.003

/** The range of a comment on a match, where its frames are unknown. */
export const commentOnMatch = ({ start_time, end_time_exclusive }: MatchRange): CommentRange => ({
  start_time,
  end_time_inclusive: Math.max(start_time, end_time_exclusive - LITTLE),
})
