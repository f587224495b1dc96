import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../../../../../ui/class-names.ts'
import { Avatar } from '../../../../../ui/marks/avatar.tsx'
import { Marker } from '../../../../../ui/marks/marker.tsx'
import { lazyPart } from '../../../../../ui/overlays/lazy-part.tsx'
import { isSending } from '../../discussion/discussion.ts'
import { NOT_LINKED, useGone, usePane, useReplies } from '../../pane-context.ts'
import { Words } from '../../text/words.tsx'
import type { UnsavedEdit } from '../../writing/inline-forms.tsx'
import { aboutComment, partsOf } from '../author.ts'
import { Tick } from '../resolve.tsx'
import { EntryActions } from './actions.tsx'
import { EntryHead, PlaceButton } from './head.tsx'
import { RepliesToggle } from './replies-toggle.tsx'

// Loaded with the first comment that was not written on the page.
const FromElsewhere = lazyPart(async () => (await import('./from-elsewhere.tsx')).FromElsewhere)
// Loaded when somebody replies to or edits a comment.
const EditForm = lazyPart(async () => (await import('../../writing/inline-forms.tsx')).EditForm)
const ReplyForm = lazyPart(async () => (await import('../../writing/inline-forms.tsx')).ReplyForm)

/** The comments of a linked path that were opened or scrolled to. */
const visited = new WeakMap<readonly string[], Set<string>>()

/** Whether a comment of a linked path is visited for the first time: the list may mount its entries again. */
function isFirstVisit(linked_path: readonly string[], id: string): boolean {
  const before = visited.get(linked_path) ?? new Set()
  const first = !before.has(id)
  visited.set(linked_path, before.add(id))
  return first
}

interface RootProps {
  comment: Comment
  selected: boolean
}

/** A root comment with its thread. */
export const RootEntry = memo(function RootEntry({ comment, selected }: RootProps) {
  const { linked_path } = usePane()
  const { id, number } = comment
  return (
    <li
      id={`comment-${id}`}
      className={classNames(
        'comment',
        selected && 'is-sel',
        isSending(comment) && 'is-sending',
        comment.resolved_at !== null && 'is-done',
      )}
      aria-current={selected ? 'true' : undefined}
    >
      <Entry comment={comment} linked_path={selected ? linked_path : NOT_LINKED}>
        <PlaceButton comment={comment}>
          {number !== undefined && <Marker number={number} label={`, comment ${number}`} />}
        </PlaceButton>
        {comment.can.resolve && <Tick comment={comment} />}
      </Entry>
    </li>
  )
})

const ReplyEntry = memo(function ReplyEntry({
  comment,
  linked_path,
}: {
  comment: Comment
  linked_path: readonly string[]
}) {
  const linked = linked_path.at(-1) === comment.id
  const entry = useRef<HTMLLIElement>(null)
  // Before the browser paints: the reply is never seen elsewhere first.
  useLayoutEffect(() => {
    if (linked && isFirstVisit(linked_path, comment.id)) entry.current?.scrollIntoView({ block: 'nearest' })
  }, [linked, linked_path, comment.id])
  return (
    <li
      ref={entry}
      className={classNames('reply', linked && 'is-linked', isSending(comment) && 'is-sending')}
      aria-current={linked ? 'true' : undefined}
    >
      <Entry comment={comment} linked_path={linked_path} />
    </li>
  )
})

/**
 * Text and author of a comment, its actions and its replies.
 * @param children shown to the right of the author
 * @param first an action before the others
 * @param linked_path ids of the comments that lead to the one that is marked, while its thread is selected
 */
export function Entry({
  comment,
  children,
  first,
  linked_path = NOT_LINKED,
}: {
  comment: Comment
  children?: ReactNode
  first?: ReactNode
  linked_path?: readonly string[]
}) {
  const { select, duration, store } = usePane()
  const [doing, setDoing] = useState<'edit' | 'reply' | null>(null)
  const [unsaved, setUnsaved] = useState<UnsavedEdit | null>(null)
  const [open, setOpen] = useState(false)
  const { id, depth } = comment
  useEffect(() => {
    if (!linked_path.includes(id) || linked_path.at(-1) === id || !isFirstVisit(linked_path, id)) return
    // A failed read leaves the button that shows the replies.
    void store.loadReplies(id).then(
      () => setOpen(true),
      () => undefined,
    )
  }, [linked_path, id, store])
  const reopens = comment.resolved_at !== null && comment.can.resolve
  const replies = useReplies(id)
  const count = replies?.length ?? comment.reply_count
  const [unanswered] = useState(count === 0)
  const gone = useGone(id)
  const deleted = gone || comment.deleted_at !== null
  const actions = useRef<HTMLDivElement>(null)
  const done = () => {
    setDoing(null)
    // The box had the focus and is removed.
    actions.current?.querySelector('button')?.focus()
  }
  const edit = (begins: UnsavedEdit | null) => {
    setUnsaved(begins)
    setDoing('edit')
  }
  const words = (
    <Words
      content={deleted ? 'This comment was deleted.' : comment.content}
      gone={deleted}
      onSelect={() => select(comment)}
    />
  )
  const { initials, guest } = partsOf(comment)
  return (
    <>
      <Avatar {...initials} guest={guest} size={depth === 0 ? 'md' : 'sm'} />
      <div className="min-w-0">
        <EntryHead comment={comment}>{children}</EntryHead>
        {depth === 0 && duration !== null && comment.start_time > duration && (
          <p className="after-end">After the end of this version</p>
        )}
        {doing === 'edit' ? (
          <EditForm comment={comment} unsaved={unsaved} onDone={done} onUndo={edit} fallback={words} onMissing={done} />
        ) : (
          words
        )}
        {!deleted && comment.source && <FromElsewhere source={comment.source} />}
        <EntryActions
          ref={actions}
          comment={comment}
          gone={gone}
          reopens={reopens}
          first={first}
          onReply={() => setDoing('reply')}
          onEdit={doing === 'edit' ? null : () => edit(null)}
        >
          {count > 0 && (
            // A thread that came back has no replies until they are read again.
            <RepliesToggle id={id} count={count} arrived={unanswered} open={open && !!replies} onOpen={setOpen} />
          )}
        </EntryActions>
        {doing === 'reply' && (
          <ReplyForm
            comment={comment}
            reopens={reopens}
            onDone={done}
            onPosted={() => setOpen(true)}
            onMissing={done}
          />
        )}
        {open && replies && replies.length > 0 && (
          <ul className="replies" id={`replies-${id}`} aria-label={`Replies to ${aboutComment(comment)}`}>
            {replies.map((reply) => (
              <ReplyEntry key={reply.id} comment={reply} linked_path={linked_path} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
