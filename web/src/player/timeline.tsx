import { formatRange, formatTimecode } from '@footnote/contract/timecode.ts'
import type { Storyboard } from '@footnote/contract/videos.ts'
import { type CSSProperties, type PointerEvent, useState } from 'react'
import { FilmStrip } from './film-strip.tsx'
import type { MediaRequests } from './media-requests.ts'
import { type MediaStore, useMedia } from './media-store.ts'
import { storyboardTile } from './storyboard-tile.ts'
import type { TimeRange } from './use-loop.ts'

/** The film: a strip of its pictures, what was played bright, the rest dim, what is not loaded dimmer. */
export function Timeline({
  store,
  requests,
  duration,
  storyboard,
  range,
}: {
  store: MediaStore
  requests: MediaRequests
  /** Seconds; 0 until it is known. */
  duration: number
  storyboard: Storyboard | null
  /** Lit on the strip. */
  range: TimeRange | null
}) {
  const time = useMedia(store, (state) => state.time, 0)
  const loaded = useMedia(store, (state) => state.buffered_to, 0)
  const [hover, setHover] = useState<number | null>(null)
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
    if (event.buttons & 1) requests.seek(timeAt(event))
  }

  return (
    <div className="timeline" style={{ '--played': percent(time), '--loaded': percent(loaded) } as CSSProperties}>
      <div
        className="strip-wrap"
        role="slider"
        tabIndex={0}
        aria-label="Timeline"
        aria-valuemin={0}
        aria-valuemax={Math.round(duration)}
        aria-valuenow={Math.round(Math.min(time, duration))}
        aria-valuetext={`${formatTimecode(time)} of ${formatTimecode(duration)}`}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerLeave={() => setHover(null)}
        onKeyDown={(event) => {
          if (event.key === 'Home') requests.seek(0)
          if (event.key === 'End') requests.seek(duration)
        }}
      >
        <div className="strip">
          <FilmStrip storyboard={storyboard} duration={duration} />
          {range && duration > 0 && (
            <span
              className="strip-range"
              title={formatRange(range.start, range.end)}
              style={{ left: percent(range.start), width: percent(range.end - range.start) }}
            />
          )}
        </div>
        <span className="playhead" />
        {hover !== null && duration > 0 && (
          <span className="preview" style={{ '--at': percent(hover) } as CSSProperties}>
            {storyboard && (
              <span
                className="preview-picture"
                style={{
                  ...storyboardTile(storyboard, hover),
                  aspectRatio: `${storyboard.tile_width} / ${storyboard.tile_height}`,
                }}
              />
            )}
            <span className="tc">{formatTimecode(hover)}</span>
          </span>
        )}
      </div>
      <div className="scale" aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{formatTimecode(share * duration)}</span>
        ))}
      </div>
    </div>
  )
}
