import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useMemo } from 'react'
import type { DiscussionState, DiscussionStore } from './discussion/discussion-store.ts'
import { CommentList } from './list/comment-list.tsx'
import { ListFailed, ListSkeleton, NoComments, NoneShown } from './list/comment-states.tsx'
import { EVERYTHING, passes } from './list/filter.ts'
import type { PaneProps } from './pane-props.ts'

interface ListAreaProps
  extends Pick<PaneProps, 'filter' | 'onFilter' | 'selected'>,
    Pick<ComponentProps<typeof CommentList>, 'discussion' | 'sort' | 'reveal'> {
  canComment: boolean
  /** Shown above the list. */
  above?: ReactNode
  ref: RefObject<HTMLElement | null>
  store: DiscussionStore
  state: DiscussionState
}

/** The list of comments, which scrolls. Without comments it says why. */
export function ListArea({ ref, store, state, onFilter, canComment, above, ...shown }: ListAreaProps) {
  const { discussion, sort, filter } = shown
  const hidden = useMemo(() => !discussion.roots.some((root) => passes(filter, root)), [discussion, filter])
  const choice = `${sort} ${JSON.stringify(filter)}`
  // Together with the new list: to scroll the old one first would draw entries that go away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice begins at its top
  useLayoutEffect(() => {
    if (ref.current) ref.current.scrollTop = 0
  }, [choice])
  return (
    <section
      ref={ref}
      className="scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      aria-label="List of comments"
      aria-busy={state.reading === 'nothing'}
    >
      {above}
      <CommentList {...shown} choice={choice} />
      {state.reading === 'nothing' && <ListSkeleton />}
      {state.reading === 'failed' && (
        <ListFailed some={state.discussion.roots.length > 0} onRetry={() => void store.load()} />
      )}
      {state.reading === 'all' && state.total === 0 && <NoComments canComment={canComment} />}
      {state.reading === 'all' && state.total > 0 && hidden && (
        <NoneShown filter={filter} onShowAll={() => onFilter(EVERYTHING)} />
      )}
    </section>
  )
}
