import type { FrameTiming } from '@footnote/contract/frames.ts'
import { formatEntry } from '@footnote/contract/timecode.ts'
import { Timer, X } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import type { Playhead } from '../../lib/playhead.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Draft } from './draft.ts'
import { exactTime, NO_TIMESTAMP, readEntry } from './time-entry.ts'

export type Range = Pick<Draft, 'start' | 'end'>

interface RangeFieldsProps {
  range: Range
  onRange: (range: Range) => void
  /** Told what is wrong with what was typed; null when nothing is. */
  onProblem: (problem: string | null) => void
  invalid: boolean
  time: Playhead
  timing: FrameTiming | null
  /** Seconds, or null while it is not known. */
  duration: number | null
}

/** Where a comment begins and, if it has a length, ends: typed, or taken from where the video is. */
export function RangeFields({ range, onRange, onProblem, invalid, time, timing, duration }: RangeFieldsProps) {
  const { start, end } = range
  const now = useSyncExternalStore(time.watch, () => formatEntry(time.read().seconds))
  const current = () => exactTime(time.read().seconds, timing)
  const change = (next: Range) => {
    const late = typeof next.start === 'number' && next.end !== null && next.end < next.start
    onProblem(late ? 'The end must not lie before the start' : null)
    onRange(next)
  }
  /** Takes over what was typed. @returns whether it is a time */
  const enter = (side: 'start' | 'end', text: string): boolean => {
    if (text.trim() === '') {
      change({ ...range, [side]: null })
      if (side === 'start') onProblem(NO_TIMESTAMP)
      return true
    }
    const kept = side === 'end' ? end : start === 'follow' ? current() : start
    const entry = readEntry(text, kept, timing, duration)
    if ('problem' in entry) {
      onProblem(entry.problem)
      if (side === 'start') onRange({ ...range, start: null })
      return false
    }
    change({ ...range, [side]: entry.seconds })
    return true
  }
  return (
    <div className="composer-line">
      <TimeField
        label="Start time"
        shown={start === 'follow' ? now : start === null ? '' : formatEntry(start)}
        invalid={invalid}
        onEnter={(text) => enter('start', text)}
      />
      <IconButton
        icon={Timer}
        label="Start at the current time"
        size="sm"
        onClick={() => change({ ...range, start: current() })}
      />
      <span className="faint" aria-hidden="true">
        –
      </span>
      <TimeField
        label="End time"
        shown={end === null ? '' : formatEntry(end)}
        invalid={invalid}
        onEnter={(text) => enter('end', text)}
      />
      {end === null ? (
        <IconButton
          icon={Timer}
          label="End at the current time"
          size="sm"
          onClick={() => change({ start: start === 'follow' ? current() : start, end: current() })}
        />
      ) : (
        <IconButton icon={X} label="Remove the end" size="sm" onClick={() => change({ ...range, end: null })} />
      )}
      <span className="kbd faint">Shift + Enter to comment</span>
    </div>
  )
}

/** A time as `mm:ss`. What was typed and is none stays in sight. */
function TimeField({
  label,
  shown,
  invalid,
  onEnter,
}: {
  label: string
  shown: string
  invalid: boolean
  onEnter: (text: string) => boolean
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const enter = () => {
    if (typed !== null && onEnter(typed)) setTyped(null)
  }
  return (
    <input
      type="text"
      className="tcfield"
      aria-label={`${label} (mm:ss)`}
      placeholder="mm:ss"
      autoComplete="off"
      maxLength={9}
      value={typed ?? shown}
      aria-invalid={invalid ? true : undefined}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={enter}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(null)
        if (event.key !== 'Enter') return
        event.preventDefault()
        enter()
      }}
    />
  )
}
