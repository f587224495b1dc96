import { smallest } from '@footnote/contract/shared/extremes.ts'
import { type FrameRate, type FrameTiming, frameAt, frameStart, lastFrame } from '@footnote/contract/shared/frames.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import { START_WORDS, timelineRate } from '@footnote/contract/shared/timeline.ts'
import { invalidField, ProductError } from '../../../platform/errors.ts'
import type { Entry, ImportPosition } from './entries.ts'
import { type Timeline, timelineOf } from './timeline.ts'

/** Seconds by which two times of the same frame may differ in a file: tables round to a millisecond. */
const ROUNDING = 0.001_001

const OUTSIDE = 'This place is after the end of the video.'
const BACKWARDS = 'The end is before the start.'

/** The video in which the places of a file are. */
export interface VideoFrames {
  readonly timing: FrameTiming
  /** Number of its frames. */
  readonly frames: number
  /** That of its file, if it states one. */
  readonly timecode: Timecode | null
}

/** @param duration seconds @throws ProductError video_not_ready while its frames are unknown */
export function filmOf(timing: FrameTiming | null, timecode: Timecode | null, duration: number | null): VideoFrames {
  if (!timing || duration === null) throw new ProductError('video_not_ready')
  return { timing, timecode, frames: lastFrame(timing, duration) + 1 }
}

/** Frames of the video from 0, both included. */
export interface Frames {
  readonly first: number
  readonly last: number
}

interface TimelineChoice {
  /** Frames a second of the timeline, in place of the video's. */
  readonly rate: FrameRate | undefined
  /** Timecode of the first frame, in place of the video's. */
  readonly start: string | undefined
  /** Hours at which the timeline starts if nothing else says it. */
  readonly hours: number
  /** Frames a second of the timeline as the file states them. */
  readonly stated?: FrameRate | undefined
}

/** The frames of each entry, or a sentence that says why it has none; and where the timeline starts, if there is one. */
interface EntryFrames {
  readonly start: string | null
  readonly places: readonly (Frames | string)[]
}

/**
 * Finds the places of entries in a video.
 * @throws ProductError rate_needed for timecode in a video whose rate varies or is too high, validation_failed for a
 * start that is no timecode
 */
export function placesIn(film: VideoFrames, entries: readonly Entry[], wanted: TimelineChoice): EntryFrames {
  const { rate: asked, start, hours, stated } = wanted
  const labels = entries.flatMap(placesOf).filter((place) => place.kind === 'label')
  if (labels.length === 0) {
    const counted = stated ? { rate: stated } : null
    return { start: null, places: entries.map((entry) => framesOf(film, entry, counted)) }
  }
  const { timing, timecode } = film
  const rate = asked ?? stated ?? timelineRate(timing.rate)
  if (!rate) throw new ProductError('rate_needed')
  const drop_frame = labels[0]?.drop_frame ?? null
  const placed = (from: string | null, hour: number): EntryFrames => {
    const origin = { video_rate: timing.rate, timecode, start: from, hours: hour }
    const timeline = timelineOf(origin, rate, drop_frame)
    if (!timeline) throw invalidField('start', START_WORDS)
    return { start: timeline.start, places: entries.map((entry) => framesOf(film, entry, timeline)) }
  }
  const usual = placed(start ?? null, hours)
  if (start !== undefined || usual.places.some((place) => typeof place !== 'string')) return usual
  // No place is in the video, so the timeline starts elsewhere: at the full hour before the first place.
  const hour = smallest(labels.map(({ text }) => Number.parseInt(text, 10)))
  const other = hour < 24 ? placed(`${hour}:00:00:00`, hour) : usual
  return other.places.some((place) => typeof place !== 'string') ? other : usual
}

/** A timeline; that of a file without timecode only has a rate. */
type RatedTimeline = Pick<Timeline, 'rate'> & Partial<Timeline>

const placesOf = ({ start, end }: Entry): ImportPosition[] => (end && 'place' in end ? [start, end.place] : [start])

/** The frames of an entry, at most to the end of the video. */
function framesOf(film: VideoFrames, { start, end }: Entry, timeline: RatedTimeline | null): Frames | string {
  const first = frameOf(film, start, timeline)
  if (typeof first === 'string') return first
  if (first >= film.frames)
    return start.kind === 'label' && timeline?.start
      ? `${start.text} is not in the video, if its first frame is ${timeline.start}.`
      : OUTSIDE
  const last = end === null ? first : lastOf(film, { start, end, first }, timeline)
  if (typeof last === 'string') return last
  return last < first ? BACKWARDS : { first, last: Math.min(last, film.frames - 1) }
}

/** The last frame of an entry, which may be after the end of the video. */
function lastOf(
  film: VideoFrames,
  { start, end, first }: { start: ImportPosition; end: NonNullable<Entry['end']>; first: number },
  timeline: RatedTimeline | null,
): number | string {
  if (end.kind === 'frames') {
    const number = numberOf(start, timeline)
    if (number === null || !timeline) return first + end.frames - 1
    return typeof number === 'string' ? number : Math.max(first, onFilm(film, number + end.frames, timeline) - 1)
  }
  const place = frameOf(film, end.place, timeline)
  if (typeof place === 'string' || end.kind === 'last') return place
  // An end on the first frame itself is a single frame.
  if (place === first) return first
  const within = end.place.kind === 'seconds' && frameStart(film.timing, place) < end.place.seconds - ROUNDING
  return within ? place : place - 1
}

/** The frame of a place, which may be after the end of the video. */
function frameOf(film: VideoFrames, place: ImportPosition, timeline: RatedTimeline | null): number | string {
  if (place.kind === 'frame') return place.frame
  if (place.kind === 'seconds') {
    const over = frameStart(film.timing, film.frames)
    // A comment may be at the very end of the video; it is then on the last frame.
    if (Math.abs(place.seconds - over) <= ROUNDING) return film.frames - 1
    return place.seconds > over ? film.frames : frameAt(film.timing, place.seconds)
  }
  const number = numberOf(place, timeline)
  if (number === null || !timeline) return OUTSIDE
  return typeof number === 'string' ? number : onFilm(film, number, timeline)
}

/** The frame of the timeline at a place, or why there is none; null for a place that no timeline counts. */
function numberOf(place: ImportPosition, timeline: RatedTimeline | null): number | string | null {
  if (place.kind === 'timeline') return place.frame
  return place.kind === 'label' ? (timeline?.numberOf?.(place) ?? null) : null
}

/** The frame of the video that begins nearest to a frame of the timeline. */
function onFilm({ timing, frames }: VideoFrames, number: number, { rate }: RatedTimeline): number {
  const own = timing.rate
  if (own && own.num * rate.den === rate.num * own.den) return number
  const seconds = (number * rate.den) / rate.num
  if (seconds > frameStart(timing, frames)) return frames
  const before = frameAt(timing, seconds)
  const [early, late] = [before, before + 1].map((frame) => Math.abs(frameStart(timing, frame) - seconds))
  return (early ?? 0) <= (late ?? 0) ? before : before + 1
}
