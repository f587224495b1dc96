import {
  type CommentRange,
  commentFrames,
  type FrameTiming,
  frameAt,
  lastFrame,
  type MatchRange,
  matchFrames,
} from '@footnote/contract/shared/frames.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import {
  formatEntry,
  formatPosition,
  formatRange,
  formatTimecode,
  type PositionFormat,
  parsePosition,
} from '@footnote/contract/shared/timecode.ts'

/** Writes and reads places in one video as 'Times as' says. All times are seconds; a written range includes both frames. */
export interface Times {
  /** `time` for a video whose frames are unknown. */
  readonly format: PositionFormat
  readonly frame: (frame: number) => string
  readonly at: (seconds: number) => string
  /** A length: the position of the last frame before it. */
  readonly length: (seconds: number) => string
  readonly place: (comment: CommentRange) => string
  /** A match or a clip. */
  readonly span: (match: MatchRange) => string
  /** As fields show it: `at`, with two digits for minutes. */
  readonly entry: (seconds: number) => string
  /** The frame that somebody typed as `frame` writes it, or as a time; null for neither, and while frames are unknown. */
  readonly parse: (text: string) => number | null
}

const byTime = (seconds: number): string => formatTimecode(seconds)
const PLAIN: Omit<Times, 'frame' | 'parse'> = {
  format: 'time',
  at: byTime,
  length: byTime,
  place: ({ start_time, end_time_inclusive: end }) =>
    end === null ? formatTimecode(start_time) : formatRange(start_time, end),
  span: ({ start_time, end_time_exclusive }) => formatRange(start_time, end_time_exclusive),
  entry: formatEntry,
}

/** Times of a video. @param timing null while its frames are unknown @param timecode that of its file, if it states one */
export function timesOf(timing: FrameTiming | null, timecode: Timecode | null, format: PositionFormat): Times {
  if (!timing) return { ...PLAIN, frame: String, parse: () => null }
  const frame = (number: number) => formatPosition(number, timing, format, timecode)
  const parse = (text: string) => parsePosition(text, timing, format, timecode)
  if (format === 'time') return { ...PLAIN, frame, parse }
  const at = (seconds: number) => frame(frameAt(timing, seconds))
  const range = ({ first, last }: { first: number; last: number }) =>
    first === last ? frame(first) : `${frame(first)} – ${frame(last)}`
  return {
    format,
    frame,
    at,
    length: (seconds) => frame(lastFrame(timing, seconds)),
    place: (place) => range(commentFrames(timing, place)),
    span: (span) => range(matchFrames(timing, span)),
    entry: at,
    parse,
  }
}
