import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { PresentEvent } from '@footnote/contract/nouns/review/live.ts'
import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import type { ReactNode } from 'react'
import type { VersionsHere } from '../../features/library/versions/use-versions.ts'
import { VersionArrived, VersionButton } from '../../features/library/versions/version-button.tsx'
import { ApprovalHead } from '../../features/review/approvals/approval-head.tsx'
import {
  BackLink,
  PanelToggles,
  ReviewCrumbs,
  ReviewNotice,
  ShareButton,
} from '../../features/review/review-page/review-tools.tsx'
import { useOffersLinks } from '../../features/review/sharing/offers-links.ts'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import type { Beside } from './use-reviewing.ts'

const PresentPeople = lazyPart(
  async () => (await import('../../features/review/live/present-people.tsx')).PresentPeople,
)

interface HeadProps {
  video: VideoDetail
  /** The share link that opened the page; null for signed-in people. */
  share: ShareAccess | null
  /** That link; null for signed-in people. */
  link: OpenedLink | null
  /** Facts about that link. */
  facts: ReactNode
  /** Leads to the other videos of that link. */
  ways: ReactNode
  versions: VersionsHere
  /** The panels beside the video; null where there is no room for them. */
  beside: Beside | null
  /** Place within reach of a thumb, for the verdicts. */
  foot: HTMLElement | null
  /** Who else has the page open; null while the page does not know it. */
  present: PresentEvent | null
  onUpload: () => void
  onShare: () => void
}

const DownloadButton = lazyPart(
  async () => (await import('../../features/review/review-page/guest/download-button.tsx')).DownloadButton,
)

/** The tools of the page, and what people must know about the video before they comment. */
export function ReviewHead({
  video,
  share,
  link,
  facts,
  ways,
  versions,
  beside,
  foot,
  present,
  onUpload,
  onShare,
}: HeadProps) {
  const guest = share !== null
  const offersLinks = useOffersLinks(video, guest)
  return (
    <>
      <div className="review-tools">
        {!beside && !guest && <BackLink video={video} />}
        {ways}
        <ReviewCrumbs video={video} guest={guest} />
        {(link === null || link.show_versions) && (
          <VersionButton at={versions} onUpload={!guest && video.can.versions ? onUpload : undefined} />
        )}
        <ApprovalHead video={video} share={share} newer={versions.newer} foot={beside ? undefined : foot} />
        {!!present?.others && <PresentPeople present={present} guest={guest} />}
        {beside && <PanelToggles shown={beside.shown} onChange={beside.setShown} />}
        {share && link && link.download !== 'none' && <DownloadButton videoId={video.id} share={share} />}
        {offersLinks && <ShareButton onClick={onShare} />}
      </div>
      <VersionArrived at={versions} />
      <ReviewNotice video={video} guest={guest} />
      {facts}
    </>
  )
}
