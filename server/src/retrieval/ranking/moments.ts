import type { Hit, MatchType } from '@footnote/contract/nouns/output/search.ts'
import { type RawBuilder, sql } from 'kysely'
import { floats, uuids } from '../../platform/db/arrays.ts'
import type { Database } from '../../platform/db/database.ts'
import { confidentLines, type Reading } from '../confident-lines.ts'
import type { ModalityHit } from './hit.ts'
import { markedWords, marksOf } from './marks.ts'

/** A spoken line, a screen text or a picture near a match. Times in seconds. */
export interface FoundMoment {
  readonly type: MatchType
  readonly start_time: number
  readonly end_time: number
  readonly text: string
  readonly hits: readonly Hit[]
  /** False for the surroundings of a match. */
  readonly matched: boolean
}

/** Seconds of surroundings before and after a match. */
const REACH = 6
/** Maximum lines of each kind around a match. */
const MOST_LINES = 4

/** A spoken line or a screen text near a match. Times in seconds. */
export interface NearbyLine extends Reading, Pick<FoundMoment, 'type' | 'start_time' | 'end_time' | 'text'> {}

/** The spoken lines and screen texts around each interval, in the same order. */
export async function readSurroundings(
  db: Database,
  intervals: readonly { readonly video_id: string; readonly start_time: number; readonly end_time: number }[],
): Promise<NearbyLine[][]> {
  if (intervals.length === 0) return []
  const around = (table: string, stage: string, reading: RawBuilder<unknown>) => sql`
    select line.start_time, line.end_time, line.text, ${reading} from line_sets as kept
      join shown_lines as done on done.video_id = kept.video_id and done.stage = ${stage} and done.engine = kept.engine
      join ${sql.table(table)} as line on line.video_id = kept.video_id and line.engine = kept.engine
    where kept.video_id = wanted.video_id and kept.source = ${table}
      and line.end_time > wanted.start_time - ${REACH} and line.start_time < wanted.end_time + ${REACH}
      -- Bounds the times that are looked at in the index: no line takes longer.
      and line.start_time > wanted.start_time - ${REACH} - kept.longest
    order by abs((line.start_time + line.end_time) / 2 - (wanted.start_time + wanted.end_time) / 2) limit ${MOST_LINES}`
  const { rows } = await sql<NearbyLine & { place: number }>`
    with wanted as (
      select * from unnest(${uuids(intervals.map(({ video_id }) => video_id))}, ${floats(intervals.map(({ start_time }) => start_time))},
        ${floats(intervals.map(({ end_time }) => end_time))}) with ordinality as w(video_id, start_time, end_time, place)
    )
    select place, 'speech' as type, near.* from wanted cross join lateral (${around('cues', 'speech', sql`1::real as confidence, null::real[] as line_confidences`)}) as near
    union all
    select place, 'ocr' as type, near.* from wanted cross join lateral (${around('text_spans', 'ocr', sql`line.confidence, line.line_confidences`)}) as near`.execute(
    db,
  )
  const lines: NearbyLine[][] = intervals.map(() => [])
  for (const { place, ...line } of rows) lines[place - 1]?.push(line)
  return lines
}

/** The match and its readable surroundings; matching words are marked in both. */
export function momentsOf(parts: readonly ModalityHit[], around: readonly NearbyLine[]): FoundMoment[] {
  const found = parts.map(
    ({ type, start_time, end_time, text, hits }): FoundMoment => ({
      type,
      start_time,
      end_time,
      text,
      hits,
      matched: true,
    }),
  )
  const words = markedWords(parts)
  const near = around.flatMap(({ type, start_time, end_time, text, ...reading }): FoundMoment[] => {
    const shown = confidentLines({ text, hits: marksOf(text, words) }, reading)
    return shown ? [{ type, start_time, end_time, ...shown, matched: false }] : []
  })
  return [...found, ...near].sort((a, b) => a.start_time - b.start_time)
}
