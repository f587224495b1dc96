/** The action of a press on the picture. */
export type TapMeaning = 'toggle' | 'rewind' | 'forward' | null

/** Share of the height, from the top, that reacts to presses. */
const UPPER = 0.8

/**
 * The action of a press. A mouse plays and pauses; a finger rewinds in the left third and skips forward in the right
 * one.
 * @param x pixels from the left
 * @param y pixels from the top, of a picture of `width` by `height`
 */
export function meaningOfTap(x: number, y: number, width: number, height: number, touch: boolean): TapMeaning {
  if (y > height * UPPER) return null
  if (!touch) return 'toggle'
  if (x < width / 3) return 'rewind'
  return x > (width * 2) / 3 ? 'forward' : 'toggle'
}
