import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../../../lib/calls/api-error.ts'
import { ConfirmDelete } from '../../../../ui/dialogs/confirm-delete.tsx'
import { offerUndo } from '../../../../ui/overlays/offer-undo.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { usePane } from '../pane-context.ts'
import { authorOf } from './author.ts'

/**
 * Asks before a comment is deleted.
 * @param onFailed called with whether it failed, before the dialog closes
 * @param onDeleted called when the dialog is closed and the element that had the focus before is removed
 */
export function DeleteComment({
  comment,
  onClose,
  onFailed,
  onDeleted,
}: {
  comment: Comment
  onClose: () => void
  onFailed: (failed: boolean) => void
  onDeleted: () => void
}) {
  const { store } = usePane()
  const restore = () =>
    store.restore(comment.id).catch((error: unknown) => {
      console.warn('restore comment', error)
      const late = error instanceof ApiError && error.status === 404
      toast.error(late ? 'It is too late to undo this' : 'Failed to restore comment')
    })
  const deletion = useMutation({
    mutationFn: () => store.remove(comment),
    onMutate: () => onFailed(false),
    onError: (error) => {
      console.warn('delete comment', error)
      onFailed(true)
    },
    onSuccess: () => {
      requestAnimationFrame(onDeleted)
      offerUndo('Comment deleted', () => void restore(), 1_000 * COMMENTS.undo)
    },
    onSettled: onClose,
  })
  return (
    <ConfirmDelete
      name="this comment"
      besides={!comment.mine && ` by ${authorOf(comment)}`}
      note={noteOf(comment)}
      deletion={deletion}
      onDelete={() => deletion.mutate()}
      onClose={onClose}
    />
  )
}

/** What happens to others, and for how long there is a way back. */
const noteOf = ({ reply_count, mine, is_guest, user_email, author_left }: Comment): string =>
  [
    reply_count > 0 && 'Replies to it stay.',
    is_guest && !mine && 'Guests are not notified.',
    // The author of a deleted account has no address.
    user_email !== null && !author_left && !mine && 'Its author is notified.',
    `You can undo this for ${COMMENTS.undo} seconds.`,
  ]
    .filter(Boolean)
    .join(' ')
