import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { isWorkedOn } from '@footnote/contract/shared/video-status.ts'
import { ArrowLeft, PanelLeft, PanelRight, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { collectionAddress, listAddress } from '../../../lib/addresses.ts'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import { Breadcrumbs } from '../../../ui/page/page-header.tsx'
import type { VisiblePanels } from './panel-sizes.ts'

/** Path to the video. Guests with a share link see its name alone, because they cannot open the rest. */
export function ReviewCrumbs({ video, guest }: { video: VideoDetail; guest: boolean }) {
  const { collection_id, collection_name, file_name } = video
  const above = [
    { label: 'Collections', to: listAddress('review') },
    // For a search collection, this address redirects to its own screen.
    { label: collection_name, to: collectionAddress({ id: collection_id, kind: 'review' }) },
  ]
  return <Breadcrumbs entries={[...(guest ? [] : above), { label: file_name }]} />
}

/** Leads to the collection of the video, where there is no room for its path. */
export function BackLink({ video: { collection_id, collection_name } }: { video: VideoDetail }) {
  return (
    <ButtonLink variant="ghost" className="btn-icon" to={collectionAddress({ id: collection_id, kind: 'review' })}>
      <ArrowLeft className="icon" role="img" aria-label={`Back to ${collection_name}`} />
    </ButtonLink>
  )
}

/** Buttons that show or hide the panels beside the video. */
export function PanelToggles({ shown, onChange }: { shown: VisiblePanels; onChange: (shown: VisiblePanels) => void }) {
  return (
    <>
      <Button variant="ghost" onClick={() => onChange({ ...shown, transcript: !shown.transcript })}>
        <PanelLeft className="icon" aria-hidden="true" />
        {shown.transcript ? 'Hide Transcript' : 'Show Transcript'}
      </Button>
      <Button variant="ghost" onClick={() => onChange({ ...shown, comments: !shown.comments })}>
        <PanelRight className="icon" aria-hidden="true" />
        {shown.comments ? 'Hide Comments' : 'Show Comments'}
      </Button>
    </>
  )
}

/** Opens the dialog of share links; shown to people who may create or revoke some. */
export function ShareButton({ onClick }: { onClick: () => void }) {
  return (
    <Button className="review-share" aria-label="Share" onClick={onClick}>
      <Share2 className="icon" aria-hidden="true" />
      <span>Share</span>
    </Button>
  )
}

/** Explains the state of a video that is not ready, or has failed. @param guest whether the reader is a guest: indexing does not concern guests */
export function ReviewNotice({ video, guest = false }: { video: VideoDetail; guest?: boolean }): ReactNode {
  const sentence = guest && video.status !== 'SUCCESS' ? null : noticeOf(video)
  if (!sentence) return null
  return (
    <div className="review-notice">
      <Alert kind={isWorkedOn(video.status) ? 'info' : 'warn'}>{sentence}</Alert>
    </div>
  )
}

function noticeOf(video: VideoDetail): string | null {
  const { status, status_percentage, searchable_until, error, can, fetching } = video
  if (status === 'SUCCESS') return can.open ? null : 'COLLECTION IS EXPIRED'
  if (status === 'PENDING' && fetching) return error ?? 'Footnote still fetches the file of this video.'
  if (!isWorkedOn(status)) return `This video could not be indexed${error ? `: ${error}` : '.'}`
  const done = status_percentage > 0 ? ` (${Math.floor(status_percentage)}%)` : ''
  const searchable = searchable_until === null ? '' : ` Searchable up to ${formatTimecode(searchable_until)}.`
  return `This video is still being indexed${done}.${searchable}`
}
