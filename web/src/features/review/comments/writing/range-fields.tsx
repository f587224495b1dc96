import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import type { PositionFormat } from '@footnote/contract/shared/timecode.ts'
import { Timer, X } from 'lucide-react'
import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import { useKeys } from '../../../../lib/keyboard/use-keys.ts'
import type { Playhead } from '../../../../lib/playhead.ts'
import { useTimes } from '../../../../lib/times/use-times.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { IconButton } from '../../../../ui/forms/icon-button.tsx'
import type { Draft } from './draft.ts'
import { exactTime, NO_TIMESTAMP, readEntry } from './time-entry.ts'

export type Range = Pick<Draft, 'start' | 'end'>

/** Text of a time field from the first key on, and its problem once the person has left the field. */
interface TypedTime {
  readonly text: string
  readonly problem: string | null
}
/** Null for a field that shows the stored time. */
export type Entries = Readonly<Record<keyof Range, TypedTime | null>>
export const NO_ENTRIES: Entries = { start: null, end: null }

interface RangeFieldsProps {
  range: Range
  /** Called with the times that changed. */
  onRange: (times: Partial<Range>) => void
  entries: Entries
  onEntries: (entries: Entries) => void
  /** Whether the end is before the start. */
  late: boolean
  time: Playhead
  timing: FrameTiming | null
  /** Seconds, or null while unknown. */
  duration: number | null
  /** Further choices, at the end of the line. */
  children?: ReactNode
}

/** Start and optional end of a comment: typed, or taken from the position of the video. */
export function RangeFields({ range, onRange, entries, onEntries, late, children, ...props }: RangeFieldsProps) {
  const { time, timing, duration } = props
  const { start, end } = range
  const times = useTimes()
  const now = useSyncExternalStore(time.watch, () => times.entry(time.read().seconds))
  const current = () => exactTime(time.read().seconds, timing)
  /** A new time from anywhere replaces the text of its field. */
  const take = (chosen: Partial<Range>) => {
    onRange(chosen)
    onEntries({ ...entries, ...('start' in chosen && { start: null }), ...('end' in chosen && { end: null }) })
  }
  const line = useRef<HTMLDivElement>(null)
  const startHere = () => {
    const at = current()
    // A start after the end begins a new range.
    take({ start: at, ...(end !== null && end < at && { end: null }) })
  }
  const endHere = () => take({ ...(start === 'follow' && { start: current() }), end: current() })
  // Does nothing while comments are hidden, because nobody would see the change.
  const seen = (act: () => void) => () => line.current?.isConnected && act()
  useKeys({ range_start: seen(startHere), range_end: seen(endHere) })
  const field = (side: keyof Range) => ({
    format: times.format,
    entry: entries[side],
    onType: (text: string) => onEntries({ ...entries, [side]: { text, problem: entries[side]?.problem ?? null } }),
    // A comment without a start cannot be sent, so that message stays.
    onUndo: () =>
      onEntries({
        ...entries,
        [side]: side === 'start' && start === null ? { text: '', problem: NO_TIMESTAMP } : null,
      }),
    onEnter: (text: string) => {
      if (side === 'end' && text.trim() === '') return take({ end: null })
      const kept = side === 'end' ? end : start === 'follow' ? current() : start
      const read = readEntry(text, kept, { timing, times, duration })
      if ('seconds' in read) return take({ [side]: read.seconds })
      onEntries({ ...entries, [side]: { text, problem: read.problem } })
      if (side === 'start') onRange({ start: null })
    },
  })
  return (
    <div ref={line} className="composer-line composer-times">
      <TimeField
        label="Start time"
        shown={start === 'follow' ? now : start === null ? '' : times.entry(start)}
        {...field('start')}
      />
      <IconButton icon={Timer} label="Start at the current time" size="sm" onClick={() => take({ start: current() })} />
      <span className="faint" aria-hidden="true">
        –
      </span>
      <TimeField label="End time" shown={end === null ? '' : times.entry(end)} late={late} {...field('end')} />
      {end === null ? (
        <IconButton icon={Timer} label="End at the current time" size="sm" onClick={endHere} />
      ) : (
        <IconButton icon={X} label="Remove the end" size="sm" onClick={() => take({ end: null })} />
      )}
      <span className="kbd faint">Shift + Enter to comment</span>
      <span className="composer-tools">{children}</span>
    </div>
  )
}

/** How a field asks for a time. */
const ASKED: Readonly<Record<PositionFormat, { readonly name: string; readonly example: string }>> = {
  time: { name: 'mm:ss', example: 'mm:ss' },
  frames: { name: 'frame', example: 'frame' },
  smpte: { name: 'timecode', example: 'hh:mm:ss:ff' },
}

/** A time as the page writes it. Text that is no time stays visible. */
function TimeField({
  label,
  format,
  shown,
  entry,
  late = false,
  onType,
  onEnter,
  onUndo,
}: {
  label: string
  format: PositionFormat
  shown: string
  entry: TypedTime | null
  late?: boolean
  onType: (text: string) => void
  onEnter: (text: string) => void
  onUndo: () => void
}) {
  const enter = () => entry && onEnter(entry.text)
  return (
    <input
      type="text"
      className={classNames('tcfield', format !== 'time' && 'tcfield-wide')}
      aria-label={`${label} (${ASKED[format].name})`}
      placeholder={ASKED[format].example}
      autoComplete="off"
      maxLength={15}
      value={entry?.text ?? shown}
      aria-invalid={entry?.problem || late ? true : undefined}
      onChange={({ target }) => onType(target.value)}
      onBlur={enter}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onUndo()
        if (event.key !== 'Enter') return
        event.preventDefault()
        enter()
      }}
    />
  )
}
