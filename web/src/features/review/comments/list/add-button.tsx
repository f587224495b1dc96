import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import type { CommentRange } from '@footnote/contract/shared/frames.ts'
import { commentRange } from '@footnote/contract/shared/frames.ts'
import { ListPlus } from 'lucide-react'
import { usePane } from '../pane-context.ts'
import { authorOf } from './author.ts'

/** Adds a place of the video to selects: that of a comment, or the one of the composer. Nothing for people who cannot. */
export function AddButton({ comment, place }: { comment?: Comment; place?: () => CommentRange }) {
  const { add } = usePane()
  if (!add) return null
  const label = 'Add to selects'
  return (
    <button
      type="button"
      className={comment ? 'hit' : 'btn btn-ghost btn-icon btn-sm composer-add'}
      aria-label={comment ? `${label}: comment by ${authorOf(comment)}` : label}
      title={label}
      onClick={() => {
        if (place) add(place(), '')
        else if (comment) add(commentRange(comment), comment.content)
      }}
    >
      <ListPlus className="icon icon-sm" aria-hidden="true" />
    </button>
  )
}
