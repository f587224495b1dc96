import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { type CommentRange, commentFrames, type FrameTiming } from '@footnote/contract/shared/frames.ts'
import { SELECTS } from '@footnote/contract/shared/review-limits.ts'
import { timesOf } from '../../../lib/times/times.ts'
import { useFrameFormat } from '../../../lib/times/use-times.tsx'
import { AddToSelects } from './add-to-selects.tsx'

/** A frame or a range of a video. */
export interface MarkedFrames extends CommentRange {
  /** What the piece says. */
  readonly note: string
}

const countFrames = (count: number): string => (count === 1 ? '1 frame' : `${count} frames`)

/** Adds a frame or a range of the video on the page to selects. */
export function AddFrames({
  video: { id, timecode },
  timing,
  marked,
  onClose,
}: {
  video: Pick<VideoDetail, 'id' | 'timecode'>
  timing: FrameTiming
  marked: MarkedFrames
  onClose: () => void
}) {
  const { first, last } = commentFrames(timing, marked)
  const times = timesOf(timing, timecode, useFrameFormat())
  return (
    <AddToSelects
      items={[{ video_id: id, start_frame: first, end_frame: last + 1, note: marked.note.slice(0, SELECTS.note) }]}
      what={`${times.place(marked)}, ${countFrames(last - first + 1)}`}
      onClose={onClose}
    />
  )
}
