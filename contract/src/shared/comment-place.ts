import { commentFrames, type FrameTiming } from './frames.ts'
import { formatSmpte, smpteLabels, type Timecode } from './smpte.ts'
import { formatRange, formatTimecode } from './timecode.ts'

/** Where a comment is, for people: SMPTE timecode at a constant rate, otherwise the time. Seconds, the end inclusive. */
export function commentPlace(
  { start_time, end_time }: { readonly start_time: number; readonly end_time: number | null },
  timing: FrameTiming | null,
  timecode: Timecode | null,
): string {
  if (!timing?.rate) return end_time === null ? formatTimecode(start_time) : formatRange(start_time, end_time)
  const labels = smpteLabels(timing.rate, timecode)
  const { first, last } = commentFrames(timing, { start: start_time, end: end_time })
  const from = formatSmpte(first, labels)
  return last === first ? from : `${from} – ${formatSmpte(last, labels)}`
}
