import { Pencil } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { useTimes } from '../../lib/times/use-times.tsx'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Marker } from '../player-props.ts'
import { useSize } from '../use-size.ts'
import { clusterMarkers, FINGERS, joinedSign, type MarkerCluster, signOf } from './marker-clusters.ts'

/** Pixels between the markers of an open cluster, and the most of them in a row. */
const FAN = { step: 26, row: 12 } as const

interface MarkersProps {
  /** In time order. */
  markers: readonly Marker[]
  selected: string | null
  duration: number
  onSelect: (id: string) => void
  /** Called with the marker under the pointer or the focus, or null. */
  onPoint: (id: string | null) => void
}

/** Index of the marker that a key leads to, or null for other keys. */
function placeAfter(key: string, place: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(count - 1, place + 1)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, place - 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** The numbers above the strip. Tab leads to one of them, arrow keys go from one to the next. */
export const TimelineMarkers = memo(function TimelineMarkers({
  markers,
  selected,
  duration,
  onSelect,
  onPoint,
}: MarkersProps) {
  const row = useRef<HTMLDivElement>(null)
  const { width } = useSize(row)
  const apart = useMediaQuery('(pointer: coarse)') ? FINGERS : undefined
  const clusters = useMemo(() => clusterMarkers(markers, duration, width, apart), [markers, duration, width, apart])
  const [focused, setFocused] = useState<string | null>(null)
  const [hovered, setHovered] = useState<string | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const has = (id: string | null) => id !== null && markers.some((marker) => marker.id === id)
  const stop = [focused, selected, left].find((id) => id !== null && has(id)) ?? markers[0]?.id ?? null

  // A cluster opens when it gets the focus, and its markers exist only from then on.
  useEffect(() => {
    if (focused === null) return
    const target = row.current?.querySelector<HTMLElement>(`[data-marker="${CSS.escape(focused)}"]`)
    if (target && target !== document.activeElement) target.focus()
  }, [focused])

  const focus = (id: string | null) => {
    setFocused(id)
    onPoint(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const place = markers.findIndex((marker) => marker.id === focused)
    const next = place < 0 ? null : placeAfter(event.key, place, markers.length)
    if (next === null) return
    event.preventDefault()
    focus(markers[next]?.id ?? null)
  }
  return (
    <div
      ref={row}
      className="markers"
      role="toolbar"
      aria-label="Markers"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        setLeft(focused)
        focus(null)
      }}
    >
      {clusters.map((cluster) => (
        <Cluster
          key={cluster.markers[0]?.id}
          cluster={cluster}
          width={width}
          open={cluster.markers.some(({ id }) => id === focused || id === hovered)}
          selected={selected}
          stop={stop}
          onSelect={onSelect}
          onFocus={focus}
          onHover={(id) => {
            setHovered(id)
            onPoint(id)
          }}
        />
      ))}
    </div>
  )
})

interface ClusterProps {
  cluster: MarkerCluster
  /** Width of the strip, in pixels. */
  width: number
  open: boolean
  selected: string | null
  /** The marker that Tab leads to. */
  stop: string | null
  onSelect: (id: string) => void
  onFocus: (id: string) => void
  onHover: (id: string | null) => void
}

function Cluster({ cluster, width, open, selected, stop, onSelect, onFocus, onHover }: ClusterProps) {
  const times = useTimes()
  const { markers, label, at, room } = cluster
  const first = markers[0]
  const last = markers[markers.length - 1]
  if (!first || !last) return null
  const number = (marker: Marker) => (
    <button
      key={marker.id}
      type="button"
      className={classNames('marker', marker.resolved && 'is-resolved', marker.version !== undefined && 'is-earlier')}
      data-marker={marker.id}
      tabIndex={marker.id === stop ? 0 : -1}
      aria-label={`Marker ${signOf(marker)}, ${times.place(marker)}${marker.drawn ? ', with a drawing' : ''}: ${marker.label}`}
      aria-current={marker.id === selected || undefined}
      title={`${times.place(marker)} · ${marker.label}`}
      onFocus={() => onFocus(marker.id)}
      onPointerEnter={() => onHover(marker.id)}
      onClick={() => onSelect(marker.id)}
    >
      <span className="fn">{signOf(marker)}</span>
      {marker.drawn && <Pencil className="marker-pencil" aria-hidden="true" />}
    </button>
  )
  const place = { '--at': `${at}px`, '--room': `${room}px` } as CSSProperties
  const inside = markers.find(({ id }) => id === stop)
  return (
    <span className="marker-place" style={place} onPointerLeave={() => onHover(null)}>
      {markers.length === 1 ? (
        number(first)
      ) : (
        <>
          <button
            type="button"
            className={classNames(
              'marker',
              markers.every(({ resolved }) => resolved) && 'is-resolved',
              markers.every(({ version }) => version) && 'is-earlier',
            )}
            tabIndex={inside && !open ? 0 : -1}
            aria-label={`${joinedSign(markers).words}, ${times.place({ start_time: first.start_time, end_time_inclusive: last.start_time })}`}
            aria-current={markers.some(({ id }) => id === selected) || undefined}
            aria-expanded={open}
            onFocus={() => onFocus((inside ?? first).id)}
            onClick={() => onFocus((inside ?? first).id)}
            onPointerEnter={(event) => event.pointerType === 'mouse' && onHover(first.id)}
          >
            <span className="fn">{label}</span>
          </button>
          {open && (
            <span className="marker-fan" style={fanStyle(markers.length, at, width)}>
              {markers.map(number)}
            </span>
          )}
        </>
      )}
    </span>
  )
}

/** Position of an open cluster: above its place, and inside the strip. */
function fanStyle(count: number, at: number, width: number): CSSProperties {
  const columns = Math.max(1, Math.min(count, FAN.row, Math.floor(width / FAN.step)))
  const half = (columns * FAN.step) / 2
  const middle = Math.min(Math.max(half, width - half), Math.max(half, at))
  return { width: columns * FAN.step, left: middle - at - half }
}
