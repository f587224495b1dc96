import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { followLink } from '../../features/review/live/follow-link.ts'
import { ReviewSkeleton } from '../../features/review/review-page/review-states.tsx'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { type OpenLink, SharedDoor } from './shared-door.tsx'

// What a link shows is known when it is read: a room needs no player, and a video no room.
const RoomPage = lazyPart(async () => (await import('../../features/review/sharing/room/room-page.tsx')).RoomPage)
const SharedVideo = lazyPart(async () => (await import('./shared-video.tsx')).SharedVideo)
const GuestMail = lazyPart(
  async () => (await import('../../features/review/sharing/guest-mail/guest-mail.tsx')).GuestMail,
)
const LinkEnded = lazyPart(
  async () => (await import('../../features/review/review-page/ended/link-ended.tsx')).LinkEnded,
)

/** What a share link opens: its room, or one of its videos. */
export default function SharedScreen() {
  const { videoId } = useParams()
  return <SharedDoor>{(open) => <Opened key={videoId} {...open} videoId={videoId ?? null} />}</SharedDoor>
}

/** Whether a link shows a list of videos. */
export const isRoom = ({ kind }: Pick<OpenedLink, 'kind'>): boolean => kind === 'set' || kind === 'collection'

function Opened({ videoId, ...open }: OpenLink & { videoId: string | null }) {
  const { link, gone, shareToken, check } = open
  // A newer version is offered; nothing switches by itself.
  const [first] = useState(link.video_id)
  const shown = videoId ?? first ?? link.video_id
  if (shown !== null) return <SharedVideo {...open} videoId={shown} fallback={<ReviewSkeleton />} />
  if (gone) return <LinkEnded unsent={[]} />
  return <Room link={link} shareToken={shareToken} check={check} />
}

/** The list of a link's videos, as long as it is shown. */
function Room({ link, shareToken, check }: Pick<OpenLink, 'link' | 'shareToken' | 'check'>) {
  useEffect(() => followLink(shareToken), [shareToken])
  return (
    <RoomPage
      link={link}
      shareToken={shareToken}
      offer={link.mail !== null && <GuestMail shareToken={shareToken} mail={link.mail} onChosen={check} />}
    />
  )
}
