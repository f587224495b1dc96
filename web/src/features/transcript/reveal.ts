/** Pixels above and below within which a word is in sight. */
const MARGIN = 46

/** Brings something inside a scrolling element into its upper third, unless it is well in sight. Scrolls nothing else. */
export function reveal(scroller: HTMLElement, element: Element): void {
  const distance = distanceTo(scroller, element)
  if (distance === 0) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!still && Math.abs(distance) < scroller.clientHeight) {
    scroller.scrollTo({ top: scroller.scrollTop + distance, behavior: 'smooth' })
    return
  }
  scroller.scrollTop += distance
  // What comes into sight is laid out only now, and is seldom as high as was assumed.
  requestAnimationFrame(() => {
    scroller.scrollTop += distanceTo(scroller, element)
  })
}

/** Pixels to scroll, 0 when it is in sight. */
function distanceTo(scroller: HTMLElement, element: Element): number {
  const room = scroller.getBoundingClientRect()
  const at = element.getBoundingClientRect()
  const above = at.top - room.top
  if (above >= MARGIN && room.bottom - at.bottom >= MARGIN) return 0
  // What begins the text cannot stand lower than it does.
  return Math.max(-scroller.scrollTop, above - room.height / 3)
}
