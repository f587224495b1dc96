import type { ReactNode } from 'react'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { useKept } from './kept.tsx'
import type { Below, Part, VisiblePanels } from './panel-sizes.ts'
import { Panels } from './panels.tsx'
import type { Room } from './room/room.ts'
import './review-layout.css'
import './room/phone.css'
import './room/composer.css'
import './room/frame-steps.css'
import './room/portrait.css'
import './room/writing.css'
import './room/landscape.css'

// Windows with room side by side need none of it.
const PhoneRoom = lazyPart(async () => (await import('./room/phone-room.tsx')).PhoneRoom)

/** The three parts of the page in their places. None of them is mounted again when the places change. */
export function ReviewLayout({
  room,
  shown,
  front,
  onFront,
  beside = 'Comments',
  count,
  onFoot,
  ...parts
}: {
  room: Room
  shown: VisiblePanels
  /** Where there is no room for both, the part below the player. */
  front: Below
  onFront: (part: Below) => void
  /** Name of what is in the place of the comments. */
  beside?: string
  /** Number of comments in the list; null while something covers them, or they are unread. */
  count: number | null
  /** Where there is no room for all, gets the place within reach of a thumb. */
  onFoot: (place: HTMLElement | null) => void
} & Record<Part, ReactNode>) {
  const transcript = useKept(parts.transcript)
  const video = useKept(parts.video)
  const comments = useKept(parts.comments)
  return (
    <>
      {transcript.element}
      {video.element}
      {comments.element}
      {room === 'wide' ? (
        <Panels
          key={`${shown.transcript} ${shown.comments}`}
          shown={shown}
          transcript={transcript.place}
          video={video.place}
          comments={comments.place}
        />
      ) : (
        <PhoneRoom
          landscape={room === 'landscape'}
          front={front}
          onFront={onFront}
          beside={beside}
          count={count}
          onFoot={onFoot}
          transcript={transcript.place}
          video={video.place}
          comments={comments.place}
        />
      )}
    </>
  )
}
