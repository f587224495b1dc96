import type { Comment } from '@footnote/contract/nouns/comments.ts'
import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { Pencil, Users } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTimes } from '../../../lib/times/use-times.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Marker } from '../../../ui/marks/marker.tsx'
import { PersonName } from '../../../ui/marks/person-name.tsx'
import { RelativeTime } from '../../../ui/marks/relative-time.tsx'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { isSending } from '../discussion/discussion.ts'
import { useGone, usePane, useReplies } from '../pane-context.ts'
import { Words } from '../text/words.tsx'
import type { UnsavedEdit } from '../writing/inline-forms.tsx'
import { AddButton } from './add-button.tsx'
import { aboutComment, partsOf } from './author.ts'
import { ResolvedBy, Tick } from './resolve.tsx'

// Loaded with the first comment that was not written on the page.
const FromElsewhere = lazyPart(async () => (await import('./from-elsewhere.tsx')).FromElsewhere)
// Loaded when somebody replies to or edits a comment.
const EditForm = lazyPart(async () => (await import('../writing/inline-forms.tsx')).EditForm)
const ReplyForm = lazyPart(async () => (await import('../writing/inline-forms.tsx')).ReplyForm)

interface RootProps {
  comment: Comment
  selected: boolean
}

/** A root comment with its thread. */
export const RootEntry = memo(function RootEntry({ comment, selected }: RootProps) {
  const { select } = usePane()
  const { id, number, start_time, end_time } = comment
  const times = useTimes()
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
      <Entry comment={comment}>
        <button type="button" className="at" onClick={() => select(comment)}>
          {comment.has_drawing && <Pencil className="icon icon-xs" role="img" aria-label="With a drawing." />}
          <span className="sr-only">Play from</span>
          {times.place({ start: start_time, end: end_time })}
          {number !== undefined && <Marker number={number} label={`, comment ${number}`} />}
        </button>
        {comment.can.resolve && <Tick comment={comment} />}
      </Entry>
    </li>
  )
})

const ReplyEntry = memo(function ReplyEntry({ comment }: { comment: Comment }) {
  const { thread } = usePane()
  const led = thread.length > 1 && thread.at(-1) === comment.id
  const entry = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (led) entry.current?.scrollIntoView({ block: 'nearest' })
  }, [led])
  return (
    <li
      ref={entry}
      className={classNames('reply', led && 'is-led', isSending(comment) && 'is-sending')}
      aria-current={led ? 'true' : undefined}
    >
      <Entry comment={comment} />
    </li>
  )
})

/**
 * Text and author of a comment, its actions and its replies.
 * @param children shown to the right of the author
 * @param first an action before the others
 */
export function Entry({ comment, children, first }: { comment: Comment; children?: ReactNode; first?: ReactNode }) {
  const { askDelete, select, duration, store, thread } = usePane()
  const [doing, setDoing] = useState<'edit' | 'reply' | null>(null)
  const [unsaved, setUnsaved] = useState<UnsavedEdit | null>(null)
  const [open, setOpen] = useState(false)
  const { id, can, depth } = comment
  const above = thread.includes(id) && thread.at(-1) !== id
  useEffect(() => {
    // A failed read leaves the button that shows the replies.
    if (above)
      void store.loadReplies(id).then(
        () => setOpen(true),
        () => undefined,
      )
  }, [above, id, store])
  const reopens = comment.resolved_at !== null && can.resolve
  const replies = useReplies(id)
  const count = replies?.length ?? comment.reply_count
  const [unanswered] = useState(count === 0)
  const unread = useGone(id)
  const gone = unread || comment.deleted_at !== null
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
      content={gone ? 'This comment was deleted.' : comment.content}
      gone={gone}
      onSelect={() => select(comment)}
    />
  )
  const { initials, ...author } = partsOf(comment)
  return (
    <>
      <Avatar {...initials} guest={author.guest} size={depth === 0 ? 'md' : 'sm'} />
      <div className="min-w-0">
        <div className="who">
          {comment.deleted_at === null && <PersonName {...author} />}
          <span className="faint when">
            {isSending(comment) ? <span role="status">Sending…</span> : <RelativeTime at={comment.created_at} exact />}
          </span>
          {comment.is_edited && <span className="faint">edited</span>}
          {depth === 0 && comment.visibility === 'team' && (
            <span className="faint team-mark">
              <Users className="icon icon-xs" aria-hidden="true" />
              Team only
            </span>
          )}
          <span className="flex-1" />
          {children}
        </div>
        {depth === 0 && duration !== null && comment.start_time > duration && (
          <p className="after-end">After the end of this version</p>
        )}
        {doing === 'edit' ? (
          <EditForm comment={comment} unsaved={unsaved} onDone={done} onUndo={edit} fallback={words} onMissing={done} />
        ) : (
          words
        )}
        {!gone && comment.source && <FromElsewhere source={comment.source} />}
        <div className="do" ref={actions}>
          {!gone && <ResolvedBy comment={comment} />}
          {!gone && first}
          {!unread && can.reply && depth < COMMENTS.depth && (
            <Action
              label={reopens ? 'Reply and reopen' : 'Reply'}
              comment={comment}
              onClick={() => setDoing('reply')}
            />
          )}
          {!gone && can.edit && doing !== 'edit' && (
            <Action label="Edit" comment={comment} onClick={() => edit(null)} />
          )}
          {!gone && can.delete && <Action label="Delete" comment={comment} onClick={() => askDelete(comment)} />}
          {!gone && depth === 0 && <AddButton comment={comment} />}
          {count > 0 && <Toggle id={id} count={count} arrived={unanswered} open={open} onOpen={setOpen} />}
        </div>
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
              <ReplyEntry key={reply.id} comment={reply} />
            ))}
          </ul>
        )}
      </div>
    </>
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

/** Shows replies, which load when they are first shown. */
function Toggle({
  id,
  count,
  arrived,
  open,
  onOpen,
}: {
  id: string
  count: number
  /** The first reply came while this page was open. */
  arrived: boolean
  open: boolean
  onOpen: (open: boolean) => void
}) {
  const { store } = usePane()
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle')
  const toggle = async () => {
    if (open && state !== 'failed') return onOpen(false)
    if (store.read().discussion.replies.has(id)) return onOpen(true)
    setState('reading')
    try {
      await store.loadReplies(id)
      setState('idle')
      onOpen(true)
    } catch {
      setState('failed')
    }
  }
  const words = count === 1 ? '1 reply' : `${count} replies`
  return (
    <>
      <span className="flex-1" />
      {state === 'failed' && <span role="status">Replies could not be loaded.</span>}
      <button
        type="button"
        className={classNames('hit', arrived && 'is-arriving')}
        aria-expanded={open}
        aria-busy={state === 'reading' || undefined}
        onClick={toggle}
      >
        {state === 'failed' ? 'Retry' : state === 'reading' ? 'Loading…' : `${open ? 'Hide' : 'Show'} ${words}`}
      </button>
    </>
  )
}
