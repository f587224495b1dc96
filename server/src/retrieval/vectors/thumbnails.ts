import { sql } from 'kysely'
import { floats, uuids } from '../../platform/db/arrays.ts'
import type { Database } from '../../platform/db/database.ts'

interface Interval {
  readonly video_id: string
  readonly start_time: number
  readonly end_time: number
}

/** The small picture of an interval: its storage key, and its time in seconds. */
export interface Thumbnail {
  readonly thumbnail_key: string
  readonly time: number
}

/**
 * The small pictures closest to the middle of each interval, in the same order; null for a video without stored
 * pictures.
 */
export async function readThumbnails(db: Database, intervals: readonly Interval[]): Promise<(Thumbnail | null)[]> {
  if (intervals.length === 0) return []
  const { rows } = await sql<Thumbnail & { place: number }>`
    select wanted.place, nearest.thumbnail_key, nearest.time
    from unnest(${uuids(intervals.map(({ video_id }) => video_id))},
      ${floats(intervals.map(({ start_time, end_time }) => (start_time + end_time) / 2))}) with ordinality as wanted(video_id, middle, place)
      cross join lateral (
        select thumbnail_key, time from (
          (select thumbnail_key, time from samples
            where video_id = wanted.video_id and thumbnail_key is not null and time <= wanted.middle order by time desc limit 1)
          union all
          (select thumbnail_key, time from samples
            where video_id = wanted.video_id and thumbnail_key is not null and time > wanted.middle order by time limit 1)
        ) as beside
        order by abs(time - wanted.middle), time limit 1
      ) as nearest
    where not exists (
      select from video_stages as pass
      where pass.video_id = wanted.video_id and pass.stage = 'samples' and pass.until < wanted.middle)`.execute(db)
  const pictures: (Thumbnail | null)[] = intervals.map(() => null)
  for (const { place, ...picture } of rows) pictures[place - 1] = picture
  return pictures
}
