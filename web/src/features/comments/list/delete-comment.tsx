import type { Comment } from '@footnote/contract/nouns/comments.ts'
import { useMutation } from '@tanstack/react-query'
import { ConfirmDelete } from '../../../ui/dialogs/confirm-delete.tsx'
import { usePane } from '../pane-context.ts'

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
  const deletion = useMutation({
    mutationFn: () => store.remove(comment),
    onMutate: () => onFailed(false),
    onError: (error) => {
      console.warn('delete comment', error)
      onFailed(true)
    },
    onSuccess: () => void requestAnimationFrame(onDeleted),
    onSettled: onClose,
  })
  return (
    <ConfirmDelete
      name="this comment"
      besides={comment.reply_count > 0 ? ' and its replies' : undefined}
      note="This cannot be undone."
      deletion={deletion}
      onDelete={() => deletion.mutate()}
      onClose={onClose}
    />
  )
}
