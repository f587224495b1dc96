import type { MouseEvent, PointerEvent } from 'react'

/** The area over the picture that takes presses. Keys and controls do the same, so the keyboard needs no stop here. */
export function TapSurface({
  onPointerDown,
  onClick,
}: {
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void
  onClick: (event: MouseEvent<HTMLElement>) => void
}) {
  return (
    <button
      type="button"
      className="tap-surface"
      tabIndex={-1}
      aria-hidden="true"
      // The focus stays where it was, so that Space still plays and pauses.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={onPointerDown}
      onClick={onClick}
    />
  )
}
