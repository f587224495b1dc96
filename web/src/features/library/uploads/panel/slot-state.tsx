import { CircleAlert, CircleCheck, CircleMinus, Copy, WifiOff } from 'lucide-react'
import type { UploadSlot } from '../upload-list.ts'
import { wordsOf } from './totals.ts'

/** How far a file is, or what became of it. */
export function SlotState({ slot }: { slot: UploadSlot }) {
  const { status, detail, same_as } = slot
  if (same_as)
    return (
      <span className="uploads-outcome uploads-asked" title={same_as.file_name}>
        <Copy className="icon icon-xs" aria-hidden="true" />
        <span className="min-w-0 truncate">
          Same file as <bdi>{same_as.file_name}</bdi>
        </span>
      </span>
    )
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
