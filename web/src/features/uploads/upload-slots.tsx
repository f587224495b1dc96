import { formatRemaining, formatSpeed } from '@footnote/contract/shared/timecode.ts'
import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { Rule } from '../../ui/page/rule.tsx'
import { cancelUpload, retryUpload, type UploadSlot } from './upload-store.ts'
import './uploads.css'

const countOf = (slots: readonly UploadSlot[]): string => `${slots.length} ${slots.length === 1 ? 'video' : 'videos'}`

function heading(slots: readonly UploadSlot[]): string {
  const running = slots.filter((slot) => slot.status === 'uploading')
  if (running.length > 0) return `Uploading ${countOf(running)}`
  const failed = slots.filter((slot) => slot.status === 'error')
  return failed.length > 0 ? `${countOf(failed)} not uploaded` : `Uploaded ${countOf(slots)}`
}

/** The files of the upload panel, each with its progress. */
export function UploadSlots({ slots }: { slots: readonly UploadSlot[] }) {
  const [folded, setFolded] = useState(() => window.matchMedia('(max-width: 639.98px)').matches)
  const share = slots.reduce((sum, slot) => sum + slot.progress, 0) / slots.length
  const Fold = folded ? ChevronUp : ChevronDown
  return (
    <section className="uploads" aria-label="Uploads">
      <header>
        <span aria-live="polite">{heading(slots)}</span>
        {folded && <span className="font-normal text-text-3 tabular-nums">{Math.floor(share * 100)}%</span>}
        <span className="flex-1" />
        <Button
          variant="ghost"
          size="sm"
          className="btn-icon"
          aria-label={folded ? 'Expand uploads' : 'Collapse uploads'}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          <Fold className="icon icon-sm" aria-hidden="true" />
        </Button>
      </header>
      {folded ? (
        <Rule className="uploads-total" length={share} label="All uploads" />
      ) : (
        <ul>
          {slots.map((slot) => (
            <Slot key={slot.id} slot={slot} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Slot({ slot }: { slot: UploadSlot }) {
  const { id, file, progress, status } = slot
  return (
    <li>
      <span className="truncate font-medium" dir="auto" title={file.name}>
        {file.name}
      </span>
      <SlotState slot={slot} />
      <span className="uploads-acts">
        {status === 'error' && (
          <Button size="sm" aria-label={`Retry ${file.name}`} onClick={() => retryUpload(id)}>
            <RotateCcw className="icon icon-sm" aria-hidden="true" />
            Retry
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          className="btn-icon"
          aria-label={`${status === 'uploading' ? 'Cancel' : 'Dismiss'} ${file.name}`}
          onClick={() => cancelUpload(id)}
        >
          <X className="icon icon-sm" aria-hidden="true" />
        </Button>
      </span>
      {/* A failed file shows no progress, because it has to be sent from its beginning. */}
      {status === 'uploading' && <Rule length={progress} label={`Upload of ${file.name}`} />}
    </li>
  )
}

function SlotState({ slot: { status, progress, speed, remaining_time, detail } }: { slot: UploadSlot }) {
  if (status === 'completed')
    return (
      <span className="uploads-outcome text-ok-text">
        <CircleCheck className="icon icon-xs" aria-hidden="true" />
        Completed
      </span>
    )
  if (status === 'error')
    return (
      <span className="uploads-outcome text-danger-text" role="alert">
        <CircleAlert className="icon icon-xs" aria-hidden="true" />
        <span>Upload failed{detail && `: ${detail}`}</span>
      </span>
    )
  return (
    <span className="meta">
      <span>{Math.floor(progress * 100)}%</span>
      {speed > 0 && <span>{formatSpeed(speed)}</span>}
      {remaining_time !== null && <span>{formatRemaining(remaining_time)} left</span>}
    </span>
  )
}
