import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { hasStream, isFailed, isUnfinished } from '@footnote/contract/shared/video-status.ts'
import { useQuery } from '@tanstack/react-query'
import { Captions, PencilLine, Upload } from 'lucide-react'
import { Button } from '../../../ui/forms/button.tsx'
import { NOT_SEARCHED, type SubtitleSource, trackName, unusedTracksQuery } from './adding/subtitle-calls.ts'

/** Why there is no transcript: the fact, and what to expect. */
function reason({ status, status_percentage, speech_note, error, can }: VideoDetail): [string, string | null] {
  if (speech_note) return ['The speech was not transcribed.', speech_note]
  if (status === 'DELETING') return ['This video is being deleted.', null]
  if (isUnfinished(status)) {
    const done = status_percentage > 0 ? ` ${Math.floor(status_percentage)}% of it is done.` : ''
    return ['The transcript is on its way.', `It comes by itself.${done}`]
  }
  if (status !== 'SUCCESS') return ['There is no transcript.', error ?? 'This video could not be indexed.']
  if (!can.open) return ['There is no transcript.', 'The collection of this video has expired.']
  return ['No speech was found in this video.', 'Nobody speaks in it, or its collection does not search speech.']
}

/** What brings words into a transcript. */
export interface TranscriptSources {
  readonly onChoose: () => void
  readonly onSource: (source: SubtitleSource) => void
  readonly onType: () => void
}

/** Shown in place of the transcript. @param adding absent for people who only read */
export function NoTranscript({ video, adding }: { video: VideoDetail; adding: TranscriptSources | null }) {
  const [fact, more] = reason(video)
  return (
    <div className="transcript-none">
      <div role="status">
        <strong className="font-semibold text-text">{fact}</strong>
        {more && <p>{more}</p>}
      </div>
      {adding && !isFailed(video.status) && <Ways video={video} {...adding} />}
    </div>
  )
}

function Ways({ video, onChoose, onSource, onType }: { video: VideoDetail } & TranscriptSources) {
  const { data: tracks = [] } = useQuery(unusedTracksQuery(video.id, video.transcript_revision))
  return (
    <>
      {tracks.length > 0 && (
        <div className="grid grid-cols-1 gap-2">
          <h3 className="label">Use the subtitles of the file</h3>
          <ul className="transcript-ways" aria-label="Subtitles of the file">
            {tracks.map((track) => (
              <li key={track.number}>
                <Button
                  size="sm"
                  aria-label={`Use the subtitles of the file: ${trackName(track)}`}
                  onClick={() => onSource(track)}
                >
                  <Captions className="icon icon-sm" aria-hidden="true" />
                  <span className="min-w-0 truncate" dir="auto">
                    {trackName(track)}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="transcript-ways">
        <Button size="sm" onClick={onChoose}>
          <Upload className="icon icon-sm" aria-hidden="true" />
          Add subtitles
        </Button>
        {hasStream(video) && (
          <Button size="sm" onClick={onType}>
            <PencilLine className="icon icon-sm" aria-hidden="true" />
            Type a line
          </Button>
        )}
      </div>
      <p className="hint">
        SRT or WebVTT. <span className="transcript-drop">You can also drop the file here.</span>
      </p>
      {!video.speech_searched && <p className="hint">{NOT_SEARCHED}</p>}
    </>
  )
}
