import type { MatchRange } from '@footnote/contract/shared/frames.ts'

/** What a screen plays over itself, as its address names it: `m=VIDEO_ID&t=IN-OUT`, in seconds. */
export interface FilmMoment {
  readonly video_id: string
  /** Null for the whole film. */
  readonly range: MatchRange | null
}

const ID = /^[\w-]{1,64}$/
/** Up to eleven days. */
const RANGE = /^(\d{1,6}(?:\.\d{1,6})?)-(\d{1,6}(?:\.\d{1,6})?)$/

/** Seconds to the millisecond: `frameAt` takes a time that was rounded this little for the same frame. */
const rounded = (seconds: number): number => Math.round(1000 * seconds) / 1000

/** A part of a film as addresses write it, for example `72-81.04`. */
export const namedRange = ({ start_time, end_time_exclusive }: MatchRange): string =>
  `${rounded(start_time)}-${rounded(end_time_exclusive)}`

function readRange(text: string | null): MatchRange | null {
  const [, first, last] = RANGE.exec(text ?? '') ?? []
  const [start_time, end_time_exclusive] = [Number(first), Number(last)]
  return end_time_exclusive > start_time ? { start_time, end_time_exclusive } : null
}

/** Reads the moment of an address. A bad id means none, and a bad range the whole film. */
export function readMoment(search: URLSearchParams): FilmMoment | null {
  const video_id = search.get('m') ?? ''
  return ID.test(video_id) ? { video_id, range: readRange(search.get('t')) } : null
}

/** The search of an address with another moment, or without one. @returns empty, or with its question mark */
export function withMoment(search: URLSearchParams, moment: FilmMoment | null): string {
  const next = new URLSearchParams(search)
  next.delete('m')
  next.delete('t')
  if (moment) next.set('m', moment.video_id)
  if (moment?.range) next.set('t', namedRange(moment.range))
  const text = String(next)
  // Leaves the @ of a frame unescaped, as the address of the search does.
  return text && `?${text.replaceAll('%40', '@')}`
}

/** Whether an address names its moment as `withMoment` does, so that nothing has to be cleared from it. */
export function isTidy(search: URLSearchParams): boolean {
  const moment = readMoment(search)
  const range = moment?.range ? namedRange(moment.range) : null
  return search.get('m') === (moment?.video_id ?? null) && search.get('t') === range
}

/** A part of a film inside the film's length. One beyond its end becomes the last part of the same length. */
export function insideFilm(range: MatchRange, duration: number): MatchRange {
  const { start_time: start, end_time_exclusive: end } = range
  if (end <= duration || duration <= 0) return range
  return { start_time: start < duration ? start : Math.max(0, duration - (end - start)), end_time_exclusive: duration }
}
