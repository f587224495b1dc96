import type { SelectsSummary } from '@footnote/contract/nouns/selects.ts'
import { pieceTile } from '../../../player/timeline/storyboard-tile.ts'
import { Frame } from '../../../ui/marks/frame.tsx'
import './piece-picture.css'

/** The storyboard's first picture of a piece, else that of its video. */
export function PiecePicture({
  thumbnail_url,
  storyboard,
  start_time,
  end_time,
  dim,
}: SelectsSummary['pictures'][number] & { dim: boolean }) {
  const style =
    storyboard && start_time !== null && end_time !== null ? pieceTile(storyboard, start_time, end_time) : null
  return (
    <Frame src={style ? '' : thumbnail_url} dim={dim}>
      {style && <span className="piece-tile" style={style} />}
    </Frame>
  )
}
