import { useMediaQuery } from '../../../../lib/use-media-query.ts'

/** Where the parts of the page are: side by side, one below the other, or the tabs over a film that fills the screen. */
export type Room = 'wide' | 'portrait' | 'landscape'

/** From this width on, panels have room side by side. */
const WIDE = '(min-width: 900px)'
/** A phone on its side: no laptop is as low, and a low window of one has a mouse. */
const LOW = '(orientation: landscape) and (max-height: 499.98px)'
const LANDSCAPE = `${LOW} and (max-width: 899.98px), ${LOW} and (pointer: coarse)`

/** What the window has room for; follows it. */
export function useRoom(): Room {
  const wide = useMediaQuery(WIDE)
  const landscape = useMediaQuery(LANDSCAPE)
  return landscape ? 'landscape' : wide ? 'wide' : 'portrait'
}
