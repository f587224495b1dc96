import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { sharedAddress, sharedVideoAddress } from '../../../../lib/addresses.ts'
import { ButtonLink } from '../../../../ui/forms/button.tsx'
import { roomQuery } from './api.ts'
import './room-ways.css'

/** From a video of a room to the room, and to the videos beside it. */
export function RoomWays({
  shareToken,
  videoId,
  name,
}: {
  shareToken: string
  videoId: string
  /** Of the link; null for none. */
  name: string | null
}) {
  const { data } = useQuery(roomQuery(shareToken))
  const videos = data?.videos ?? []
  const place = videos.findIndex(({ video_id }) => video_id === videoId)
  const beside = (step: number) => (place < 0 ? undefined : videos[place + step])
  return (
    <nav className="room-ways" aria-label="Videos of this link">
      <ButtonLink
        variant="ghost"
        className="room-back"
        to={sharedAddress(shareToken)}
        aria-label={`Back to ${name ?? 'all videos'}`}
      >
        <ArrowLeft className="icon" aria-hidden="true" />
        <span className="truncate">{name ?? 'All videos'}</span>
      </ButtonLink>
      <Way icon={ChevronLeft} word="Previous" video={beside(-1)} shareToken={shareToken} />
      {place >= 0 && <span className="room-place">{`${place + 1} of ${videos.length}`}</span>}
      <Way icon={ChevronRight} word="Next" video={beside(1)} shareToken={shareToken} />
    </nav>
  )
}

function Way({
  icon: Icon,
  word,
  video,
  shareToken,
}: {
  icon: LucideIcon
  word: 'Previous' | 'Next'
  /** Absent at the ends. */
  video: { readonly video_id: string; readonly file_name: string } | undefined
  shareToken: string
}) {
  const icon = <Icon className="icon" aria-hidden="true" />
  if (!video)
    return (
      <button type="button" className="btn btn-ghost btn-icon" aria-label={`${word} video`} disabled>
        {icon}
      </button>
    )
  const label = `${word} video: ${video.file_name}`
  return (
    <Link
      className="btn btn-ghost btn-icon"
      aria-label={label}
      title={label}
      to={sharedVideoAddress(shareToken, video.video_id)}
    >
      {icon}
    </Link>
  )
}
