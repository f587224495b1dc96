import { frameStart } from '@footnote/contract/shared/frames.ts'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { type CSSProperties, memo, type PointerEvent, type RefObject, useRef } from 'react'
import { noFling } from '../../ui/no-fling.ts'
import type { MediaRequests } from '../media/media-requests.ts'
import { type MediaStore, useMedia } from '../media/media-store.ts'
import { haveTimes, storyboardTile } from '../timeline/storyboard-tile.ts'
import { useSize } from '../use-size.ts'
import type { Layout, Piece } from './layout.ts'
import type { SequenceVideo } from './sequence-video.ts'

/** The frames of a piece that are kept while more of its video is shown around them. */
export interface HeldFrames {
  readonly id: string
  readonly first: number
  readonly end_exclusive: number
}

/** Pixels that a piece needs to show its number. */
const NUMBERED = 26

interface StripProps {
  layout: Layout
  store: MediaStore<SequenceVideo>
  requests: MediaRequests
  /** Place of the piece that is shown. */
  now: number
  /** Number of each piece in the list, which may have pieces that do not play. */
  numbers: readonly number[]
  kept: HeldFrames | null
}

/** One timeline over all pieces: a film of each, bright where played. A press or a drag goes there. */
export function PieceStrip({ layout, store, requests, now, numbers, kept }: StripProps) {
  const time = useMedia(store, (state) => state.time, 0)
  const strip = useRef<HTMLDivElement>(null)
  const { duration, pieces, starts } = layout
  const share = duration > 0 ? Math.min(1, time / duration) : 0
  const seek = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    if (box.width > 0) requests.seek(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration)
  }
  return (
    <div ref={noFling} className="pieces">
      <div
        ref={strip}
        className="pieces-strip"
        role="slider"
        tabIndex={0}
        aria-label="Timeline"
        aria-valuemin={0}
        aria-valuemax={Math.round(duration)}
        aria-valuenow={Math.round(Math.min(time, duration))}
        aria-valuetext={`${formatTimecode(time)} of ${formatTimecode(duration)}, piece ${now + 1} of ${pieces.length}: ${pieces[now]?.label ?? ''}`}
        style={{ '--played': `${share * 100}%` } as CSSProperties}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          seek(event)
        }}
        onPointerMove={(event) => {
          if (event.buttons & 1) seek(event)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Home') requests.seek(0)
          if (event.key === 'End') requests.seek(duration)
        }}
      >
        <Films strip={strip} layout={layout} now={now} numbers={numbers} kept={kept} />
        <span className="pieces-ahead" />
        <NowFrame start={starts[now] ?? 0} end={starts[now + 1] ?? 0} duration={duration} />
        <span className="playhead" />
      </div>
    </div>
  )
}

const percent = (share: number): string => `${share * 100}%`

const NowFrame = ({ start, end, duration }: { start: number; end: number; duration: number }) =>
  duration > 0 && (
    <span className="piece-now" style={{ left: percent(start / duration), width: percent((end - start) / duration) }} />
  )

/** It changes with the pieces alone: the playhead moves over it. */
const Films = memo(function Films({
  strip,
  layout: { pieces, starts, duration },
  now,
  numbers,
  kept,
}: Pick<StripProps, 'layout' | 'now' | 'numbers' | 'kept'> & { strip: RefObject<HTMLDivElement | null> }) {
  const { width, height } = useSize(strip)
  return pieces.map((piece, index) => {
    const from = (starts[index] ?? 0) / duration
    const length = ((starts[index + 1] ?? 0) - (starts[index] ?? 0)) / duration
    return (
      <span
        key={piece.id}
        className="piece"
        data-now={index === now || undefined}
        style={{ left: percent(from), width: percent(length) }}
      >
        <Film piece={piece} width={width * length} height={height} near={Math.abs(index - now) <= 1} />
        {kept?.id === piece.id && <Handles piece={piece} kept={kept} />}
        {width * length >= NUMBERED && <span className="piece-number tc">{numbers[index]}</span>}
      </span>
    )
  })
})

/** Pictures of a piece side by side, as many as fit. Sizes in pixels. */
function Film({
  piece: { storyboard, sheets, timing, first, end_exclusive },
  width,
  height,
  near,
}: {
  piece: Piece
  width: number
  height: number
  /** It is shown now, before or after that: others do without sheets, which would be many. */
  near: boolean
}) {
  if (!storyboard || height === 0) return null
  const count = Math.max(1, Math.round(width / ((height * storyboard.tile_width) / storyboard.tile_height)))
  const from = frameStart(timing, first)
  const length = frameStart(timing, end_exclusive) - from
  const times = Array.from({ length: count }, (_, place) => from + ((place + 0.5) / count) * length)
  const close = near && haveTimes(storyboard, times, sheets) ? sheets : []
  return times.map((time) => (
    <span key={time} className="piece-picture" style={storyboardTile(storyboard, time, close)} />
  ))
}

/** Covers what is before and after the kept frames. */
function Handles({ piece: { timing, first, end_exclusive }, kept }: { piece: Piece; kept: HeldFrames }) {
  const from = frameStart(timing, first)
  const length = frameStart(timing, end_exclusive) - from
  const share = (frame: number) => percent((frameStart(timing, frame) - from) / length)
  return (
    <>
      <span className="piece-handle" style={{ left: 0, width: share(kept.first) }} />
      <span className="piece-handle" style={{ left: share(kept.end_exclusive), right: 0 }} />
      <span
        className="piece-kept"
        style={{ left: share(kept.first), right: `calc(100% - ${share(kept.end_exclusive)})` }}
      />
    </>
  )
}
