import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { speechLabel } from '@footnote/contract/shared/language/speech-notes.ts'
import { failedToPlay, isFailed, isReady } from '@footnote/contract/shared/video-status.ts'
import { CircleAlert, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../../ui/marks/badge.tsx'
import { PlaybackBadge, StatusBadge } from '../../../../ui/marks/status-badge.tsx'
import { Tooltip } from '../../../../ui/overlays/tooltip.tsx'
import { useRetryVideo } from '../api.ts'

/** Progress of the video, or the reason why a finished one does not play yet or has no transcript. */
export function VideoProgress({ video, enabled }: { video: Video; enabled: boolean }) {
  const { status, error, playback_error } = video
  if (isReady(video) && video.reading_note) {
    const badge = (
      <Badge kind="warn" icon={CircleAlert}>
        Read differently
      </Badge>
    )
    return <Failed video={video} enabled={enabled} badge={badge} reason={video.reading_note} act="Index again" />
  }
  if (isReady(video)) {
    const note = video.speech_note ?? ''
    const badge = (
      <Badge kind="warn" icon={CircleAlert}>
        {speechLabel(note)}
      </Badge>
    )
    return <Failed video={video} enabled={enabled} badge={badge} reason={note} />
  }
  if (status === 'SUCCESS') {
    const playback = <PlaybackBadge playback={video.playback} />
    return failedToPlay(video) ? (
      <Failed video={video} enabled={enabled} badge={playback} reason={playback_error ?? 'It cannot be played.'} />
    ) : (
      <Reason badge={playback} reason="A copy that browsers can play is being made." />
    )
  }
  const failed = isFailed(status)
  const { status_percentage: percentage, fetching } = video
  const badge = <StatusBadge {...{ status, percentage, fetching }} held={error !== null && !failed} />
  if (failed)
    return <Failed video={video} enabled={enabled} badge={badge} reason={error ?? 'This video could not be indexed.'} />
  return error ? <Reason badge={badge} reason={error} /> : badge
}

function Reason({ badge, reason }: { badge: ReactNode; reason: string }) {
  return (
    <>
      <Tooltip text={reason}>
        <button type="button" className="video-status">
          {badge}
          <span className="sr-only">{reason}</span>
        </button>
      </Tooltip>
      <Written reason={reason} />
    </>
  )
}

/** The reason in writing, for devices without a pointer. */
const Written = ({ reason }: { reason: string }) => (
  <span className="video-reason" aria-hidden="true">
    {reason}
  </span>
)

/** The failure, and a button that retries for people who may do so. */
function Failed({
  video,
  enabled,
  badge,
  reason,
  act = 'Retry',
}: {
  video: Video
  enabled: boolean
  badge: ReactNode
  reason: string
  act?: string
}) {
  const retry = useRetryVideo()
  if (!enabled || !video.can.retry) return <Reason badge={badge} reason={reason} />
  return (
    <>
      <Tooltip text={`${reason} Click to ${act.toLowerCase()}.`}>
        <button
          type="button"
          className="video-retry"
          aria-busy={retry.isPending || undefined}
          onClick={() => !retry.isPending && retry.mutate(video.id)}
        >
          {badge}
          <span className="flex items-center gap-1">
            <RefreshCw className="icon icon-sm" aria-hidden="true" />
            {retry.isError ? `Not started. ${act}` : act}
          </span>
        </button>
      </Tooltip>
      <Written reason={reason} />
    </>
  )
}
