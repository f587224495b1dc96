import type { Hit, MatchType } from '@footnote/contract/search.ts'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Something said, seen or written near a match. Times in seconds. */
export interface FoundMoment {
  readonly type: MatchType
  readonly start_time: number
  readonly end_time: number
  readonly text: string
  readonly hits: readonly Hit[]
  /** False for what only surrounds the match. */
  readonly matched: boolean
}

/** Seconds before and after a match that its surroundings reach. */
const REACH = 6
/** Lines of each kind shown around a match at most. */
const MOST_LINES = 4

/** What is said and written around each interval, in the same order. */
export async function readSurroundings(
  db: Database,
  intervals: readonly { readonly video_id: string; readonly start_time: number; readonly end_time: number }[],
): Promise<FoundMoment[][]> {
  if (intervals.length === 0) return []
  const around = (table: string, stage: string) => sql`
    select line.start_time, line.end_time, line.text from line_sets as kept
      join video_stages as done on done.video_id = kept.video_id and done.stage = ${stage} and done.engine = kept.engine
      join ${sql.table(table)} as line on line.video_id = kept.video_id and line.engine = kept.engine
    where kept.video_id = wanted.video_id and kept.source = ${table}
      and line.end_time > wanted.start_time - ${REACH} and line.start_time < wanted.end_time + ${REACH}
      -- Bounds the times that are looked at in the index: no line takes longer.
      and line.start_time > wanted.start_time - ${REACH} - kept.longest
    order by abs((line.start_time + line.end_time) / 2 - (wanted.start_time + wanted.end_time) / 2) limit ${MOST_LINES}`
  const { rows } = await sql<{ place: number; type: MatchType; start_time: number; end_time: number; text: string }>`
    with wanted as (
      select * from unnest(${intervals.map(({ video_id }) => video_id)}::uuid[], ${intervals.map(({ start_time }) => start_time)}::float8[],
        ${intervals.map(({ end_time }) => end_time)}::float8[]) with ordinality as w(video_id, start_time, end_time, place)
    )
    select place, 'speech' as type, near.* from wanted cross join lateral (${around('cues', 'speech')}) as near
    union all
    select place, 'ocr' as type, near.* from wanted cross join lateral (${around('text_spans', 'ocr')}) as near`.execute(
    db,
  )
  const moments: FoundMoment[][] = intervals.map(() => [])
  for (const { place, ...moment } of rows) moments[place - 1]?.push({ ...moment, hits: [], matched: false })
  return moments
}
