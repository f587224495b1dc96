import type { Storyboard } from '@footnote/contract/nouns/videos.ts'
import type { CSSProperties } from 'react'

/** The storyboard picture of a time. @param time seconds @returns background styles that fill the element with it */
export const storyboardTile = (storyboard: Storyboard, time: number): CSSProperties =>
  tileAt(storyboard, Math.floor(time / storyboard.interval))

/**
 * The first storyboard picture of a piece, in its own shape, within a box of 16:9. A piece that has none, because it is
 * short, gets the one before it. That one may show another shot.
 * @param start seconds
 * @param end seconds, excluded
 */
export function pieceTile(storyboard: Storyboard, start: number, end: number): CSSProperties {
  const { interval, count, tile_width, tile_height } = storyboard
  const inside = Math.ceil(start / interval)
  const index = inside * interval < end && inside < count ? inside : Math.floor(start / interval)
  const shape = tile_width / tile_height
  return { ...tileAt(storyboard, index), aspectRatio: shape, width: `${Math.min(1, (shape * 9) / 16) * 100}%` }
}

function tileAt({ url, columns, count }: Storyboard, place: number): CSSProperties {
  const rows = Math.ceil(count / columns)
  const index = Math.min(count - 1, Math.max(0, place))
  const across = columns > 1 ? (index % columns) / (columns - 1) : 0
  const down = rows > 1 ? Math.floor(index / columns) / (rows - 1) : 0
  return {
    backgroundImage: `url("${url}")`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${across * 100}% ${down * 100}%`,
  }
}
