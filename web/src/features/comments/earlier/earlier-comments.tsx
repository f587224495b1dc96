import { type Comment, comments } from '@footnote/contract/nouns/comments.ts'
import { formatRange, formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../../lib/calls/client.ts'
import type { Playhead } from '../../../lib/playhead.ts'
import type { Marker as MarkerOnTimeline } from '../../../player/player-props.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { RelativeTime } from '../../../ui/marks/relative-time.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { authorOf } from '../list/author.ts'
import { type CommentFilter, passes } from '../list/filter.ts'
import { markerLabel } from '../list/markers.ts'
import { earlierKey } from './earlier-key.ts'
import './earlier-comments.css'

/** As many as one call answers: whoever has more reads them on their own version. */
const MOST = 100

interface EarlierProps {
  /** The version on the page. */
  videoId: string
  playhead: Playhead
  canComment: boolean
  filter: CommentFilter
  selected: string | null
  onSelect: (comment: Comment) => void
  /** Called with the markers of the comments that are shown, whenever they change. */
  onMarkers: (markers: readonly MarkerOnTimeline[]) => void
}

/** Open comments of earlier versions, with a place in this one. Nothing without any. */
export function EarlierComments({ videoId, filter, onMarkers, ...props }: EarlierProps) {
  const [shown, setShown] = useState(true)
  const { data } = useQuery({
    queryKey: earlierKey(videoId),
    queryFn: ({ signal }) => {
      const query = { page: '1', page_size: String(MOST), sort: 'timeline' as const, earlier: 'open' as const }
      return call(comments.list, { params: { video_id: videoId }, query }, signal)
    },
    // Somebody comes back to this version after they commented on another.
    staleTime: 0,
  })
  const items = useMemo(() => data?.items.filter((comment) => passes(filter, comment)) ?? [], [data, filter])
  const marked = useMemo(() => (shown ? items.map(markerOf) : []), [items, shown])
  useEffect(() => onMarkers(marked), [marked, onMarkers])
  useEffect(() => () => onMarkers([]), [onMarkers])
  if (items.length === 0) return null
  return (
    <section className="earlier" aria-label="Open from earlier versions">
      <Checkbox checked={shown} onChange={() => setShown(!shown)}>
        Open from earlier versions <span className="count">{items.length}</span>
      </Checkbox>
      {shown && (
        <ul>
          {items.map((comment) => (
            <Entry key={comment.id} videoId={videoId} comment={comment} {...props} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Entry({
  videoId,
  comment,
  playhead,
  canComment,
  selected,
  onSelect,
}: Omit<EarlierProps, 'filter' | 'onMarkers'> & { comment: Comment }) {
  const { id, start_time, end_time } = comment
  const place = useChange(videoId, 'The comment was not placed. Try again.', () => {
    const now = playhead.read().seconds
    const length = end_time === null ? null : end_time - start_time
    const body = { start_time: now, end_time: length === null ? null : now + length }
    return call(comments.carry, { params: { video_id: videoId, comment_id: id }, body })
  })
  const resolve = useChange(videoId, 'The comment was not resolved. Try again.', () =>
    call(comments.resolve, { params: { video_id: comment.video_id, comment_id: id }, body: { resolved: true } }),
  )
  const of = `comment by ${authorOf(comment)}`
  return (
    <li
      className={classNames('comment', id === selected && 'is-sel')}
      aria-current={id === selected ? 'true' : undefined}
    >
      <Avatar firstName={comment.first_name} lastName={comment.last_name} />
      <div className="min-w-0">
        <div className="who">
          <b className="truncate" dir="auto">
            {authorOf(comment)}
          </b>
          <span className="faint">
            <RelativeTime at={comment.created_at} />
          </span>
          <span className="flex-1" />
          <button type="button" className="at" onClick={() => onSelect(comment)}>
            <span className="sr-only">Play from</span>
            {end_time === null ? formatTimecode(start_time) : formatRange(start_time, end_time)}
            <span className="earlier-version">{`v${comment.version}`}</span>
          </button>
        </div>
        <p className="words" dir="auto">
          {comment.content}
        </p>
        <div className="do">
          {canComment && (
            <button type="button" className="hit" aria-label={`Place here: ${of}`} onClick={() => place.mutate()}>
              {comment.carried ? 'Place here instead' : 'Place here'}
            </button>
          )}
          {comment.can.resolve && (
            <button type="button" className="hit" aria-label={`Resolve: ${of}`} onClick={() => resolve.mutate()}>
              Resolve
            </button>
          )}
        </div>
      </div>
    </li>
  )
}

/** Its place in this version. Its drawing belongs to the picture of its own. */
const markerOf = (comment: Comment): MarkerOnTimeline => ({
  id: comment.id,
  number: 0,
  version: comment.version,
  start: comment.start_time,
  end: comment.end_time,
  label: markerLabel(comment),
})

/** A change to one of them, after which the list is read again. @param failure the sentence when it failed */
function useChange(videoId: string, failure: string, change: () => Promise<Comment>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: earlierKey(videoId) }),
    onError: (error) => {
      console.warn('earlier comment', error)
      toast.error(failure)
    },
  })
}
