/** A word at least this many pixels inside the view counts as visible. */
const MARGIN = 46

/** Scrolls an element into the upper third of its scroller, unless it is well visible. Scrolls nothing else. */
export function reveal(scroller: HTMLElement, element: Element): void {
  const distance = distanceTo(scroller, element)
  if (distance === 0) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!still && Math.abs(distance) < scroller.clientHeight) {
    scroller.scrollTo({ top: scroller.scrollTop + distance, behavior: 'smooth' })
    return
  }
  scroller.scrollTop += distance
  // The browser lays the newly visible text out only now, and its height was an estimate.
  requestAnimationFrame(() => {
    scroller.scrollTop += distanceTo(scroller, element)
  })
}

/** Pixels to scroll, 0 when it is visible. */
function distanceTo(scroller: HTMLElement, element: Element): number {
  const room = scroller.getBoundingClientRect()
  const at = element.getBoundingClientRect()
  const above = at.top - room.top
  if (above >= MARGIN && room.bottom - at.bottom >= MARGIN) return 0
  // The start of the text cannot be lower than the top.
  return Math.max(-scroller.scrollTop, above - room.height / 3)
}
