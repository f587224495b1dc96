import { type Comment, type CommentPage, comments } from '@footnote/contract/nouns/review/comments.ts'
import { commentRange } from '@footnote/contract/shared/frames.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../../lib/calls/client.ts'
import type { Playhead } from '../../../../lib/playhead.ts'
import { useLatest } from '../../../../lib/use-latest.ts'
import type { Marker as MarkerOnTimeline } from '../../../../player/player-props.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { offerUndo } from '../../../../ui/overlays/offer-undo.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import type { CommentsApi } from '../comments-api.ts'
import { findComment, listedRoots, rootOf } from '../discussion/discussion.ts'
import { createBoard } from '../drawing/board.ts'
import { DeleteComment } from '../list/delete-comment.tsx'
import { Action } from '../list/entry/actions.tsx'
import { Entry } from '../list/entry/comment-entry.tsx'
import { PlaceButton } from '../list/entry/head.tsx'
import type { CommentFilter } from '../list/filter.ts'
import { markerLabel } from '../list/markers.ts'
import { Tick, useResolve } from '../list/resolve.tsx'
import { NOT_LINKED, type PaneContext, PaneProvider, useDiscussion } from '../pane-context.ts'
import { earlierKey } from './earlier-key.ts'
import { createEarlierStore } from './earlier-store.ts'
import './earlier-comments.css'

/** As many as one call answers: whoever has more reads them on their own version. */
const MOST = 100

interface EarlierProps {
  /** The version on the page. */
  videoId: string
  /** The calls about that version. */
  api: CommentsApi
  /** Names the drafts of that version. */
  draftKey: string
  playhead: Playhead
  /** Length of that version in seconds; null while unknown. */
  duration: number | null
  onSeek?: ((seconds: number) => void) | undefined
  canComment: boolean
  filter: CommentFilter
  selected: string | null
  onSelect: (comment: Comment) => void
  /** Called with the markers of the comments that are shown, whenever they change. */
  onMarkers: (markers: readonly MarkerOnTimeline[]) => void
}

