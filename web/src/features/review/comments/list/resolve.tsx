import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { Check } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { useKeys } from '../../../../lib/keyboard/use-keys.ts'
import { useLatest } from '../../../../lib/use-latest.ts'
import { offerUndo } from '../../../../ui/overlays/offer-undo.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import type { DiscussionStore } from '../discussion/discussion-store.ts'
import { usePane } from '../pane-context.ts'
import { authorOf } from './author.ts'
import { type CommentFilter, passes } from './filter.ts'

/** The tick at a root: resolves its thread, or opens it again. */
export function Tick({ comment }: { comment: Comment }) {
  const { resolve } = usePane()
  const done = comment.resolved_at !== null
  return (
    <button
      type="button"
      className="tick"
      data-on={done || undefined}
      aria-label={`${done ? 'Reopen' : 'Resolve'}: comment by ${authorOf(comment)}`}
      onClick={() => resolve(comment, !done)}
    >
      <Check className="icon" aria-hidden="true" />
    </button>
  )
}

/** Who resolved a thread. */
export function ResolvedBy({ comment }: { comment: Comment }) {
  if (comment.resolved_at === null) return null
  return (
    <span className="by">
      Resolved
      {comment.resolved_by && (
        <>
          {' by '}
          <bdi>{comment.resolved_by}</bdi>
        </>
      )}
    </span>
  )
}

type Resolve = (comment: Comment, resolved: boolean) => void

/** Resolves and reopens threads. If the filter then hides the comment, a message offers to undo that. */
export function useResolve(
  store: DiscussionStore,
  { filter, list }: { filter: CommentFilter; list: RefObject<HTMLElement | null> },
): Resolve {
  const latest = useLatest(filter)
  const resolve = useRef(async (comment: Comment, resolved: boolean) => {
    const done = { resolved_at: new Date().toISOString(), resolved_by: authorOf(store.author()) }
    const shown = resolved ? done : { resolved_at: null, resolved_by: null }
    const changing = store.change(comment.id, 'resolve', { resolved }, shown)
    const changed = store.root(comment.id)
    if (changed && !passes(latest.current, changed)) {
      // The entry and its tick go away.
      if (list.current?.contains(document.activeElement)) list.current.focus({ preventScroll: true })
      offerUndo(resolved ? 'Comment resolved' : 'Comment reopened', () => void resolve.current(changed, !resolved))
    }
    await changing.catch((error: unknown) => {
      console.warn('resolve', error)
      toast.error(resolved ? 'Failed to resolve comment' : 'Failed to reopen comment')
    })
  })
  return resolve.current
}

/**
 * Lets the key press the tick of the thread that has the focus or is selected. The list also has threads of earlier
 * versions, which another store knows: each tick is its own thread's.
 */
export function useResolveKey(list: RefObject<HTMLElement | null>): void {
  useKeys({
    resolve: () => {
      const focused = document.activeElement?.closest('li.comment')
      const entry = list.current?.contains(focused ?? null)
        ? focused
        : list.current?.querySelector('li.comment[aria-current="true"]')
      const tick = entry?.querySelector<HTMLElement>('.tick')
      // Not while the list is hidden.
      if (tick?.isConnected) tick.click()
    },
  })
}
