import type { TranscriptEdit } from '@footnote/contract/nouns/library/transcripts.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { useTimes } from '../../../../lib/times/use-times.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { IconButton } from '../../../../ui/forms/icon-button.tsx'
import { RelativeTime } from '../../../../ui/marks/relative-time.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import { NotLoaded } from '../../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { editsQuery, setUndone } from './changes.ts'
import { type Editing, type TranscriptSource, useEditing } from './editing.ts'
import './history-panel.css'

interface HistoryPanelProps extends TranscriptSource {
  /** @param seconds start of the place to go to */
  onSeek: (seconds: number) => void
  onClose: () => void
}

/** Who changed what in a transcript, newest first; each change can be taken back, and made again. */
export function HistoryPanel({ onSeek, onClose, ...source }: HistoryPanelProps) {
  const { id, transcript_revision } = source.video
  const { editing } = useEditing(source, () => undefined)
  const { data, isError, refetch } = useQuery(editsQuery(id, transcript_revision))
  const panel = useRef<HTMLElement>(null)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => panel.current?.focus(), [])
  const close = () => {
    onClose()
    requestAnimationFrame(() => opener instanceof HTMLElement && opener.focus())
  }
  const edits = data?.edits ?? []
  return (
    <section
      ref={panel}
      className="pane"
      aria-label="History of the transcript"
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <header>
        <h2>History</h2>
        {edits.length > 0 && <span className="count">{edits.length}</span>}
        <span className="ml-auto">
          <IconButton icon={X} label="Close history" size="sm" onClick={close} />
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label="List of changes" aria-busy={!data && !isError}>
        {data && edits.length === 0 && (
          <EmptyState fact="Nobody has changed the transcript" next="Press Edit, or a word twice, to correct it." />
        )}
        {edits.length > 0 && (
          <ol>
            {edits.map((edit) => (
              <Entry key={edit.id} edit={edit} editing={editing} onSeek={onSeek} />
            ))}
          </ol>
        )}
        {edits.length === TRANSCRIPT.history && (
          <p className="edits-end">These are the latest {TRANSCRIPT.history} changes.</p>
        )}
        {!data && isError && <NotLoaded what="The history could not be loaded." onRetry={refetch} />}
        {!data && !isError && <Skeleton className="m-4 h-[132px]" />}
      </section>
    </section>
  )
}

const PLACES_SHOWN = 3

const andMore = (count: number, what: string): string =>
  count === 1 ? `and one more ${what}` : `and ${count.toLocaleString('en')} more ${what}s`

function Entry({
  edit,
  editing,
  onSeek,
}: {
  edit: TranscriptEdit
  editing: Editing
  onSeek: (seconds: number) => void
}) {
  const times = useTimes()
  const undone = edit.undone_at !== null
  const changing = useMutation({
    mutationFn: () => setUndone(editing, edit.id, !undone),
    onError: (error) => {
      console.warn('undo', error)
      toast.error(errorDetail(error, 'The change stays as it is. Try again.'))
    },
  })
  const shown = edit.places.slice(0, PLACES_SHOWN)
  const more = edit.count - shown.length
  const who = `${edit.first_name} ${edit.last_name}`.trim()
  const first = shown[0]
  return (
    <li className="edit" data-undone={undone || undefined}>
      <p className="edit-who">
        <b dir="auto">{who}</b>
        <span className="faint">
          <RelativeTime at={edit.at} />
        </span>
        {first && (
          <button
            type="button"
            className="edit-time"
            aria-label={`Go to ${times.at(first.start_time)}`}
            onClick={() => onSeek(first.start_time)}
          >
            {times.at(first.start_time)}
          </button>
        )}
      </p>
      {edit.kind === 'subtitles' && (
        <p className="edit-words">
          imported <b dir="auto">{edit.file_name ?? 'subtitles'}</b>
        </p>
      )}
      {shown.map(({ start_time, before, after }) => (
        <p key={start_time} className="edit-words" dir="auto">
          {before !== '' && (
            <del>
              <span className="sr-only">Before: </span>
              {before}
            </del>
          )}{' '}
          {after !== '' ? (
            <ins>
              <span className="sr-only">After: </span>
              {after}
            </ins>
          ) : (
            <span className="faint">removed</span>
          )}
        </p>
      ))}
      {more > 0 && <p className="faint">{andMore(more, edit.kind === 'subtitles' ? 'line' : 'place')}</p>}
      <p className="edit-do">
        {undone && <span className="faint">Undone</span>}
        <Button
          variant="ghost"
          size="sm"
          busy={changing.isPending}
          aria-label={`${undone ? 'Redo' : 'Undo'} the change of ${who}${first ? ` at ${times.at(first.start_time)}` : ''}`}
          onClick={() => changing.mutate()}
        >
          {undone ? 'Redo' : 'Undo'}
        </Button>
      </p>
    </li>
  )
}
