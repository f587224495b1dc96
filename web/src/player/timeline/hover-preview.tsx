import type { Storyboard } from '@footnote/contract/nouns/videos.ts'
import type { CSSProperties } from 'react'
import { storyboardTile } from './storyboard-tile.ts'

/** Most pixels of the picture: a portrait one would hide the film. */
const WIDTH = 160
const HEIGHT = 120

/** The picture and the time under the pointer. @param time seconds @param at position on the strip, as a CSS length */
export function HoverPreview({
  time,
  written,
  at,
  storyboard,
}: {
  time: number
  written: string
  at: string
  storyboard: Storyboard | null
}) {
  return (
    <span className="preview" style={{ '--at': at } as CSSProperties}>
      {storyboard && (
        <span
          className="preview-picture"
          style={{
            ...storyboardTile(storyboard, time),
            aspectRatio: `${storyboard.tile_width} / ${storyboard.tile_height}`,
            width: Math.min(WIDTH, (HEIGHT * storyboard.tile_width) / storyboard.tile_height),
          }}
        />
      )}
      <span className="tc">{written}</span>
    </span>
  )
}
