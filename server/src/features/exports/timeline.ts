import {
  commentFrames,
  type FrameRate,
  type FrameTiming,
  frameStart,
  lastFrame,
} from '@footnote/contract/shared/frames.ts'
import { canDrop, parseSmpte, type SmpteLabels, saysDrop, type Timecode } from '@footnote/contract/shared/smpte.ts'
import { invalidField, ProductError } from '../../platform/errors.ts'

/** Highest rate of the timelines of editing programs, in frames a second. */
const FASTEST = 60

const START = 'Write the start of the timeline as a timecode, for example 01:00:00:00'

interface Film {
  /** Null while it is unknown. */
  readonly timing: FrameTiming | null
  /** That of the file, if it states one. */
  readonly timecode: Timecode | null
  /** Seconds. */
  readonly duration: number
}

interface Wanted {
  /** In place of the video's own. */
  readonly rate: FrameRate | undefined
  /** Timecode of the first frame, in place of the file's; a semicolon means drop-frame, a colon not. */
  readonly start: string | undefined
  /** Hours at which the timeline starts if nothing says otherwise. */
  readonly hours: number
}

/** The timeline of an editing program: its labels, its length in frames, and where a comment is on it. */
export interface Timeline {
  readonly labels: SmpteLabels
  readonly frames: number
  /** First and last frame of a comment, both included, and when they begin in the video, in seconds. */
  readonly place: (comment: { start: number; end: number | null }) => {
    first: number
    last: number
    seconds: { first: number; last: number }
  }
}

/**
 * The timeline of a video. A variable rate, or one that is too fast for editing programs, needs another rate; a comment
 * is then on the nearest frames.
 * @throws ProductError rate_needed, video_not_ready while its frames are unknown, validation_failed for a start that is no timecode
 */
export function timelineOf({ timing, timecode, duration }: Film, { rate: asked, start, hours }: Wanted): Timeline {
  if (!timing) throw new ProductError('video_not_ready')
  const own = timing.rate && timing.rate.num / timing.rate.den <= FASTEST ? timing.rate : null
  const rate = asked ?? own
  if (!rate) throw new ProductError('rate_needed')
  const drop_frame = saysDrop(start) ?? timecode?.drop_frame ?? canDrop(rate)
  const labels = { rate, drop_frame: drop_frame && canDrop(rate), start_frame: 0 }
  const start_frame = startOf(labels, { timing, timecode, start, hours })
  const same = timing.rate !== null && timing.rate.num * rate.den === rate.num * timing.rate.den
  const last = lastFrame(timing, duration)
  const over = frameStart(timing, last + 1)
  const nearest = (seconds: number) => Math.round((seconds * rate.num) / rate.den)
  return {
    labels: { ...labels, start_frame },
    frames: same ? last + 1 : Math.max(1, nearest(over)),
    place: (comment) => {
      const own_frames = commentFrames(timing, comment)
      const seconds = { first: frameStart(timing, own_frames.first), last: frameStart(timing, own_frames.last) }
      if (same) return { ...own_frames, seconds }
      const first = nearest(seconds.first)
      return { first, last: Math.max(first, nearest(frameStart(timing, own_frames.last + 1)) - 1), seconds }
    },
  }
}

/** Number of the label of the first frame. @throws ProductError validation_failed */
function startOf(
  labels: SmpteLabels,
  { timing, timecode, start, hours }: Pick<Film, 'timing' | 'timecode'> & Pick<Wanted, 'start' | 'hours'>,
): number {
  if (start !== undefined) {
    const frame = parseSmpte(start, labels)
    if (frame === null) throw invalidField('start', START)
    return frame
  }
  if (!timecode) return parseSmpte(`${hours}:00:00:00`, labels) ?? 0
  const rate = timing?.rate
  if (!rate) return timecode.start
  // The same time of day at another rate.
  return Math.round((timecode.start * rate.den * labels.rate.num) / (rate.num * labels.rate.den))
}
