import { Pause, Play, RotateCcw, X } from 'lucide-react'
import { Button } from '../../../../ui/forms/button.tsx'
import { Rule } from '../../../../ui/page/rule.tsx'
import { cancelUpload, keepBoth, pauseUpload, resumeUpload } from '../queue/queue.ts'
import { isUnfinished, type UploadSlot } from '../upload-list.ts'
import { SlotState } from './slot-state.tsx'

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
        {status === 'duplicate' ? (
          <SkipOrKeep slot={slot} />
        ) : (
          <>
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
          </>
        )}
      </span>
      {isUnfinished(slot) && status !== 'duplicate' && (
        <Rule
          className={status === 'paused' || status === 'error' ? 'uploads-still' : undefined}
          length={size > 0 ? sent / size : 0}
          label={`Upload of ${name}`}
        />
      )}
    </li>
  )
}

function SkipOrKeep({ slot: { id, name } }: { slot: UploadSlot }) {
  return (
    <>
      <Button size="sm" aria-label={`Skip ${name}`} onClick={() => cancelUpload(id)}>
        Skip
      </Button>
      <Button variant="ghost" size="sm" aria-label={`Keep both: ${name}`} onClick={() => keepBoth(id)}>
        Keep both
      </Button>
    </>
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
