import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { storyboard } from '../../../../seed/answers/pictures.ts'
import { Player } from '../../player/player.tsx'
import type { Marker } from '../../player/player-props.ts'
import type { VideoFiles } from '../../player/quality/video-files.ts'
import { Preview } from '../../player/timeline/preview.tsx'
import { SectionHead } from '../../ui/page/page-header.tsx'

const range = { start_time: 4, end_time_exclusive: 7 }
const rate = { num: 25, den: 1 }

/** Times far apart, close and equal, so that markers appear alone and joined. */
const TIMES: readonly (readonly [number, number | null])[] = [
  [0, null],
  [2.4, 4.1],
  [6, null],
  [6.2, null],
  [9, 12.5],
  [11, 14],
  ...Array.from({ length: 30 }, (_, place): [number, null] => [16 + place / 25, null]),
  [20, null],
]
const MARKERS = TIMES.map(
  ([start_time, end_time_inclusive], place): Marker => ({
    id: `m${place}`,
    number: String(place + 1),
    start_time,
    end_time_inclusive,
    label: `Note ${place + 1}`,
  }),
)

const track = { title: null, language: null, channels: 2, silent: false }
const SOUND = {
  tracks: [
    { ...track, number: 1, language: 'eng' },
    { ...track, number: 2, title: 'Boom', channels: 1 },
    { ...track, number: 3, channels: 6, silent: true },
  ],
  heard: [1],
  choice: null,
  changing: false,
}

const FILES: VideoFiles = {
  renditions: [{ id: 'full', url: '', width: 3840, height: 2160, bit_rate: 60_000_000 }],
  light_copy: 'FAILED',
  access: null,
  refresh: async () => undefined,
}

/** The preview in its two states: a picture of its time, and one from further away while that loads. */
const Previews = () => (
  <div className="stage relative h-40 max-w-[776px]" data-theme="dark">
    {[false, true].map((loading) => (
      <div key={String(loading)} className="absolute inset-x-0 bottom-0">
        <Preview
          time={loading ? 17 : 3}
          written={loading ? '0:17' : '0:03'}
          at={loading ? '75%' : '25%'}
          {...{ storyboard, loading }}
          sheets={[]}
        />
      </div>
    ))}
  </div>
)

/**
 * The player with a video from the address, `/gallery?video=…&subtitles=…`; `renewed` is its address after a failure.
 */
export function PlayerSection() {
  const [parameters] = useSearchParams()
  const [selected, setSelected] = useState('m1')
  const video = parameters.get('video') ?? '/missing.mp4'
  const renewed = parameters.get('renewed')
  const shared = {
    src: video,
    refreshSource: renewed
      ? async () => ({ url: renewed, light_url: null, playback: 'READY' as const, playback_error: null, prepare: null })
      : undefined,
    duration: 20,
    frame_rate: rate,
    subtitle_url: parameters.get('subtitles'),
    storyboard,
  }
  return (
    <>
      <SectionHead title="Player" />
      <div className="max-w-[776px]">
        <Player
          {...shared}
          id={`${video} loop`}
          label="Gallery"
          loop_range={range}
          sound={{ ...SOUND, choose: () => undefined }}
          files={FILES}
        />
      </div>
      <SectionHead title="Preview over the timeline" />
      <Previews />
      <SectionHead title="Player with markers" />
      <div className="max-w-[776px]">
        <Player
          {...shared}
          id={`${video} markers`}
          label="Gallery with markers"
          sound={SOUND}
          markers={MARKERS}
          selected_marker={selected}
          onMarkerSelect={setSelected}
        />
      </div>
    </>
  )
}
