import type { RoomVideo } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import type { ReviewStatus } from '@footnote/contract/shared/review-status.ts'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { CircleCheck, CircleDot, Clock, type LucideIcon, RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { classNames } from '../../../../ui/class-names.ts'
import { Frame } from '../../../../ui/marks/frame.tsx'
import { reviewWords } from '../../../../ui/marks/review-chip.tsx'

const STATES: Readonly<Record<ReviewStatus, readonly [LucideIcon, look?: string]>> = {
  in_progress: [Clock],
  needs_review: [CircleDot],
  changes_requested: [RefreshCw, 'room-state-warn'],
  approved: [CircleCheck, 'room-state-ok'],
}

/** A video of a room, which opens its review. */
export function RoomCard({ video, to }: { video: RoomVideo; to: string }) {
  const { file_name, version, duration, thumbnail_url, review_status } = video
  const [Icon, look] = STATES[review_status]
  return (
    <article className="video">
      <Link className="room-open" to={to}>
        <Frame src={thumbnail_url} timecode={duration === null ? null : formatTimecode(duration)} />
        <h2 className="room-name">
          <span className="truncate" dir="auto" title={file_name}>
            {file_name}
          </span>
          <span className="room-version">{`v${version}`}</span>
        </h2>
        <span className="meta">
          <span className={classNames('room-state', look)}>
            <Icon className="icon" aria-hidden="true" />
            {reviewWords(review_status)}
          </span>
          <span>{countWords(video)}</span>
        </span>
      </Link>
    </article>
  )
}

/** For example '9 open', '2 resolved' or 'no comments'. */
const countWords = ({ open_comments, resolved_comments }: RoomVideo): string => {
  if (open_comments > 0) return `${open_comments} open`
  return resolved_comments > 0 ? `${resolved_comments} resolved` : 'no comments'
}
