import { useLayoutEffect } from 'react'

/** Id of the element that shows a screen's outline while its program loads. */
export const EARLY_FRAME = 'early'

/** Removes the early frame at the moment when its sibling elements appear. */
export function EarlyFrameEnd() {
  useLayoutEffect(() => document.getElementById(EARLY_FRAME)?.remove(), [])
  return null
}
