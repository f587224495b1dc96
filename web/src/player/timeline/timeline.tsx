import type { Storyboard } from '@footnote/contract/nouns/library/videos.ts'
import type { MatchRange } from '@footnote/contract/shared/frames.ts'
import { type CSSProperties, type PointerEvent, useMemo, useState } from 'react'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { useTimes } from '../../lib/times/use-times.tsx'
import { noFling } from '../../ui/no-fling.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import type { MediaRequests } from '../media/media-requests.ts'
import { type MediaStore, useMedia } from '../media/media-store.ts'
import type { Marker } from '../player-props.ts'
import { FilmStrip } from './film-strip.tsx'
import { asRange, inTimeOrder } from './marker-clusters.ts'
import { StripRanges } from './strip-ranges.tsx'
import { TimelineMarkers } from './timeline-markers.tsx'

/** Loaded when somebody first points at the film. */
const HoverPreview = lazyPart(async () => (await import('./hover-preview.tsx')).HoverPreview)

interface TimelineProps {
  /** The video, and the share link that opened it; null for signed-in people. */
  video_id: string
  access: ShareAccess | null
  store: MediaStore
  requests: MediaRequests
  /** Seconds; 0 until it is known. */
  duration: number
  storyboard: Storyboard | null
  /** The looped range, drawn on the strip. */
  range: MatchRange | null
  /** Undefined when the owner uses no markers. */
  markers: readonly Marker[] | undefined
  selected: string | null
  onMarkerSelect: ((id: string) => void) | undefined
}

/** The film: a strip of pictures, bright where played, dim ahead, dimmer where not loaded; markers above it. */
export function Timeline({ store, requests, duration, storyboard, range, ...props }: TimelineProps) {
  const times = useTimes()
  const time = useMedia(store, (state) => state.time, 0)
  const loaded = useMedia(store, (state) => state.buffered_to, 0)
  const [hover, setHover] = useState<number | null>(null)
  /** A preview that could not be loaded is requested again when the pointer comes back. */
  const [preview, setPreview] = useState<'none' | 'drawn' | 'missing'>('none')
  const [pointed, setPointed] = useState<string | null>(null)
  const markers = useMemo(() => inTimeOrder(props.markers ?? []), [props.markers])
  const ranges = useMemo(() => markers.flatMap((marker) => asRange(marker, store.timing) ?? []), [markers, store])
  const percent = (seconds: number): string =>
    duration > 0 ? `${Math.min(100, (Math.max(0, seconds) / duration) * 100)}%` : '0%'

  const timeAt = (event: PointerEvent<HTMLElement>): number => {
    const box = event.currentTarget.getBoundingClientRect()
    return box.width > 0 ? Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration : 0
  }
  const onDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    requests.seek(timeAt(event))
  }
  const onMove = (event: PointerEvent<HTMLDivElement>) => {
    setHover(timeAt(event))
    if (preview === 'none') setPreview('drawn')
    if (event.buttons & 1) requests.seek(timeAt(event))
  }

  return (
    <div className="timeline" style={{ '--played': percent(time), '--loaded': percent(loaded) } as CSSProperties}>
      {markers.length > 0 && props.onMarkerSelect && (
        <TimelineMarkers
          markers={markers}
          selected={props.selected}
          duration={duration}
          onSelect={props.onMarkerSelect}
          onPoint={setPointed}
        />
      )}
      <div
        ref={noFling}
        className="strip-wrap"
        role="slider"
        tabIndex={0}
        aria-label="Timeline"
        aria-valuemin={0}
        aria-valuemax={Math.round(duration)}
        aria-valuenow={Math.round(Math.min(time, duration))}
        aria-valuetext={`${times.at(time)} of ${times.length(duration)}`}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerLeave={() => {
          setHover(null)
          if (preview === 'missing') setPreview('none')
        }}
        onKeyDown={(event) => {
          if (event.key === 'Home') requests.seek(0)
          if (event.key === 'End') requests.seek(duration)
        }}
      >
        <div className="strip">
          <FilmStrip storyboard={storyboard} duration={duration} />
          <StripRanges duration={duration} loop={range} ranges={ranges} selected={props.selected} pointed={pointed} />
        </div>
        <span className="playhead" />
        {preview === 'drawn' && duration > 0 && (
          <HoverPreview
            video_id={props.video_id}
            access={props.access}
            storyboard={storyboard}
            time={hover}
            written={times.at(hover ?? 0)}
            at={percent(hover ?? 0)}
            onMissing={() => setPreview('missing')}
          />
        )}
      </div>
      <div className="scale" aria-hidden="true" data-long={times.format === 'smpte' || undefined}>
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{share < 1 ? times.at(share * duration) : times.length(duration)}</span>
        ))}
      </div>
    </div>
  )
}
