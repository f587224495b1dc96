import { formatRemaining, formatSpeed } from '@footnote/contract/shared/timecode.ts'
import { ChevronDown, ChevronUp, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Rule } from '../../../ui/page/rule.tsx'
import { pauseAll, resumeAll } from '../queue/queue.ts'
import { type InterruptedUpload, isUnfinished, type UploadSlot } from '../upload-list.ts'
import { InterruptedNotice } from './interrupted-notice.tsx'
import { Slot } from './slot.tsx'
import { announcementOf, headingOf, shownOf, totalsOf } from './totals.ts'
import '../uploads.css'

interface ListProps {
  slots: readonly UploadSlot[]
  interrupted: readonly InterruptedUpload[]
}

/** The files of the upload panel, each with its progress, and the uploads that were interrupted. */
export function UploadSlots({ slots, interrupted }: ListProps) {
  const [folded, setFolded] = useState(
    () => interrupted.length === 0 && window.matchMedia('(max-width: 639.98px)').matches,
  )
  const { progress } = totalsOf(slots)
  const { shown, queued, finished } = shownOf(slots)
  return (
    <section className="uploads" aria-label="Uploads">
      <span className="sr-only" role="status">
        {announcementOf(slots, interrupted.length)}
      </span>
      <PanelHead slots={slots} interrupted={interrupted.length} folded={folded} onFold={setFolded} />
      {folded ? (
        slots.length > 0 && <Rule className="uploads-total" length={progress} label="All uploads" />
      ) : (
        <div className="uploads-scroll">
          {interrupted.length > 0 && <InterruptedNotice interrupted={interrupted} />}
          <ul>
            {shown.map((slot) => (
              <Slot key={slot.id} slot={slot} />
            ))}
          </ul>
          {queued + finished > 0 && (
            <p className="uploads-more">
              {[queued > 0 && `${queued} more in the queue`, finished > 0 && `${finished} more done`]
                .filter(Boolean)
                .join(' · ')}
            </p>
          )}
        </div>
      )}
    </section>
  )
}

function PanelHead({
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
  const going = unfinished.some(({ status }) => status !== 'paused' && status !== 'error')
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
