import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import { isUnfinished } from '@footnote/contract/shared/video-status.ts'

/** Why there is no transcript: the fact, and what to expect. */
function reason({ status, status_percentage, speech_note, error, can }: VideoDetail): [string, string | null] {
  if (speech_note) return ['The speech was not transcribed.', speech_note]
  if (status === 'DELETING') return ['This video is being deleted.', null]
  if (isUnfinished(status)) {
    const done = status_percentage > 0 ? ` ${Math.floor(status_percentage)}% of it is done.` : ''
    return ['The transcript is on its way.', `It comes by itself while the video is being indexed.${done}`]
  }
  if (status !== 'SUCCESS') return ['There is no transcript.', error ?? 'This video could not be indexed.']
  if (!can.open) return ['There is no transcript.', 'The collection of this video has expired.']
  return ['No speech was found in this video.', 'Nobody speaks in it, or its collection does not search speech.']
}

/** Shown in place of the transcript. */
export function NoTranscript({ video }: { video: VideoDetail }) {
  const [fact, more] = reason(video)
  return (
    <div className="transcript-none" role="status">
      <strong className="font-semibold text-text">{fact}</strong>
      {more && <p>{more}</p>}
    </div>
  )
}
