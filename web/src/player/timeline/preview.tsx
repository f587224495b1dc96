import type { Storyboard, StoryboardSheet } from '@footnote/contract/nouns/library/videos.ts'
import type { CSSProperties } from 'react'
import { Spinner } from '../../ui/page/spinner.tsx'
import { storyboardTile } from './storyboard-tile.ts'

/** Most pixels of the picture: a portrait one would hide the film. */
const WIDTH = 160
const HEIGHT = 120

/** The picture and the time at a place of the film strip. @param time seconds @param at position on the strip, as a CSS length */
export function Preview({
  time,
  written,
  at,
  storyboard,
  sheets,
  loading,
}: {
  time: number
  written: string
  at: string
  storyboard: Storyboard | null
  /** The sheets at hand. */
  sheets: readonly StoryboardSheet[]
  /** The sheet of this time is on its way; until then, a picture from further away is shown. */
  loading: boolean
}) {
  return (
    <span className="preview" style={{ '--at': at } as CSSProperties}>
      {storyboard && (
        <span
          className="preview-picture"
          data-loading={loading || undefined}
          style={{
            aspectRatio: `${storyboard.tile_width} / ${storyboard.tile_height}`,
            width: Math.min(WIDTH, (HEIGHT * storyboard.tile_width) / storyboard.tile_height),
          }}
        >
          <span className="preview-tile" style={storyboardTile(storyboard, time, sheets)} />
          {loading && <Spinner className="preview-spinner" />}
        </span>
      )}
      <span className="tc">{written}</span>
    </span>
  )
}
