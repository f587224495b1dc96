import type { Video, VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { Match } from '@footnote/contract/nouns/output/search.ts'
import type { MatchRange } from '@footnote/contract/shared/frames.ts'
import type { OpenedMoment } from '../../../../lib/address/use-opened-moment.ts'

type FieldsOfFilm =
  | 'video_id'
  | 'video_name'
  | 'video_duration'
  | 'user_id'
  | 'collection_name'
  | 'thumbnail_url'
  | 'stream_url'
  | 'subtitle_url'
  | 'language'
  | 'storyboard'

/** What the player shows of a film, whether a search finds something in it or not. */
export interface PlayableVideo extends Pick<Match, FieldsOfFilm> {
  readonly can: Pick<Match['can'], 'review'>
}

/** The film of a moment that is among no matches. */
export function filmOf({
  id,
  file_name,
  duration,
  ...video
}: Video & Pick<VideoDetail, 'collection_name'>): PlayableVideo {
  return { ...video, video_id: id, video_name: file_name, video_duration: duration ?? 0 }
}

/** The part of its video that a match covers. */
export const matchRange = ({ start_time, end_time }: Match): MatchRange => ({
  start_time,
  end_time_exclusive: end_time,
})

/** The share of two parts of a film that is in both, 0 to 1. */
function likeness(one: MatchRange, other: MatchRange): number {
  const starts = [one.start_time, other.start_time]
  const ends = [one.end_time_exclusive, other.end_time_exclusive]
  const common = Math.min(...ends) - Math.max(...starts)
  return Math.max(0, common) / (Math.max(...ends) - Math.min(...starts))
}

/**
 * The match of a moment, whatever its rank: the one that a person opened or, for a link and after films were indexed
 * again, the one with most of its time.
 */
export function matchOf(matches: readonly Match[], { video_id, range, found_at }: OpenedMoment): Match | null {
  if (!range) return null
  const near = matches
    .filter((match) => match.video_id === video_id)
    .map((match) => ({ match, like: likeness(matchRange(match), range) }))
  const opened = near.find(({ match }) => match.start_time === found_at)
  const [nearest] = near.filter(({ like }) => like > 0).sort((one, other) => other.like - one.like)
  return (opened ?? nearest)?.match ?? null
}

/** Milliseconds to which addresses round times. */
const isSameTime = (one: number, other: number): boolean => Math.abs(one - other) < 0.001

/** Whether two parts of a film are the same, as far as an address can tell. */
export const isSamePart = (one: MatchRange, other: MatchRange): boolean =>
  isSameTime(one.start_time, other.start_time) && isSameTime(one.end_time_exclusive, other.end_time_exclusive)

/** The matches in a film, in order of time. */
export const matchesIn = (matches: readonly Match[], film: string): Match[] =>
  matches
    .filter(({ video_id }) => video_id === film)
    .sort((one, other) => one.start_time - other.start_time || one.end_time - other.end_time)

/**
 * The matches before and after a moment in its film.
 * @param matches in order of time
 * @param match the one that plays; null for a moment that is none of them
 * @param start of the moment, in seconds
 */
export function neighbours(matches: readonly Match[], match: Match | null, start: number) {
  if (match) {
    const place = matches.indexOf(match)
    return { previous: matches[place - 1], next: matches[place + 1] }
  }
  return {
    previous: matches.findLast(({ start_time }) => start_time < start),
    next: matches.find(({ start_time }) => start_time >= start),
  }
}
