/** Timelines of editing programs: their rate, and the label of their first frame. Pure. */
import type { FrameRate } from './frames.ts'
import { canDrop, formatSmpte, parseSmpte, type SmpteLabels, saysDrop, type Timecode } from './smpte.ts'

/** Highest rate of the timelines of editing programs, in frames a second. */
const FASTEST = 60

/** What people read about a start that is no timecode. */
export const START_WORDS = 'Write the start of the timeline as a timecode, for example 01:00:00:00'

/** Whether two rates are the same, however they are written. */
export const sameRate = (one: FrameRate | null, other: FrameRate | null): boolean =>
  one !== null && other !== null && one.num * other.den === other.num * one.den

/** The rate of a video, if it is constant and editing programs know it; null without one. */
export const timelineRate = (rate: FrameRate | null): FrameRate | null =>
  rate && rate.num / rate.den <= FASTEST ? rate : null

/** What the labels of a timeline are taken from. */
export interface TimelineOrigin {
  /** Of the video; null if it varies. */
  readonly video_rate: FrameRate | null
  /** That of the video's file, if it states one. */
  readonly timecode: Timecode | null
  /** Timecode of the first frame, in place of the file's; a semicolon means drop-frame, a colon not. Null if nobody says it. */
  readonly start: string | null
  /** Hours at which the timeline starts if nothing else says it. */
  readonly hours: number
}

/**
 * How the frames of a timeline are labelled.
 * @param drop_frame how labels count, in place of what the origin says; null if nothing says so
 * @returns null for a start that is no timecode, or names a label that does not exist
 */
export function timelineLabels(
  origin: TimelineOrigin,
  rate: FrameRate,
  drop_frame: boolean | null = null,
): SmpteLabels | null {
  const said = drop_frame ?? saysDrop(origin.start) ?? origin.timecode?.drop_frame ?? true
  const labels = { rate, drop_frame: said && canDrop(rate), start_frame: 0 }
  const start_frame = firstLabel(origin, labels)
  return start_frame === null ? null : { ...labels, start_frame }
}

/** Number of the label of the first frame, from midnight. @param labels how they are counted */
function firstLabel({ video_rate, timecode, start, hours }: TimelineOrigin, labels: SmpteLabels): number | null {
  if (start !== null) return parseSmpte(start, labels)
  if (!timecode) return parseSmpte(`${hours}:00:00:00`, labels)
  if (!video_rate) return timecode.start
  const { rate } = labels
  if (!sameRate(video_rate, rate))
    // The same time of day at another rate.
    return Math.round((timecode.start * video_rate.den * rate.num) / (video_rate.num * rate.den))
  const label = formatSmpte(0, { rate, drop_frame: timecode.drop_frame, start_frame: timecode.start })
  return parseSmpte(label, labels) ?? timecode.start
}
