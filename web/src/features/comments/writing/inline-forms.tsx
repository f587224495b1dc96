import type { Comment } from '@footnote/contract/nouns/comments.ts'
import { useEffect, useState } from 'react'
import { authorOf } from '../list/author.ts'
import { useGone, usePane } from '../pane-context.ts'
import { CommentForm } from './comment-form.tsx'
import { draftOf, keepDraft, readDraft } from './draft.ts'

/** Keeps the comment in its place while its box is open. @returns why nothing can be sent there, or null */
function useHold({ id }: Comment): string | null {
  const { store } = usePane()
  useEffect(() => store.hold(id), [store, id])
  return useGone(id) ? 'This comment was deleted. Your words are kept until you press Cancel.' : null
}

/** Form for a reply, which may open its thread again. Loads the other replies, so that the new one appears among them. */
export function ReplyForm({
  comment,
  reopens,
  onDone,
  onPosted,
}: {
  comment: Comment
  /** Whether the reply opens the thread again. */
  reopens: boolean
  onDone: () => void
  onPosted: () => void
}) {
  const { store, resolve, draft_name } = usePane()
  const obstacle = useHold(comment)
  const name = `${draft_name}.${comment.id}`
  const [{ text, key }, setDraft] = useState(() => readDraft(name))
  const change = (words: string) => {
    const next = draftOf({ text: words })
    setDraft(next)
    keepDraft(name, next)
  }
  const send = async (content: string) => {
    await store.post({ content, parent_comment_id: comment.id, idempotency_key: key })
    change('')
    if (reopens) resolve(comment, false)
    await store.loadReplies(comment.id).catch(() => undefined)
    onPosted()
    onDone()
  }
  return (
    <CommentForm
      autoFocus
      text={text}
      onText={change}
      send={send}
      label={`Reply to ${authorOf(comment)}`}
      placeholder={comment.visibility === 'team' ? 'Reply to the team' : 'Reply'}
      submit={reopens ? 'Reply and reopen' : 'Reply'}
      complaint={obstacle}
      hasPlace={obstacle === null}
      onCancel={onDone}
    />
  )
}

/** Form for an edit. The input stays when somebody else changes the comment meanwhile. */
export function EditForm({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const { store } = usePane()
  const obstacle = useHold(comment)
  const [before] = useState(comment.content)
  const [text, setText] = useState(comment.content)
  const send = async (content: string) => {
    if (content !== comment.content) await store.update(comment.id, content)
    onDone()
  }
  return (
    <CommentForm
      autoFocus
      named={false}
      text={text}
      onText={setText}
      send={send}
      label="Edit comment"
      submit="Save"
      complaint={obstacle}
      hasPlace={obstacle === null}
      onCancel={onDone}
    >
      {comment.content !== before && (
        <p className="hint" role="status">
          This comment was changed meanwhile to: “{comment.content}”
        </p>
      )}
    </CommentForm>
  )
}
