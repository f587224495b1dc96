import { formatRemaining, formatSpeed } from '@footnote/contract/shared/timecode.ts'
import { ChevronDown, ChevronUp, Pause, Play } from 'lucide-react'
import { useMediaQuery } from '../../../../lib/use-media-query.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { clearFinished, pauseAll, resumeAll } from '../queue/queue.ts'
import { isUnfinished, type UploadSlot } from '../upload-list.ts'
import { headingOf, totalsOf } from './totals.ts'

/** What the upload panel is about, and what applies to all files. */
export function PanelHead({
  slots,
  interrupted,
  folded,
  onFold,
}: {
  slots: readonly UploadSlot[]
  interrupted: number
  folded: boolean
  onFold: (folded: boolean) => void
}) {
  const { title, state } = headingOf(slots, interrupted)
  const { progress, speed, remaining } = totalsOf(slots)
  const unfinished = slots.filter(isUnfinished)
  const going = unfinished.some(({ status }) => ['uploading', 'waiting', 'offline'].includes(status))
  const paused = unfinished.some(({ status }) => status === 'paused')
  const wide = useMediaQuery('(min-width: 640px)')
  const Fold = folded ? ChevronUp : ChevronDown
  const all = unfinished.length > 1 && (going || paused)
  return (
    <header>
      <span className="min-w-0 flex-1">
        <span>{title}</span>
        {state && <span className="ml-2 font-normal text-text-3">{state}</span>}
        {(unfinished.length > 1 || folded) && going && !state && (
          <span className="meta font-normal">
            <span>{Math.floor(progress * 100)}%</span>
            {speed > 0 && !folded && <span>{formatSpeed(speed)}</span>}
            {remaining !== null && <span>{formatRemaining(remaining)} left</span>}
          </span>
        )}
      </span>
      {all && (wide || !folded) && (
        <Button variant="ghost" size="sm" onClick={going ? pauseAll : resumeAll}>
          {going ? (
            <Pause className="icon icon-sm" aria-hidden="true" />
          ) : (
            <Play className="icon icon-sm" aria-hidden="true" />
          )}
          {going ? 'Pause all' : 'Resume all'}
        </Button>
      )}
      {slots.length > 0 && unfinished.length === 0 && (wide || !folded) && (
        <Button variant="ghost" size="sm" onClick={clearFinished}>
          Clear
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        className="btn-icon"
        aria-label={folded ? 'Expand uploads' : 'Collapse uploads'}
        aria-expanded={!folded}
        onClick={() => onFold(!folded)}
      >
        <Fold className="icon icon-sm" aria-hidden="true" />
      </Button>
    </header>
  )
}
