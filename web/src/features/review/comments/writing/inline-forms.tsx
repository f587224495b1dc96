import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../../ui/forms/button.tsx'
import { offerUndo } from '../../../../ui/overlays/offer-undo.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { Alert } from '../../../../ui/page/alert.tsx'
import { authorOf } from '../list/author.ts'
import { useGone, usePane } from '../pane-context.ts'
import { CommentForm } from './comment-form.tsx'
import { draftOf, keepDraft, readDraft, replyName } from './draft.ts'
import { DrawingLine } from './drawing-line.tsx'
import { useSketch } from './use-sketch.ts'

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
  const name = replyName(draft_name, comment.id)
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
      label={comment.deleted_at === null ? `Reply to ${authorOf(comment)}` : 'Reply to a deleted comment'}
      placeholder={comment.visibility === 'team' ? 'Reply to the team' : 'Reply'}
      submit={reopens ? 'Reply and reopen' : 'Reply'}
      complaint={obstacle}
      hasPlace={obstacle === null}
      onCancel={onDone}
    />
  )
}

/** An edit that was not saved. */
export interface UnsavedEdit {
  readonly text: string
  /** Undefined while it is the comment's own. */
  readonly drawing: Drawing | null | undefined
}

/** Form for an edit. The input stays when somebody else changes the comment meanwhile. */
export function EditForm({
  comment,
  unsaved,
  onDone,
  onUndo,
}: {
  comment: Comment
  /** What the form begins with in place of the comment. */
  unsaved: UnsavedEdit | null
  onDone: () => void
  /** Opens the form again with what was not saved. */
  onUndo: (unsaved: UnsavedEdit) => void
}) {
  const { store, people } = usePane()
  const obstacle = useHold(comment)
  const [before] = useState(() => {
    people?.remember(comment.mentions ?? [])
    return comment.content
  })
  const [text, setText] = useState(unsaved?.text ?? comment.content)
  const drawn = useEditedDrawing(comment, unsaved?.drawing)
  const cancel = () => {
    onDone()
    const { now } = drawn
    if (text !== before || now !== undefined) offerUndo('Edit discarded', () => onUndo({ text, drawing: now }))
  }
  const send = async (content: string) => {
    drawn.sketch.close()
    const { now } = drawn
    const { id } = comment
    // An undefined drawing leaves the stored one.
    if (content !== comment.content || now !== undefined) await store.change(id, 'update', { content, drawing: now })
    const { stored } = drawn
    if (now === null && stored)
      offerUndo('Drawing removed', () => {
        store.change(id, 'update', { content, drawing: stored }).catch((error: unknown) => {
          console.warn('drawing', error)
          toast.error('The drawing was not restored')
        })
      })
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
      onCancel={cancel}
    >
      {comment.content !== before && (
        <p className="hint" role="status">
          Meanwhile, somebody changed this comment to: “{comment.content}”
        </p>
      )}
      {comment.depth === 0 && obstacle === null && <DrawingOfEdit comment={comment} drawn={drawn} />}
    </CommentForm>
  )
}

/** The drawing of a comment that is edited: the stored one until the person changes it. */
function useEditedDrawing({ id, start_time, end_time, has_drawing }: Comment, unsaved: Drawing | null | undefined) {
  const { board, readDrawing } = usePane()
  const [stored, setStored] = useState<Drawing | null>(null)
  /** Undefined until the person changes it. */
  const [now, setNow] = useState(unsaved)
  const [problem, setProblem] = useState<string | null>(null)
  // The stored one stays on the picture until it is read.
  const known = now !== undefined || stored !== null
  const drawing = now === undefined ? stored : now
  const sketch = useSketch(
    board,
    { drawing, start_time, end_time_inclusive: end_time, comment_id: known ? id : undefined },
    { onChange: setNow },
  )
  /** Reads the stored drawing before anything happens to it. */
  const after = async (act: () => void) => {
    setProblem(null)
    try {
      if (has_drawing && !known) setStored(await readDrawing(id))
      act()
    } catch (error) {
      console.warn('drawing', error)
      setProblem('The drawing could not be loaded. Try again.')
    }
  }
  return { sketch, stored, now, drawing, problem, after }
}

function DrawingOfEdit({ comment, drawn }: { comment: Comment; drawn: ReturnType<typeof useEditedDrawing> }) {
  const { sketch, now, drawing, problem, after } = drawn
  const [wanted, setWanted] = useState(false)
  const { draw } = sketch
  // The editor begins with the stored shapes, so it opens after the page has them.
  useEffect(() => {
    if (!wanted || !draw) return
    setWanted(false)
    draw()
  }, [wanted, draw])
  const open = draw && (() => void after(() => setWanted(true)))
  if (problem) return <Alert>{problem}</Alert>
  if (drawing || sketch.removed)
    return (
      <DrawingLine
        drawing={drawing}
        onDraw={sketch.open ? null : open}
        onRemove={sketch.remove}
        onRestore={sketch.restore}
      />
    )
  if (!open || sketch.open) return null
  return (
    <div className="composer-line">
      <Button size="sm" onClick={open}>
        <Pencil className="icon icon-sm" aria-hidden="true" />
        {comment.has_drawing && now === undefined ? 'Edit drawing' : 'Draw'}
      </Button>
    </div>
  )
}
