import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { commentRange } from '@footnote/contract/shared/frames.ts'
import { Pencil, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTimes } from '../../../../../lib/times/use-times.tsx'
import { PersonName } from '../../../../../ui/marks/person-name.tsx'
import { RelativeTime } from '../../../../../ui/marks/relative-time.tsx'
import { isSending } from '../../discussion/discussion.ts'
import { usePane } from '../../pane-context.ts'
import { partsOf } from '../author.ts'

/** The line above a comment's text: its author, its age and its marks. @param children at the end of the line */
export function EntryHead({ comment, children }: { comment: Comment; children: ReactNode }) {
  const { name, guest } = partsOf(comment)
  return (
    <div className="who">
      {comment.deleted_at === null && <PersonName name={name} guest={guest} />}
      <span className="faint when">
        {isSending(comment) ? <span role="status">Sending…</span> : <RelativeTime at={comment.created_at} exact />}
      </span>
      {comment.is_edited && <span className="faint">edited</span>}
      {comment.depth === 0 && comment.visibility === 'team' && (
        <span className="faint">
          <Users className="icon icon-xs" aria-hidden="true" />
          Team only
        </span>
      )}
      <span className="flex-1" />
      {children}
    </div>
  )
}

/** The place of a comment in the video, which a press shows. @param children after it */
export function PlaceButton({ comment, children }: { comment: Comment; children: ReactNode }) {
  const { select } = usePane()
  const times = useTimes()
  const { has_drawing } = comment
  return (
    <button type="button" className="at" onClick={() => select(comment)}>
      {has_drawing && <Pencil className="icon icon-xs" role="img" aria-label="With a drawing." />}
      <span className="sr-only">{has_drawing ? 'Show' : 'Play from'}</span>
      {times.place(commentRange(comment))}
      {children}
    </button>
  )
}
