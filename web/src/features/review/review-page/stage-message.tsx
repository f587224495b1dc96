import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { isWorkedOn } from '@footnote/contract/shared/video-status.ts'

/** Replaces the player while the video has nothing that a browser could play. */
export function StageMessage({ video }: { video: VideoDetail }) {
  return (
    <section className="stage stage-message" data-theme="dark" aria-label={`Player: ${video.file_name}`}>
      <p>{sentenceFor(video)}</p>
    </section>
  )
}

/** Guests of a link with a watermark in the picture wait for their copy, also of a video that is indexed. */
function sentenceFor({ status, playback, playback_error }: VideoDetail): string {
  if (playback === 'PREPARING') return 'This video is being prepared. It starts here as soon as that is done.'
  if (playback === 'FAILED' && playback_error) return playback_error
  return isWorkedOn(status) ? 'It can be played in a moment.' : 'There is nothing to play.'
}
