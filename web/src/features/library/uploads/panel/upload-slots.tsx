import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../../ui/forms/button.tsx'
import { Rule } from '../../../../ui/page/rule.tsx'
import { keepAll, skipAll } from '../queue/queue.ts'
import type { InterruptedUpload, UploadSlot } from '../upload-list.ts'
import { InterruptedNotice } from './interrupted-notice.tsx'
import { PanelHead } from './panel-head.tsx'
import { Slot } from './slot.tsx'
import { announcementOf, hereAlready, shownOf, totalsOf } from './totals.ts'
import '../uploads.css'

const FOLDED = 'uploadsFolded'

/** As the person left the panel, else one line on a phone. */
const isFolded = (): boolean =>
  (localStorage.getItem(FOLDED) ?? (window.matchMedia('(max-width: 639.98px)').matches ? 'yes' : 'no')) === 'yes'

interface ListProps {
  slots: readonly UploadSlot[]
  interrupted: readonly InterruptedUpload[]
}

/** The files of the upload panel, each with its progress, and the uploads that were interrupted. */
export function UploadSlots({ slots, interrupted }: ListProps) {
  const [folded, setFolded] = useState(isFolded)
  const { progress } = totalsOf(slots)
  const { shown, queued, finished, stopped } = shownOf(slots)
  const duplicates = slots.filter(({ status }) => status === 'duplicate').length
  const asks = duplicates > 0
  // On a phone the question would be out of sight.
  useEffect(() => {
    if (asks) setFolded(false)
  }, [asks])
  const fold = (folded: boolean) => {
    setFolded(folded)
    localStorage.setItem(FOLDED, folded ? 'yes' : 'no')
  }
  const others = [
    queued > 0 && `${queued} more in the queue`,
    stopped > 0 && `${stopped} more not uploaded`,
    finished > 0 && `${finished} more done`,
  ].filter(Boolean)
  return (
    <section className="uploads" aria-label="Uploads">
      <span className="sr-only" role="status">
        {announcementOf(slots, interrupted.length)}
      </span>
      <PanelHead slots={slots} interrupted={interrupted.length} folded={folded} onFold={fold} />
      {folded ? (
        slots.length > 0 && <Rule className="uploads-total" length={progress} label="All uploads" />
      ) : (
        <div className="uploads-scroll more-below">
          {interrupted.length > 0 && <InterruptedNotice interrupted={interrupted} />}
          {duplicates > 1 && <AllDuplicates count={duplicates} />}
          <ul>
            {shown.map((slot) => (
              <Slot key={slot.id} slot={slot} />
            ))}
          </ul>
          {others.length > 0 && <p className="uploads-more">{others.join(' · ')}</p>}
        </div>
      )}
    </section>
  )
}

/** Decides about all duplicates together: a folder can have thousands. */
function AllDuplicates({ count }: { count: number }) {
  return (
    <div className="uploads-same">
      <Copy className="icon icon-xs" aria-hidden="true" />
      <span className="min-w-0 flex-1">{hereAlready(count)}</span>
      <Button size="sm" onClick={skipAll}>
        Skip all
      </Button>
      <Button variant="ghost" size="sm" onClick={keepAll}>
        Keep all
      </Button>
    </div>
  )
}
