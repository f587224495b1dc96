import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { draftName, readUnsent } from '../../features/review/comments/writing/draft.ts'
import { isGone } from '../../features/review/review-page/api.ts'
import { GuestFacts, NewerExists } from '../../features/review/review-page/guest/guest-facts.tsx'
import { ReviewFailure, ReviewSkeleton } from '../../features/review/review-page/review-states.tsx'
import { sharedVideoQuery } from '../../features/review/review-page/shared-api.ts'
import { sharedAddress } from '../../lib/addresses.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { ReviewPage } from '../review/review-page.tsx'
import type { OpenLink } from './shared-door.tsx'

// Loaded when the link or its video ends while the page is open, and in rooms.
const LinkEnded = lazyPart(
  async () => (await import('../../features/review/review-page/ended/link-ended.tsx')).LinkEnded,
)
const VideoTaken = lazyPart(
  async () => (await import('../../features/review/review-page/ended/video-taken.tsx')).VideoTaken,
)
const GuestMail = lazyPart(
  async () => (await import('../../features/review/sharing/guest-mail/guest-mail.tsx')).GuestMail,
)
const RoomWays = lazyPart(async () => (await import('../../features/review/sharing/room/room-ways.tsx')).RoomWays)

/** The review of a video behind a share link. */
export function SharedVideo({ link, shareToken, gone, check, videoId }: OpenLink & { videoId: string }) {
  const [ended, setEnded] = useState(false)
  const video = useQuery(sharedVideoQuery(videoId, shareToken))
  const room = link.kind === 'set' || link.kind === 'collection'
  const taken = isGone(video.error) || ended || video.data?.status === 'DELETING'
  const unsent = () => readUnsent(draftName(videoId, null))
  if (gone || (taken && video.data && !room && videoId === link.video_id))
    return <LinkEnded unsent={unsent()} fallback={<ReviewSkeleton />} />
  if (taken && (room || videoId !== link.video_id))
    return <VideoTaken to={sharedAddress(shareToken)} all={room} unsent={unsent()} fallback={<ReviewSkeleton />} />
  if (video.data)
    return (
      <ReviewPage
        video={video.data}
        shareToken={shareToken}
        link={link}
        ways={room && <RoomWays shareToken={shareToken} videoId={videoId} name={link.name} />}
        facts={
          <>
            <GuestFacts link={link} />
            {videoId === link.video_id && <NewerExists link={link} />}
          </>
        }
        offer={link.mail !== null && <GuestMail shareToken={shareToken} mail={link.mail} onChosen={check} />}
        refresh={async () => (await video.refetch()).data}
        onEnded={(reason) => {
          // A link that was locked meanwhile shows its gate, and goes on from there.
          if (reason.code !== 'link_locked') setEnded(true)
          void check()
        }}
      />
    )
  if (!video.error) return <ReviewSkeleton />
  return <ReviewFailure error={video.error} home="/" {...(taken ? {} : { onRetry: video.refetch })} />
}
