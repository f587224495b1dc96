import { useLayoutEffect } from 'react'

/** Id of what is seen of a screen while its program loads. */
export const EARLY_FRAME = 'early'

/** Takes the early frame away in the moment in which what stands beside this is there. */
export function EarlyFrameEnd() {
  useLayoutEffect(() => document.getElementById(EARLY_FRAME)?.remove(), [])
  return null
}
