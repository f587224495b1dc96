import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import type { ReactNode, RefObject } from 'react'
import { usePane } from '../../pane-context.ts'
import { AddButton } from '../add-button.tsx'
import { aboutComment } from '../author.ts'
import { ResolvedBy } from '../resolve.tsx'

interface EntryActionsProps {
  ref: RefObject<HTMLDivElement | null>
  comment: Comment
  /** Whether it was deleted and stays only because somebody writes there. */
  gone: boolean
  /** Whether a reply opens the thread again. */
  reopens: boolean
  /** An action before the others. */
  first: ReactNode
  onReply: () => void
  /** Null while it is edited. */
  onEdit: (() => void) | null
  /** After the others. */
  children: ReactNode
}

/** The row of small buttons under a comment. */
export function EntryActions({ ref, comment, gone, reopens, first, onReply, onEdit, children }: EntryActionsProps) {
  const { askDelete } = usePane()
  const { can, depth } = comment
  const deleted = gone || comment.deleted_at !== null
  return (
    <div className="do" ref={ref}>
      {!deleted && <ResolvedBy comment={comment} />}
      {!deleted && first}
      {!gone && can.reply && depth < COMMENTS.depth && (
        <Action label={reopens ? 'Reply and reopen' : 'Reply'} comment={comment} onClick={onReply} />
      )}
      {!deleted && can.edit && onEdit && <Action label="Edit" comment={comment} onClick={onEdit} />}
      {!deleted && can.delete && <Action label="Delete" comment={comment} onClick={() => askDelete(comment)} />}
      {!deleted && depth === 0 && <AddButton comment={comment} />}
      {children}
    </div>
  )
}

/** A small button under a comment. */
export function Action({ label, comment, onClick }: { label: string; comment: Comment; onClick: () => void }) {
  return (
    <button type="button" className="hit" aria-label={`${label}: ${aboutComment(comment)}`} onClick={onClick}>
      {label}
    </button>
  )
}
