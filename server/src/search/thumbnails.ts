import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

interface Interval {
  readonly video_id: string
  readonly start_time: number
  readonly end_time: number
}

/** Storage keys of the small pictures nearest to the middle of each interval, in the same order. */
export async function readThumbnails(db: Database, intervals: readonly Interval[]): Promise<(string | null)[]> {
  if (intervals.length === 0) return []
  const { rows } = await sql<{ thumbnail_key: string | null }>`
    select nearest.thumbnail_key
    from unnest(${intervals.map(({ video_id }) => video_id)}::uuid[],
      ${intervals.map(({ start_time, end_time }) => (start_time + end_time) / 2)}::float8[]) with ordinality as wanted(video_id, middle, place)
      left join lateral (
        select thumbnail_key from (
          (select thumbnail_key, time from samples
            where video_id = wanted.video_id and thumbnail_key is not null and time <= wanted.middle order by time desc limit 1)
          union all
          (select thumbnail_key, time from samples
            where video_id = wanted.video_id and thumbnail_key is not null and time > wanted.middle order by time limit 1)
        ) as beside
        order by abs(time - wanted.middle), time limit 1
      ) as nearest on true
    order by wanted.place`.execute(db)
  return rows.map(({ thumbnail_key }) => thumbnail_key)
}
