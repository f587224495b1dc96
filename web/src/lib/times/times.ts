import { commentFrames, type FrameTiming, frameAt, lastFrame, matchFrames } from '@footnote/contract/shared/frames.ts'
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
  /** A comment's place, whose end is a time within its last frame; null means the frame of the start alone. */
  readonly place: (place: { readonly start: number; readonly end: number | null }) => string
  /** A match or a clip, whose end is the moment at which it is over. */
  readonly span: (span: { readonly start: number; readonly end: number }) => string
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
  place: ({ start, end }) => (end === null ? formatTimecode(start) : formatRange(start, end)),
  span: ({ start, end }) => formatRange(start, end),
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
