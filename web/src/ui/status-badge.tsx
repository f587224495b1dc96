import type { VideoStatus } from '@footnote/contract/videos.ts'
import { CircleAlert, CircleDashed, Clock, Gauge, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Badge, type BadgeKind } from './badge.tsx'

interface StatusLook {
  word: string
  kind: BadgeKind
  icon: LucideIcon
  spin?: boolean
  percentage?: boolean
}

const looks: Record<Exclude<VideoStatus, 'SUCCESS'>, StatusLook> = {
  PENDING: { word: 'Pending', kind: 'idle', icon: CircleDashed },
  VALIDATING: { word: 'Validating', kind: 'busy', icon: LoaderCircle, spin: true },
  QUEUED: { word: 'Queued', kind: 'idle', icon: Clock },
  PROCESSING_SPEECH: { word: 'Processing speech', kind: 'busy', icon: LoaderCircle, spin: true, percentage: true },
  PROCESSING_VISUAL: { word: 'Processing visual', kind: 'busy', icon: LoaderCircle, spin: true, percentage: true },
  PROCESSING_OCR: { word: 'Processing text', kind: 'busy', icon: LoaderCircle, spin: true, percentage: true },
  FAILED: { word: 'Failed', kind: 'danger', icon: CircleAlert },
  OVER_LIMIT: { word: 'Over limit', kind: 'warn', icon: Gauge },
  ERROR: { word: 'Error', kind: 'danger', icon: TriangleAlert },
  DELETING: { word: 'Deleting', kind: 'idle', icon: LoaderCircle, spin: true },
}

/** How far a video has come. A finished one is quiet: nothing is shown. @param percentage 0 to 100 */
export function StatusBadge({ status, percentage }: { status: VideoStatus; percentage: number }) {
  if (status === 'SUCCESS') return null
  const look = looks[status]
  return (
    <Badge kind={look.kind} icon={look.icon} spin={look.spin}>
      {look.percentage ? `${look.word} ${Math.floor(percentage)}%` : look.word}
    </Badge>
  )
}
