import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { aVideoDetail } from '../../../../seed/answers/videos.ts'
import { TranscriptPanel } from '../../features/library/transcripts/transcript-panel.tsx'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import type { Marker } from '../../player/player-props.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SectionHead } from '../../ui/page/page-header.tsx'
import { Part } from './part.tsx'

const SENTENCES = [
  'We keep the boats under the bridge from October on, where the wind does not reach them.',
  'Each of them is painted once a year.',
  'That is a week of work for two people, and it is the only week in which nobody complains about the river.',
  'Then they dry.',
  'You can see the grain through the second coat, but not through the third, and so the third is what we wait for.',
]

/** An hour of speech with occasional pauses. */
function talk(length: number): VideoDetail['subtitle_word'] {
  const said = Array.from({ length: Math.ceil(length / 15) }, (_, place) => SENTENCES[place % SENTENCES.length] ?? '')
  let time = 0
  return said
    .join(' ')
    .split(' ')
    .slice(0, length)
    .map((word, place) => {
      const start = time
      time += 0.38 + (word === 'dry.' && place % 3 === 0 ? 1.6 : 0)
      return { word, start, end: start + 0.34 }
    })
}

const VIDEO = aVideoDetail('gallery', 'boats', {
  collection_name: 'Boats',
  file_name: 'Winter store.mp4',
  video_duration: 3600,
  duration: 3600,
})
const LONG: VideoDetail = { ...VIDEO, id: 'long', subtitle_word: talk(9000) }
/** Two people, with names, and a few corrected words. */
const EDITED: VideoDetail = {
  ...VIDEO,
  id: 'edited',
  transcript_revision: 3,
  transcript_engine: 'Moonshine base',
  speakers: [{ speaker: 1, name: 'Kate Doyle' }],
  subtitle_word: talk(120).map((word, place) => ({
    ...word,
    speaker: place % 60 < 40 ? 1 : 2,
    ...(word.word === 'boats' && { original: 'boots' }),
    ...(word.word === 'October' && { original: 'actor bear' }),
  })),
}
const READ_ONLY: VideoDetail = { ...EDITED, id: 'read', can: { ...VIDEO.can, edit_transcript: false } }
const WITHOUT: readonly [string, VideoDetail][] = [
  ['Not transcribed', { ...VIDEO, speech_note: 'No speech engine is installed on this server.' }],
  ['Being indexed', { ...VIDEO, status: 'PROCESSING_SPEECH', status_percentage: 41 }],
  ['Nothing said', VIDEO],
  ['Failed', { ...VIDEO, status: 'FAILED', error: 'This kind of video is not supported.' }],
]
const MARKERS = [3, 9.5, 9.6, 31, 70, 1800].map(
  (start_time, place): Marker => ({
    id: `t${place}`,
    number: String(place + 1),
    start_time,
    end_time_inclusive: null,
    label: `Note ${place + 1}`,
  }),
)

/** A time that passes as if a video played. */
function createTime() {
  const listeners = new Set<() => void>()
  let seconds = 0
  const move = (next: number) => {
    seconds = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => ({ seconds }),
    watch: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    move,
    play: () => setInterval(() => move(seconds + 0.1), 100),
  }
}

/** An hour of transcript that can be played, and every reason for a missing one. */
export function TranscriptSection() {
  const [time] = useState(createTime)
  const [playing, setPlaying] = useState(false)
  const [selected, setSelected] = useState('t1')
  useEffect(() => {
    if (!playing) return
    const clock = time.play()
    return () => clearInterval(clock)
  }, [playing, time])
  const shared = { playhead: time, onSeek: time.move, timing: null, onTranscript: () => undefined }
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <SectionHead title="Transcript" />
      <div className="grid gap-4 md:grid-cols-2">
        <div>
          <div className="panel h-[520px]">
            <TranscriptPanel
              {...shared}
              video={LONG}
              markers={MARKERS}
              selected={selected}
              onMarkerSelect={setSelected}
            />
          </div>
          <Button className="mt-2" onClick={() => setPlaying(!playing)}>
            {playing ? 'Pause the transcript' : 'Play the transcript'}
          </Button>
        </div>
        <div>
          {WITHOUT.map(([name, video]) => (
            <Part key={name} name={name}>
              <div className="panel">
                <TranscriptPanel {...shared} video={video} />
              </div>
            </Part>
          ))}
        </div>
      </div>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        {[
          { name: 'Corrected, for people who edit', video: EDITED },
          { name: 'Corrected, for people who read', video: READ_ONLY },
        ].map(({ name, video }) => (
          <Part key={name} name={name}>
            <div className="panel h-[420px]">
              <TranscriptPanel {...shared} video={video} />
            </div>
          </Part>
        ))}
      </div>
    </QueryClientProvider>
  )
}
