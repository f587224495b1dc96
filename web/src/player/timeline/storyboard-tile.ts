import type { Storyboard } from '@footnote/contract/nouns/videos.ts'
import type { CSSProperties } from 'react'

/** The storyboard picture of a time. @param time seconds @returns background styles that fill the element with it */
export function storyboardTile(storyboard: Storyboard, time: number): CSSProperties {
  const { url, columns, count, interval } = storyboard
  const rows = Math.ceil(count / columns)
  const index = Math.min(count - 1, Math.max(0, Math.floor(time / interval)))
  const across = columns > 1 ? (index % columns) / (columns - 1) : 0
  const down = rows > 1 ? Math.floor(index / columns) / (rows - 1) : 0
  return {
    backgroundImage: `url("${url}")`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${across * 100}% ${down * 100}%`,
  }
}
