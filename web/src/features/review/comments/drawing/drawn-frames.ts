import { type CommentRange, commentFrames, type FrameTiming, frameStart } from '@footnote/contract/shared/frames.ts'
import type { ShownPicture } from '../../../../player/player-props.ts'

/** Seconds for which the drawing of a single frame stays while the video plays: one frame alone would be a flash. */
const STAY = 1

/**
 * Whether a comment's drawing belongs on the picture: on the frames of its range, the last one included, or on its one
 * frame.
 */
export function isOnPicture(comment: CommentRange, { frame, playing }: ShownPicture, timing: FrameTiming): boolean {
  if (frame === null) return false
  const { first, last } = commentFrames(timing, comment)
  if (frame >= first && frame <= last) return true
  return playing && first === last && frame > first && frameStart(timing, frame) < frameStart(timing, first) + STAY
}
