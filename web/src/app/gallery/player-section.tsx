import { useSearchParams } from 'react-router'
import { Player } from '../../player/player.tsx'
import { SectionHead } from '../../ui/page-header.tsx'
import { storyboardUrl } from './pictures.ts'

const storyboard = { url: storyboardUrl, columns: 5, count: 20, tile_width: 160, tile_height: 90, interval: 1 }
const range = { start: 4, end: 7 }

/** The player on a video that the address names, `/gallery?video=…&subtitles=…`; `renewed` is its address when that fails. */
export function PlayerSection() {
  const [parameters] = useSearchParams()
  const video = parameters.get('video') ?? '/missing.mp4'
  const renewed = parameters.get('renewed')
  return (
    <>
      <SectionHead title="Player" />
      <div className="max-w-[776px]">
        <Player
          id={video}
          src={video}
          refreshSource={renewed ? async () => renewed : undefined}
          label="Gallery"
          duration={20}
          subtitle_url={parameters.get('subtitles')}
          storyboard={storyboard}
          loop_range={range}
        />
      </div>
    </>
  )
}
