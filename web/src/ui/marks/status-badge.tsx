import type { Playback, Video } from '@footnote/contract/nouns/library/videos.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
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
  PROCESSING_SPEECH: {
    word: 'Processing Conversation',
    kind: 'busy',
    icon: LoaderCircle,
    spin: true,
    percentage: true,
  },
  PROCESSING_VISUAL: { word: 'Processing Visual', kind: 'busy', icon: LoaderCircle, spin: true, percentage: true },
  PROCESSING_OCR: { word: 'Processing Text in video', kind: 'busy', icon: LoaderCircle, spin: true, percentage: true },
  FAILED: { word: 'Failed', kind: 'danger', icon: CircleAlert },
  OVER_LIMIT: { word: 'Over limit', kind: 'warn', icon: Gauge },
  ERROR: { word: 'Error', kind: 'danger', icon: TriangleAlert },
  DELETING: { word: 'Deleting', kind: 'idle', icon: LoaderCircle, spin: true },
}

type FetchState = Video['fetching']

const fetchedPart = ({ received, file_size }: NonNullable<FetchState>): string => {
  if (received === 0) return 'Fetching'
  return `Fetching ${file_size === null ? formatFileSize(received) : `${Math.floor((100 * received) / file_size)}%`}`
}

/**
 * Progress of a video's indexing. Shows nothing for a finished video.
 * @param percentage 0 to 100
 * @param held it waits for something that the server lacks
 * @param fetching bytes that are there of a file that the server fetches, and of all of it if known
 */
export function StatusBadge({
  status,
  percentage,
  held = false,
  fetching = null,
}: {
  status: VideoStatus
  percentage: number
  held?: boolean
  fetching?: FetchState
}) {
  if (status === 'SUCCESS') return null
  if (held)
    return (
      <Badge kind="warn" icon={Clock}>
        Waiting
      </Badge>
    )
  if (status === 'PENDING' && fetching)
    return (
      <Badge kind="busy" icon={LoaderCircle} spin>
        {fetchedPart(fetching)}
      </Badge>
    )
  const look = looks[status]
  return (
    <Badge kind={look.kind} icon={look.icon} spin={look.spin}>
      {look.percentage ? `${look.word} ${Math.floor(percentage)}%` : look.word}
    </Badge>
  )
}

/** Says that an indexed video does not play yet, or that preparing it failed. */
export function PlaybackBadge({ playback }: { playback: Playback }) {
  return playback === 'FAILED' ? (
    <Badge kind="danger" icon={CircleAlert}>
      Cannot play
    </Badge>
  ) : (
    <Badge kind="busy" icon={LoaderCircle} spin>
      Preparing to play
    </Badge>
  )
}
