import type { Storyboard } from '@footnote/contract/nouns/library/videos.ts'
import { memo, useRef } from 'react'
import { useSize } from '../use-size.ts'
import { storyboardTile } from './storyboard-tile.ts'

/** Pictures of the whole video side by side, as many as fit without distortion. */
export const FilmStrip = memo(function FilmStrip({
  storyboard,
  duration,
}: {
  storyboard: Storyboard | null
  duration: number
}) {
  const strip = useRef<HTMLSpanElement>(null)
  const size = useSize(strip)
  const tileWidth = storyboard ? (size.height * storyboard.tile_width) / storyboard.tile_height : 0
  const count = tileWidth > 0 ? Math.max(1, Math.round(size.width / tileWidth)) : 0
  return (
    <span ref={strip} className="film">
      {storyboard &&
        Array.from({ length: count }, (_, index) => {
          const time = ((index + 0.5) / count) * duration
          return <span key={time} style={storyboardTile(storyboard, time)} />
        })}
    </span>
  )
})
