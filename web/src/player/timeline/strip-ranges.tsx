import { memo } from 'react'
import type { TimeRange } from '../media/use-loop.ts'
import type { Marker } from '../player-props.ts'
import { coveredRanges } from './marker-clusters.ts'

/** Ranges drawn on the strip: the looped, selected or hovered one as a bar, those of other markers as a line. */
export const StripRanges = memo(function StripRanges({
  duration,
  loop,
  markers,
  selected,
  pointed,
}: {
  duration: number
  loop: TimeRange | null
  /** In time order; the end of each is when it is over. */
  markers: readonly Marker[]
  selected: string | null
  pointed: string | null
}) {
  if (duration <= 0) return null
  const place = ({ start, end }: TimeRange) => ({
    left: `${(Math.max(0, start) / duration) * 100}%`,
    width: `${(Math.max(0, Math.min(end, duration) - start) / duration) * 100}%`,
  })
  const lit = markers
    .filter(({ id }) => id === selected || id === pointed)
    .flatMap(({ id, start, end }) => (end === null ? [] : [{ id, start, end }]))
  return (
    <>
      {coveredRanges(markers).map((range) => (
        <span key={range.start} className="strip-covered" style={place(range)} />
      ))}
      {loop && <span className="strip-range" style={place(loop)} />}
      {lit.map((range) => (
        <span key={range.id} className="strip-range" style={place(range)} />
      ))}
    </>
  )
})
