import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { RotateCcw } from 'lucide-react'
import { IconButton } from '../../../../ui/forms/icon-button.tsx'
import { Tooltip } from '../../../../ui/overlays/tooltip.tsx'
import type { Side } from './trim.ts'
import type { Trim } from './use-trim.ts'
import './trim-line.css'

/** The in and out of the clip, each set to the frame on the screen by a press. */
export function TrimLine({ trim: { range, cut, reset, inside } }: { trim: Trim }) {
  const { start_time, end_time_exclusive } = range
  const side = (name: 'In' | 'Out', key: Side, at: number) => (
    <Tooltip text={key === 'start' ? 'Begin with the frame on the screen (I)' : 'End with the frame on the screen (O)'}>
      <button type="button" className="trim-side" disabled={!cut} onClick={() => cut?.(key)}>
        <span className="trim-name">{name}</span>
        <span>{formatTenths(at)}</span>
      </button>
    </Tooltip>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a form around it
    <div ref={inside} className="trim-line" role="group" aria-label="Clip">
      {side('In', 'start', start_time)}
      {side('Out', 'end', end_time_exclusive)}
      <output className="trim-length">{`${(end_time_exclusive - start_time).toFixed(1)} s`}</output>
      <IconButton icon={RotateCcw} label="Times of the match" size="sm" disabled={!reset} onClick={() => reset?.()} />
    </div>
  )
}

/** A position, for example `1:12.4`. @param seconds from the start */
function formatTenths(seconds: number): string {
  const tenths = Math.round(10 * seconds)
  const [whole, rest] = [Math.floor(tenths / 10), tenths % 10]
  return `${formatTimecode(whole)}.${rest}`
}
