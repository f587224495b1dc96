import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import { formatPosition, parsePosition } from '@footnote/contract/shared/timecode.ts'
import { useState } from 'react'
import { useFrameFormat } from '../../../../lib/times/use-times.tsx'

interface TimeFieldProps {
  label: string
  /** From 0. */
  frame: number
  timing: FrameTiming
  timecode: Timecode | null
  autoFocus?: boolean
  onFrame: (frame: number) => void
}

/** A frame as its number or as the timecode of its file, typed or stepped by the arrow keys. Text that is neither stays visible. */
export function TimeField({ label, frame, timing, timecode, autoFocus, onFrame }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const format = useFrameFormat()
  const shown = formatPosition(frame, timing, format, timecode)
  const read = typed === null ? frame : parsePosition(typed, timing, format, timecode)
  const enter = () => {
    if (typed === null || read === null) return
    setTyped(null)
    if (read !== frame) onFrame(read)
  }
  return (
    <input
      type="text"
      className="tcfield"
      aria-label={label}
      title={read === null ? `Write a ${format === 'frames' ? 'frame' : 'timecode'}, for example ${shown}` : undefined}
      aria-invalid={read === null || undefined}
      autoComplete="off"
      spellCheck={false}
      maxLength={15}
      // biome-ignore lint/a11y/noAutofocus: the person pressed this very time
      autoFocus={autoFocus}
      value={typed ?? shown}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={enter}
      onKeyDown={(event) => {
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
        if (by !== undefined && !event.altKey) {
          event.preventDefault()
          setTyped(null)
          onFrame((read ?? frame) + by * (event.shiftKey ? 10 : 1))
        }
        if (event.key === 'Enter') enter()
        if (event.key === 'Escape' && typed !== null) {
          event.stopPropagation()
          setTyped(null)
        }
      }}
    />
  )
}
