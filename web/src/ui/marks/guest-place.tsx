import { createPortal } from 'react-dom'
import { Avatar, namesIn } from './avatar.tsx'

/** Id of the place in the bar of guests where a page shows who the guest is. */
export const GUEST_PLACE = 'guest-place'

/** Shows the guest's name in the bar of guests. Nothing without a name. */
export function InGuestBar({ name }: { name: string }) {
  const place = document.getElementById(GUEST_PLACE)
  if (!place || name === '') return null
  return createPortal(
    <>
      <Avatar guest {...namesIn(name)} />
      <span className="sr-only">You are </span>
      <bdi className="truncate max-sm:sr-only">{name}</bdi>
      <span className="sr-only"> (guest)</span>
    </>,
    place,
  )
}
