import type { SelectsSummary } from '@footnote/contract/nouns/output/selects.ts'
import { useState } from 'react'
import { pieceTile } from '../../../../player/timeline/storyboard-tile.ts'
import { Frame } from '../../../../ui/marks/frame.tsx'
import { useInView } from './use-in-view.ts'
import './piece-picture.css'

/** The storyboard's first picture of a piece, once it is near the part of the page that is seen, else that of its video. */
export function PiecePicture({
  thumbnail_url,
  storyboard,
  sheets,
  start_time,
  end_time,
  dim,
}: SelectsSummary['pictures'][number] & { dim: boolean }) {
  const [place, setPlace] = useState<HTMLSpanElement | null>(null)
  const seen = useInView(place)
  const tiled = storyboard !== null && start_time !== null && end_time !== null
  return (
    <Frame src={tiled ? '' : thumbnail_url} dim={dim}>
      {tiled && (
        <span
          ref={setPlace}
          className="piece-tile"
          style={seen ? pieceTile(storyboard, start_time, end_time, sheets) : undefined}
        />
      )}
    </Frame>
  )
}
