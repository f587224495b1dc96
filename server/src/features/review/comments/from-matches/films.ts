import { commentOnMatch } from '@footnote/contract/nouns/output/search/comment-on-match.ts'
import { type FrameTiming, frameStart, matchFrames, timingFrom } from '@footnote/contract/shared/frames.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { invalidField, ProductError } from '../../../../platform/errors.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import { frameTimesOf } from '../../../library/videos/queries.ts'
import { type Discussion, readDiscussion } from '../queries.ts'

/** Where a match is. Seconds; its end is exclusive. */
interface MatchRange {
  readonly start_time: number
  readonly end_time: number
}

/** A video with matches. */
export interface MatchedVideo {
  readonly discussion: Discussion
  /** When the first and the last frame of a match appear: the place of a comment on it. */
  readonly seconds: (place: MatchRange) => MatchRange
}

/**
 * The videos of matches, one for each match.
 * @throws ProductError not_found, with the number of the match, for a video that the viewer may not read
 */
export async function filmsOf(
  db: Database,
  viewer: UserViewer,
  items: readonly { readonly video_id: string }[],
): Promise<MatchedVideo[]> {
  const films = new Map<string, MatchedVideo>()
  for (const [place, { video_id }] of items.entries())
    if (!films.has(video_id)) films.set(video_id, await readFilm(db, viewer, video_id).catch(withNumber(place)))
  return items.flatMap(({ video_id }) => films.get(video_id) ?? [])
}

async function readFilm(db: Database, viewer: UserViewer, videoId: string): Promise<MatchedVideo> {
  const discussion = await readDiscussion(db, viewer, videoId)
  const { id } = discussion.video
  const rate = await db
    .selectFrom('videos')
    .select(['frame_rate_num as num', 'frame_rate_den as den'])
    .where('id', '=', id)
    .executeTakeFirst()
  const constant = rate?.num && rate.den ? { num: rate.num, den: rate.den } : null
  const timing = timingFrom(constant, constant ? null : await frameTimesOf(db, id))
  return { discussion, seconds: timing ? (place) => framesOf(timing, place) : beforeEnd }
}

function framesOf(timing: FrameTiming, { start_time, end_time }: MatchRange): MatchRange {
  const { first, last } = matchFrames(timing, { start_time, end_time_exclusive: end_time })
  return { start_time: frameStart(timing, first), end_time: frameStart(timing, last) }
}

function beforeEnd({ start_time, end_time }: MatchRange): MatchRange {
  const { end_time_inclusive } = commentOnMatch({ start_time, end_time_exclusive: end_time })
  return { start_time, end_time: end_time_inclusive ?? start_time }
}

/** @throws ProductError validation_failed for a match without a length, or outside of the video */
export function refuseOutside({ start_time, end_time }: MatchRange, { discussion: { video } }: MatchedVideo): void {
  const over = video.duration ?? Number.MAX_VALUE
  if (start_time >= over) throw invalidField('items', 'The start must lie within the video')
  if (end_time <= start_time) throw invalidField('items', 'The end must lie after the start')
  if (end_time > over) throw invalidField('items', 'The end must lie within the video')
}

/** Names the item that an error is about, by its number from 1. */
const withNumber = (place: number) => (error: unknown) => {
  if (!(error instanceof ProductError)) throw error
  const { code, message, fields } = error
  const detail = `Item ${place + 1}: ${message}`
  throw new ProductError(code, { detail, ...(fields && { fields: { [`items.${place}`]: detail } }) })
}

/** @throws ProductError that names the match */
export function numbered<Result>(place: number, make: () => Result): Result {
  try {
    return make()
  } catch (error) {
    return withNumber(place)(error)
  }
}
