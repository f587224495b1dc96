import type { Comment, StreamEnded } from '@footnote/contract/nouns/comments.ts'
import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import type { Playhead } from '../../lib/playhead.ts'
import type { Marker } from '../../player/player-props.ts'

/** How the comments are tied to the video beside them. */
export interface PaneProps {
  /** Seconds, or null while it is not known. */
  duration: number | null
  timing: FrameTiming | null
  /** Where the video is. */
  playhead: Playhead
  /** The comment that is selected, here or elsewhere on the page. */
  selected: string | null
  /** Must select the comment and play the video from its start. A reply is answered by its root. */
  onSelect: (comment: Comment) => void
  /** Told where comments stand in the video, in time order, each time that changes. */
  onMarkers: (markers: readonly Marker[]) => void
  /** Told that there is nothing more to read: the link or the video is gone. */
  onEnded: (reason: StreamEnded) => void
}
