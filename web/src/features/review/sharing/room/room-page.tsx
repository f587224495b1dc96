import type { OpenedLink, Room } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { formatDate } from '@footnote/contract/shared/timecode.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sharedVideoAddress } from '../../../../lib/addresses.ts'
import { useGuestName } from '../../../../lib/guest.ts'
import { InGuestBar } from '../../../../ui/marks/guest-place.tsx'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import { NotLoaded } from '../../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { roomQuery } from './api.ts'
import { RoomCard } from './room-card.tsx'
import './room.css'

/**
 * The videos of a link that shows several.
 * @param offer what the link offers its guest, shown below its facts
 */
export function RoomPage({ link, shareToken, offer }: { link: OpenedLink; shareToken: string; offer: ReactNode }) {
  const { data, isError, refetch } = useQuery(roomQuery(shareToken))
  const name = useGuestName()
  const title = link.name ?? `Videos from ${link.shared_by}`
  return (
    <main className="page room" aria-busy={!data && !isError}>
      <title>{`${title} · Footnote`}</title>
      {link.permission !== 'viewer' && <InGuestBar name={link.guest_name ?? name} />}
      <h1>{title}</h1>
      <p className="room-lead">{data ? leadOf(data) : <Skeleton className="h-4 w-72 max-w-full" />}</p>
      {offer}
      {!data && isError && <NotLoaded what="The videos could not be loaded." onRetry={refetch} />}
      {!data && !isError && <Placeholders />}
      {data?.videos.length === 0 && (
        <EmptyState fact="No videos yet" next="What is added later appears here. Come back to this link." />
      )}
      {data && data.videos.length > 0 && (
        <div className="grid-videos">
          {data.videos.map((video) => (
            <RoomCard key={video.video_id} video={video} to={sharedVideoAddress(shareToken, video.video_id)} />
          ))}
        </div>
      )}
    </main>
  )
}

const MAY = {
  viewer: 'You can watch them.',
  commenter: 'You can watch and comment.',
  approver: 'You can watch, comment and approve.',
} as const

/** For example '9 videos from Mara Lindqvist. You can watch, comment and approve. Link open until Dec 20, 2026.' */
function leadOf({ videos, shared_by, permission, expires_at }: Room): string {
  const count = videos.length === 1 ? '1 video' : `${videos.length} videos`
  const ends = expires_at === null ? '' : ` Link open until ${formatDate(new Date(expires_at))}.`
  return `${count} from ${shared_by}. ${MAY[permission]}${ends}`
}

const Placeholders = () => (
  <div className="grid-videos" aria-hidden="true">
    {Array.from({ length: 6 }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders without identity
      <div key={place} className="video">
        <span className="frame">
          <Skeleton className="absolute inset-0" />
        </span>
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-1/2" />
      </div>
    ))}
  </div>
)
