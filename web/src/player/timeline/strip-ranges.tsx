import type { MatchRange } from '@footnote/contract/shared/frames.ts'
import { memo } from 'react'
import { coveredRanges, type StripRange } from './marker-clusters.ts'

/** Ranges drawn on the strip: the looped, selected or hovered one as a bar, those of other markers as a line. */
export const StripRanges = memo(function StripRanges({
  duration,
  loop,
  ranges,
  selected,
  pointed,
}: {
  duration: number
  loop: MatchRange | null
  /** Of markers, in time order. */
  ranges: readonly StripRange[]
  selected: string | null
  pointed: string | null
}) {
  if (duration <= 0) return null
  const place = ({ start_time, end_time_exclusive }: MatchRange) => ({
    left: `${(Math.max(0, start_time) / duration) * 100}%`,
    width: `${(Math.max(0, Math.min(end_time_exclusive, duration) - start_time) / duration) * 100}%`,
  })
  const lit = ranges.filter(({ id }) => id === selected || id === pointed)
  return (
    <>
      {coveredRanges(ranges).map((range) => (
        <span key={range.start_time} className="strip-covered" style={place(range)} />
      ))}
      {loop && <span className="strip-range" style={place(loop)} />}
      {lit.map((range) => (
        <span key={range.id} className="strip-range" style={place(range)} />
      ))}
    </>
  )
})
