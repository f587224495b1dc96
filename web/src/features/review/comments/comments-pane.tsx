import type { Comment, CommentSort } from '@footnote/contract/nouns/review/comments.ts'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import type { CommentsApi } from './comments-api.ts'
import './comments.css'
import './list/list-head.css'
import './writing/composer.css'
import { useLatest } from '../../../lib/use-latest.ts'
import { rootOf } from './discussion/discussion.ts'
import { DiscussionStore } from './discussion/discussion-store.ts'
import { ownName } from './list/author.ts'
import { EVERYTHING, passes } from './list/filter.ts'
import { ListHead } from './list/list-head.tsx'
import { markersOf } from './list/markers.ts'
import { useResolve, useResolveKey } from './list/resolve.tsx'
import { ListArea } from './list-area.tsx'
import { NOT_LINKED, type PaneContext, PaneProvider, useDiscussion } from './pane-context.ts'
import type { PaneProps } from './pane-props.ts'
import { Composer } from './writing/composer.tsx'

// Dialogs load when they open.
const DeleteComment = lazyPart(async () => (await import('./list/delete-comment.tsx')).DeleteComment)

interface CommentsPaneProps extends PaneProps {
  api: CommentsApi
  guest: boolean
  /** Name of the guest for whom the link was made; null or absent for other links. */
  guest_name?: string | null
  canComment: boolean
  draftKey: string
  /** Shown above the list. */
  above?: ReactNode
  /** Scrolls with the list: phones have no room for it beside the form. */
  offer?: ReactNode
}

/** The comments pane for any implementation of the API. */
export function CommentsPane({
  api,
  guest,
  guest_name = null,
  canComment,
  draftKey,
  above,
  offer,
  selected,
  ...props
}: CommentsPaneProps) {
  const { follow, duration, timing, playhead, board, filter, onFilter, onMarkers, onNews, onEnded } = props
  const [store] = useState(() => new DiscussionStore(api, () => ownName(guest, guest_name)))
  const [sort, setSort] = useState<CommentSort>('timeline')
  const [deleting, setDeleting] = useState<Comment | null>(null)
  const [failed, setFailed] = useState(false)
  const [posted, setPosted] = useState<{ id: string } | null>(null)
  const list = useRef<HTMLElement>(null)
  const callbacks = useLatest({ onMarkers, onNews, onEnded })
  useEffect(
    () =>
      store.start(
        follow,
        (reason) => callbacks.current.onEnded(reason),
        (news) => callbacks.current.onNews?.(news),
      ),
    [store, follow, callbacks],
  )
  const resolve = useResolve(store, { filter, list })
  useResolveKey(list)
  const context = useContextValue(store, resolve, setDeleting, { api, guest, guest_name, draftKey, ...props })
  const state = useDiscussion(store)
  // React draws a change among a thousand comments in the background, so that typing stays fast.
  const { discussion, reading } = useDeferredValue(state)
  const read = reading === 'all' || discussion.roots.length > 0
  useEffect(
    () => callbacks.current.onMarkers(read ? markersOf(discussion, filter) : null),
    [read, discussion, filter, callbacks],
  )
  const chosen = useMemo(() => (selected === null ? null : { id: selected }), [selected])
  const reveal = useLastChanged(chosen, posted)
  const onPosted = (comment: Comment) => {
    // Its author must see it.
    if (!passes(filter, comment)) onFilter(EVERYTHING)
    setPosted(comment)
  }
  return (
    <PaneProvider value={context}>
      <section className="pane comments" aria-label="Comments">
        <ListHead
          state={state}
          filter={filter}
          onFilter={onFilter}
          sort={sort}
          onSort={setSort}
          guest={guest}
          compact={props.compact ?? false}
          tools={props.tools}
        />
        {!state.connected && (
          <p className="comments-notice" role="status">
            Connection lost. New comments appear when it is back.
          </p>
        )}
        <ListArea
          ref={list}
          store={store}
          state={state}
          discussion={discussion}
          sort={sort}
          filter={filter}
          onFilter={onFilter}
          selected={selected}
          reveal={reveal}
          canComment={canComment}
          above={
            <>
              {offer && <div className="comments-offer">{offer}</div>}
              {above}
            </>
          }
        />
        {failed && (
          <div className="comments-alert">
            <Alert>Failed to delete comment. Please try again.</Alert>
          </div>
        )}
        {canComment ? (
          <Composer
            time={playhead}
            timing={timing}
            duration={duration}
            board={board}
            version_name={props.version_name ?? null}
            quote={props.quote ?? null}
            onQuoted={props.onQuoted}
            onPosted={onPosted}
          />
        ) : (
          <p className="comments-notice comments-readonly">You do not have permission to comment.</p>
        )}
      </section>
      {deleting && (
        <DeleteComment
          comment={deleting}
          onClose={() => setDeleting(null)}
          onFailed={setFailed}
          onMissing={() => setDeleting(null)}
          onDeleted={() => list.current?.focus({ preventScroll: true })}
        />
      )}
    </PaneProvider>
  )
}

/** What every entry of the list needs. @param askDelete asks before a comment is deleted */
function useContextValue(
  store: DiscussionStore,
  resolve: PaneContext['resolve'],
  askDelete: PaneContext['askDelete'],
  props: Omit<CommentsPaneProps, 'selected' | 'canComment' | 'above' | 'offer'>,
): PaneContext {
  const {
    api,
    guest,
    guest_name = null,
    draftKey: draft_name,
    board,
    duration,
    linked_path = NOT_LINKED,
    compact = false,
    onSelect,
    onSeek,
    onAdd: add,
  } = props
  const latest = useLatest({ onSelect, onSeek })
  const seeks = onSeek !== undefined
  return useMemo(
    () => ({
      store,
      suggest: api.suggest,
      people: api.people,
      readDrawing: api.drawing,
      board,
      guest,
      guest_name,
      compact,
      draft_name,
      select: (comment) => {
        const root = rootOf(store.read().discussion, comment.id)
        const { roots } = store.read().discussion
        latest.current.onSelect(roots.find(({ id }) => id === root) ?? comment)
      },
      seek: seeks ? (seconds) => latest.current.onSeek?.(seconds) : undefined,
      duration,
      resolve,
      add,
      linked_path,
      askDelete,
    }),
    [
      store,
      api,
      board,
      guest,
      guest_name,
      compact,
      draft_name,
      latest,
      seeks,
      duration,
      resolve,
      add,
      linked_path,
      askDelete,
    ],
  )
}

/** Whichever of two values changed last. */
function useLastChanged<Value>(one: Value, other: Value): Value {
  const [state, setState] = useState({ one, other, latest: one })
  if (state.one === one && state.other === other) return state.latest
  const latest = state.one === one ? other : one
  setState({ one, other, latest })
  return latest
}
