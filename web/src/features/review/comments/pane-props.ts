import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import type { StreamEnded } from '@footnote/contract/nouns/review/live.ts'
import type { CommentRange, FrameTiming } from '@footnote/contract/shared/frames.ts'
import type { ReactNode } from 'react'
import type { FollowVideo, ReviewEvent } from '../../../lib/calls/events.ts'
import type { Playhead } from '../../../lib/playhead.ts'
import type { Marker } from '../../../player/player-props.ts'
import type { Board } from './drawing/board.ts'
import type { CommentFilter } from './list/filter.ts'

/** Words that somebody says in the video. */
export interface QuotedWords extends CommentRange {
  readonly text: string
}

/** Connects the comments with the video beside them. */
export interface PaneProps {
  /** How the page hears what happens. */
  follow: FollowVideo
  /** Seconds, or null while unknown. */
  duration: number | null
  timing: FrameTiming | null
  /** Position of the video. */
  playhead: Playhead
  /** Name of the version that gets the comments, such as v2, where a page has several. */
  version_name?: string
  /** Where people draw on the picture. */
  board: Board
  /** The selected comment, here or elsewhere on the page. */
  selected: string | null
  /** Ids of a root and of the replies below it, down to the comment that a link names: the list opens them. The array stays the same. */
  linked_path?: readonly string[]
  /** Whether the comments are on a phone, which has room only for the fields that people need now. */
  compact?: boolean
  /** Must select the comment and play the video from its start. A reply selects its root. */
  onSelect: (comment: Comment) => void
  /** Must show a moment of the video, in seconds. */
  onSeek?: ((seconds: number) => void) | undefined
  /** More buttons in the head of the list. @param some whether it has comments */
  tools?: (some: boolean) => ReactNode
  /** Must add the place to selects; absent for people who cannot do that. The function stays the same. */
  onAdd?: ((place: CommentRange, note: string) => void) | undefined
  filter: CommentFilter
  onFilter: (filter: CommentFilter) => void
  /** Called with the markers of the comments that the filter shows, in time order, whenever they change; null while unread. */
  onMarkers: (markers: readonly Marker[] | null) => void
  /** Called with each event about the video, and with null after events may have been missed. */
  onNews?: (news: ReviewEvent | null) => void
  /** Called when there is nothing more to read: the link or the video is gone. */
  onEnded: (reason: StreamEnded) => void
  /** Words to comment on; the composer takes them over. */
  quote?: QuotedWords | null
  onQuoted?: () => void
}
