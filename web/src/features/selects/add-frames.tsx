import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import { commentFrames, type FrameTiming } from '@footnote/contract/shared/frames.ts'
import { SELECTS } from '@footnote/contract/shared/review-limits.ts'
import { formatPosition } from '@footnote/contract/shared/timecode.ts'
import { AddToSelects } from './add-to-selects.tsx'

/** A frame or a range of a video. Seconds; the frame of the end is included, null means the frame of the start alone. */
export interface MarkedFrames {
  readonly start: number
  readonly end: number | null
  /** What the piece says. */
  readonly note: string
}

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
  const [from, to] = [first, last].map((frame) => formatPosition(frame, timing, 'smpte', timecode))
  return (
    <AddToSelects
      items={[{ video_id: id, start_frame: first, end_frame: last + 1, note: marked.note.slice(0, SELECTS.note) }]}
      what={first === last ? `${from}, 1 frame` : `${from} – ${to}, ${last - first + 1} frames`}
      onClose={onClose}
    />
  )
}
