import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { formatMoment } from '@footnote/contract/shared/timecode.ts'
import type { ReactNode } from 'react'
import { authorOf } from '../list/author.ts'
import type { Thread } from './threads.ts'

/** A comment on paper, with its replies. @param still its picture, if there is one */
export function PrintedThread({ thread, place, still }: { thread: Thread; place: string; still: ReactNode }) {
  const { comment, replies } = thread
  const { number, resolved_at, resolved_by, visibility } = comment
  return (
    <li className="printed">
      <div className="printed-root">
        {still}
        <div className="printed-words">
          <h2>
            <span className="printed-number">{number}</span>
            <span className="printed-place">{place}</span>
          </h2>
          <Words comment={comment} />
          <p className="printed-status">
            {resolved_at === null ? (
              'Open'
            ) : (
              <>
                Resolved by <bdi>{resolved_by}</bdi>
                {`, ${formatMoment(new Date(resolved_at))}`}
              </>
            )}
            {visibility === 'team' && '. Team only'}
          </p>
        </div>
      </div>
      {replies.length > 0 && (
        <ul className="printed-replies" aria-label={`Replies to comment ${number}`}>
          {replies.map((reply) => (
            <li key={reply.id} data-depth={reply.depth}>
              <Words comment={reply} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Words({ comment }: { comment: Comment }) {
  return (
    <>
      <p className="printed-author">
        {comment.deleted_at === null && (
          <bdi>
            <b>{authorOf(comment)}</b>
          </bdi>
        )}
        <span>{`${formatMoment(new Date(comment.created_at))}${comment.is_edited ? ', edited' : ''}`}</span>
      </p>
      <p className="printed-text" dir="auto">
        {comment.deleted_at === null ? comment.content : 'This comment was deleted.'}
      </p>
    </>
  )
}
