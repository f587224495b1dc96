import { createPortal } from 'react-dom'
import { Avatar, namesIn } from './avatar.tsx'

/** Shows the guest's name at its place in the bar of guests, which has the class `guest-place`. Nothing without a name. */
export function InGuestBar({ name }: { name: string }) {
  const place = document.querySelector('.bar > .guest-place')
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
