import type { Storyboard } from '@footnote/contract/videos.ts'
import { memo, useEffect, useRef, useState } from 'react'
import { storyboardTile } from './storyboard-tile.ts'

/** Pictures of the whole video side by side, as many as fit without squeezing them. */
export const FilmStrip = memo(function FilmStrip({
  storyboard,
  duration,
}: {
  storyboard: Storyboard | null
  duration: number
}) {
  const strip = useRef<HTMLSpanElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = strip.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
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
