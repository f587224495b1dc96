import {
  type CommentRange,
  commentFrames,
  type FrameRate,
  type FrameTiming,
  frameStart,
  lastFrame,
} from '@footnote/contract/shared/frames.ts'
import type { SmpteLabels, Timecode } from '@footnote/contract/shared/smpte.ts'
import { START_WORDS, sameRate, timelineLabels, timelineRate } from '@footnote/contract/shared/timeline.ts'
import { invalidField, ProductError } from '../../../platform/errors.ts'

interface VideoTiming {
  /** Null while it is unknown. */
  readonly timing: FrameTiming | null
  /** That of the file, if it states one. */
  readonly timecode: Timecode | null
  /** Seconds. */
  readonly duration: number
}

interface TimelineChoice {
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
  readonly place: (comment: CommentRange) => {
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
export function timelineOf(
  { timing, timecode, duration }: VideoTiming,
  { rate: asked, start, hours }: TimelineChoice,
): Timeline {
  if (!timing) throw new ProductError('video_not_ready')
  const rate = asked ?? timelineRate(timing.rate)
  if (!rate) throw new ProductError('rate_needed')
  const labels = timelineLabels({ video_rate: timing.rate, timecode, start: start ?? null, hours }, rate)
  if (!labels) throw invalidField('start', START_WORDS)
  const same = sameRate(timing.rate, rate)
  const last = lastFrame(timing, duration)
  const over = frameStart(timing, last + 1)
  const nearest = (seconds: number) => Math.round((seconds * rate.num) / rate.den)
  return {
    labels,
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
