import { CircleAlert, CircleCheck, CircleMinus, Pause, Play, RotateCcw, WifiOff, X } from 'lucide-react'
import { Button } from '../../../ui/forms/button.tsx'
import { Rule } from '../../../ui/page/rule.tsx'
import { cancelUpload, pauseUpload, resumeUpload } from '../queue/queue.ts'
import { isUnfinished, type UploadSlot } from '../upload-list.ts'
import { wordsOf } from './totals.ts'

/** One file of the upload panel. */
export function Slot({ slot }: { slot: UploadSlot }) {
  const { id, name, size, sent, status, note } = slot
  return (
    <li>
      <span className="truncate font-medium" dir="auto" title={slot.relative_path ?? name}>
        {name}
      </span>
      <span className="uploads-state">
        <SlotState slot={slot} />
        {note && <span className="text-xs text-text-2">{note}</span>}
      </span>
      <span className="uploads-acts">
        <PauseOrResume slot={slot} />
        <Button
          variant="ghost"
          size="sm"
          className="btn-icon"
          aria-label={`${isUnfinished(slot) ? 'Cancel' : 'Dismiss'} ${name}`}
          onClick={() => cancelUpload(id)}
        >
          <X className="icon icon-sm" aria-hidden="true" />
        </Button>
      </span>
      {isUnfinished(slot) && (
        <Rule
          className={status === 'paused' || status === 'error' ? 'uploads-still' : undefined}
          length={size > 0 ? sent / size : 0}
          label={`Upload of ${name}`}
        />
      )}
    </li>
  )
}

function PauseOrResume({ slot: { id, name, status } }: { slot: UploadSlot }) {
  if (status === 'paused')
    return (
      <Button size="sm" aria-label={`Resume ${name}`} onClick={() => resumeUpload(id)}>
        <Play className="icon icon-sm" aria-hidden="true" />
        Resume
      </Button>
    )
  if (status === 'error')
    return (
      <Button size="sm" aria-label={`Retry ${name}`} onClick={() => resumeUpload(id)}>
        <RotateCcw className="icon icon-sm" aria-hidden="true" />
        Retry
      </Button>
    )
  if (status === 'completed' || status === 'skipped') return null
  return (
    <Button variant="ghost" size="sm" className="btn-icon" aria-label={`Pause ${name}`} onClick={() => pauseUpload(id)}>
      <Pause className="icon icon-sm" aria-hidden="true" />
    </Button>
  )
}

function SlotState({ slot }: { slot: UploadSlot }) {
  const { status, detail } = slot
  if (status === 'completed')
    return (
      <span className="uploads-outcome text-ok-text">
        <CircleCheck className="icon icon-xs" aria-hidden="true" />
        Completed
      </span>
    )
  if (status === 'skipped')
    return (
      <span className="uploads-outcome text-text-2">
        <CircleMinus className="icon icon-xs" aria-hidden="true" />
        Skipped
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
      {wordsOf(slot).map((words) => (
        <span key={words}>{words}</span>
      ))}
      {status === 'offline' && (
        <span className="uploads-outcome">
          <WifiOff className="icon icon-xs" aria-hidden="true" />
          Waiting for the network
        </span>
      )}
    </span>
  )
}
