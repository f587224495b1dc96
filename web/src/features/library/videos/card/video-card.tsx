import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { hasSpeechFailed, speechLabel } from '@footnote/contract/shared/language/speech-notes.ts'
import { formatFileSize, formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { type FailedStatus, isFailed, isReady } from '@footnote/contract/shared/video-status.ts'
import { Copy, Play } from 'lucide-react'
import { Link } from 'react-router'
import { reviewAddress } from '../../../../lib/addresses.ts'
import { severalTracks } from '../../../../player/sound/sound-tracks.ts'
import { Frame, FrameSkeleton } from '../../../../ui/marks/frame.tsx'
import { RelativeTime } from '../../../../ui/marks/relative-time.tsx'
import { ReviewChip } from '../../../../ui/marks/review-chip.tsx'
import { Tooltip } from '../../../../ui/overlays/tooltip.tsx'
import { Rule, type RuleKind } from '../../../../ui/page/rule.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { PickBox } from '../../../../ui/selection/pick-box.tsx'
import type { CardSelection } from '../selection/use-selection.ts'
import { ActionMenu, HoverActions, useVideoActions, type VersionAction } from './video-actions.tsx'
import { VideoProgress } from './video-progress.tsx'
import './video-card.css'

const RULES: Record<FailedStatus, RuleKind> = { FAILED: 'danger', ERROR: 'danger', OVER_LIMIT: 'warn' }

interface VideoCardProps {
  video: Video
  /** False in an expired collection, whose videos have no actions. */
  enabled: boolean
  /** Plays the video here; if absent, opening the video leads to its review. */
  onOpen?: ((video: Video) => void) | undefined
  /** Absent when the collection has no speech. */
  onLanguage?: ((video: Video) => void) | undefined
  onRename: (video: Video) => void
  onMove: (video: Video) => void
  /** Absent where no versions are kept. */
  onVersions?: ((video: Video, asked: VersionAction) => void) | undefined
  /** A newer version that is being indexed or has failed. */
  coming?: Video | null
  picking: CardSelection
  onDelete: (video: Video) => void
}

/** A video as a card: picture, name and progress. */
export function VideoCard({ video, enabled, onOpen, coming = null, picking, ...asked }: VideoCardProps) {
  const pick = (range = false) => picking.pick(video.id, range)
  const actions = useVideoActions(video, { enabled, reviewed: !onOpen, onPick: pick, ...asked })
  const { file_name } = video
  const chosen = picking.has(video.id)
  return (
    <article className="video video-card" aria-label={file_name} data-chosen={chosen || undefined}>
      {enabled && video.status !== 'DELETING' && (
        <PickBox className="video-pick video-hover" name={file_name} chosen={chosen} onPick={pick} />
      )}
      <Picture
        video={video}
        opens={enabled && video.can.open ? (onOpen ? () => onOpen(video) : reviewAddress(video)) : null}
      />
      <HoverActions name={file_name} actions={actions} />
      <div className="min-w-0">
        <div className="flex items-center gap-1">
          <h3 className="min-w-0 flex-1 truncate" dir="auto" title={file_name}>
            {file_name}
          </h3>
          {video.version > 1 && <span className="video-version">{`v${video.version}`}</span>}
          <ActionMenu name={file_name} actions={actions} />
        </div>
        <div className="line">
          {isReady(video) && !hasSpeechFailed(video) && !video.reading_note ? (
            <Facts video={video} />
          ) : (
            <>
              <VideoProgress video={video} enabled={enabled} />
              <Searchable video={video} />
            </>
          )}
        </div>
        {(video.review_status !== 'in_progress' || video.due_at !== null) && (
          <div className="line">
            <ReviewChip status={video.review_status} due={video.due_at} />
          </div>
        )}
        <SameFile video={video} />
        {coming && (
          <div className="line">
            <span className="video-version">{`v${coming.version}`}</span>
            <VideoProgress video={coming} enabled={enabled} />
          </div>
        )}
      </div>
    </article>
  )
}

/** The part of its work that is done, 0 to 1: first the fetch of its file, then its indexing. */
const doneOf = ({ status_percentage, fetching }: Video): number =>
  fetching ? fetching.received / (fetching.file_size ?? Number.POSITIVE_INFINITY) : status_percentage / 100

/** @param opens the action of a press, or the address that it leads to; null when the video cannot be opened */
function Picture({ video, opens }: { video: Video; opens: (() => void) | string | null }) {
  const { status, thumbnail_url, duration, file_name } = video
  const done = doneOf(video)
  const frame = (
    <Frame
      src={thumbnail_url}
      timecode={duration === null ? null : formatTimecode(duration)}
      dim={status === 'DELETING'}
    >
      {opens && (
        <span className="play video-hover" aria-hidden="true">
          <Play className="icon" />
        </span>
      )}
      {status !== 'SUCCESS' && done > 0 && status !== 'DELETING' && (
        <Rule length={done} kind={isFailed(status) ? RULES[status] : 'busy'} />
      )}
    </Frame>
  )
  if (!opens) return frame
  if (typeof opens === 'string')
    return (
      <Link className="video-open" to={opens}>
        <span className="sr-only">{`Review ${file_name}`}</span>
        {frame}
      </Link>
    )
  return (
    <button type="button" className="video-open" onClick={opens}>
      <span className="sr-only">{`Play ${file_name}`}</span>
      {frame}
    </button>
  )
}

function Facts({ video: { file_size, upload_date, speech_note, sound } }: { video: Video }) {
  const tracks = severalTracks(sound)
  const facts = (
    <span className="meta">
      {file_size !== null && <span>{formatFileSize(file_size)}</span>}
      <span>
        <RelativeTime at={upload_date} />
      </span>
      {tracks && <span>{tracks}</span>}
      {speech_note && <span>{speechLabel(speech_note)}</span>}
    </span>
  )
  return speech_note ? <Tooltip text={speech_note}>{facts}</Tooltip> : facts
}

/** Names another video with the same content, and leads to it. */
function SameFile({ video: { same_file_as } }: { video: Video }) {
  if (!same_file_as) return null
  return (
    <div className="line">
      <Copy className="icon icon-sm" aria-hidden="true" />
      <Link className="video-same" to={reviewAddress(same_file_as)} title={same_file_as.file_name}>
        Same file as <bdi>{same_file_as.file_name}</bdi>
      </Link>
    </div>
  )
}

/** How much of the video can be searched before it is indexed. */
function Searchable({ video: { status, searchable_until } }: { video: Video }) {
  if (searchable_until === null || status === 'SUCCESS' || status === 'DELETING') return null
  return <span className="video-searchable">{`Searchable up to ${formatTimecode(searchable_until)}`}</span>
}

/** Placeholder of a card while the list loads. */
export function VideoCardSkeleton() {
  return (
    <div className="video" aria-hidden="true">
      <FrameSkeleton />
      <div>
        <Skeleton className="my-0.5 h-4 w-4/5" />
        <Skeleton className="mt-2 h-4 w-2/5" />
      </div>
    </div>
  )
}
