import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { isWorkedOn } from '@footnote/contract/shared/video-status.ts'

/** Replaces the player while the video has nothing that a browser could play. */
export function StageMessage({ video }: { video: VideoDetail }) {
  return (
    <section className="stage stage-message" data-theme="dark" aria-label={`Player: ${video.file_name}`}>
      <p>{isWorkedOn(video.status) ? 'It can be played in a moment.' : 'There is nothing to play.'}</p>
    </section>
  )
}