/** Open comments of earlier versions with their threads, and with a place in this one. Nothing without any. */
export function EarlierComments({ videoId, filter, onMarkers, onSelect, selected, ...props }: EarlierProps) {
  const [shown, setShown] = useState(true)
  /** The scrolling list of all comments, which gets the focus of an entry that goes away. */
  const list = useRef<HTMLElement>(null)
  const { api, store } = useEarlierStore(videoId, props.api)
  const { roots } = useDiscussion(store).discussion
  // One that was just resolved stays in the store until the list is read again.
  const open = useMemo(() => ({ ...filter, show: 'open' as const }), [filter])
  const items = useMemo(
    () => (filter.show === 'resolved' ? [] : listedRoots({ roots }, 'timeline', open)),
    [roots, open, filter],
  )
  const marked = useMemo(() => (shown ? items.map(markerOf) : []), [items, shown])
  useEffect(() => onMarkers(marked), [marked, onMarkers])
  useEffect(() => () => onMarkers([]), [onMarkers])
  const [deleting, setDeleting] = useState<Comment | null>(null)
  const resolve = useResolve(store, { filter: open, list })
  const select = useLatest(onSelect)
  const { draftKey, duration, onSeek } = props
  const latestSeek = useLatest(onSeek)
  const seeks = onSeek !== undefined
  const context = useMemo<PaneContext>(
    () => ({
      store,
      suggest: api.suggest,
      people: api.people,
      readDrawing: api.drawing,
      // Drawings belong to the picture of their own version: there is no board here.
      board: createBoard(),
      guest: false,
      guest_name: null,
      compact: false,
      draft_name: draftKey,
      select: (comment) => {
        const { discussion } = store.read()
        select.current(findComment(discussion, rootOf(discussion, comment.id) ?? '') ?? comment)
      },
      seek: seeks ? (seconds) => latestSeek.current?.(seconds) : undefined,
      duration,
      resolve,
      linked_path: NOT_LINKED,
      askDelete: setDeleting,
    }),
    [store, api, draftKey, seeks, latestSeek, duration, resolve, select],
  )
  if (items.length === 0) return null
  return (
    <PaneProvider value={context}>
      <section className="earlier" aria-label="Open from earlier versions">
        <Checkbox checked={shown} onChange={() => setShown(!shown)}>
          Open from earlier versions <span className="count">{items.length}</span>
        </Checkbox>
        {shown && (
          <ul
            ref={(element) => {
              list.current = element?.closest<HTMLElement>('.scroll') ?? null
            }}
          >
            {items.map((comment) => (
              <li
                key={comment.id}
                className={classNames('comment', comment.id === selected && 'is-sel')}
                aria-current={comment.id === selected ? 'true' : undefined}
              >
                <Thread videoId={videoId} comment={comment} {...props} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {deleting && (
        <DeleteComment
          comment={deleting}
          onClose={() => setDeleting(null)}
          onFailed={(failed) => failed && toast.error('Failed to delete comment. Please try again.')}
          onDeleted={() => list.current?.focus({ preventScroll: true })}
        />
      )}
    </PaneProvider>
  )
}

/** The comments as the server lists them for this version, and their threads as far as they are read. */
function useEarlierStore(videoId: string, page: CommentsApi) {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: earlierKey(videoId),
    queryFn: ({ signal }) => {
      const query = { page: '1', page_size: String(MOST), sort: 'timeline' as const, earlier: 'open' as const }
      return call(comments.list, { params: { video_id: videoId }, query }, signal)
    },
    // Somebody comes back to this version after they commented on another.
    staleTime: 0,
  })
  const newest = useRef<CommentPage>(undefined)
  const [earlier] = useState(() =>
    createEarlierStore(
      page,
      () => newest.current,
      () => void queries.invalidateQueries({ queryKey: earlierKey(videoId) }),
    ),
  )
  useEffect(() => {
    newest.current = data
    if (data) void earlier.store.load()
  }, [earlier, data])
  return earlier
}

function Thread({
  videoId,
  comment,
  playhead,
  canComment,
}: Pick<EarlierProps, 'videoId' | 'playhead' | 'canComment'> & { comment: Comment }) {
  const { id, start_time, end_time } = comment
  const queries = useQueryClient()
  const place = useMutation({
    mutationFn: (body: Pick<Comment, 'start_time' | 'end_time'>) =>
      call(comments.carry, { params: { video_id: videoId, comment_id: id }, body }),
    onSuccess: () => {
      // Its first place here took nothing away.
      if (comment.carried) offerUndo('Comment placed', () => place.mutate({ start_time, end_time }))
      return queries.invalidateQueries({ queryKey: earlierKey(videoId) })
    },
    onError: (error) => {
      console.warn('earlier comment', error)
      toast.error('The comment was not placed. Try again.')
    },
  })
  const placeHere = () => {
    const now = playhead.read().seconds
    place.mutate({ start_time: now, end_time: end_time === null ? null : now + end_time - start_time })
  }
  const words = comment.carried ? 'Place here instead' : 'Place here'
  return (
    <Entry
      comment={comment}
      first={
        canComment && comment.deleted_at === null && <Action label={words} comment={comment} onClick={placeHere} />
      }
    >
      <PlaceButton comment={comment}>
        <span className="earlier-version">{`v${comment.version}`}</span>
      </PlaceButton>
      {comment.can.resolve && <Tick comment={comment} />}
    </Entry>
  )
}

/** The marker of a comment on an earlier version, at its time. Its drawing belongs to the picture of that version. */
const markerOf = (comment: Comment): MarkerOnTimeline => ({
  id: comment.id,
  number: '',
  version: comment.version,
  video_id: comment.video_id,
  ...commentRange(comment),
  drawn: comment.has_drawing,
  label: markerLabel(comment),
})
