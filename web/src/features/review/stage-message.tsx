import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import { isUnsettled } from './api.ts'

/** Stands where the player stands while a video has nothing that a browser could play. */
export function StageMessage({ video }: { video: VideoDetail }) {
  return (
    <section className="stage stage-message" data-theme="dark" aria-label={`Player: ${video.file_name}`}>
      <p>{isUnsettled(video) ? 'It can be played in a moment.' : 'There is nothing to play.'}</p>
    </section>
  )
}

/** Whether a browser has anything to play: a file that is no video has a stream, too, but no length. */
export const isPlayable = ({ stream_url, status }: VideoDetail): boolean => stream_url !== null && status !== 'FAILED'
