import { sql } from 'kysely'
import { arrayOf, type Database } from '../../platform/db/database.ts'

/** Ids of engines, each with the videos that its rows answer for. */
export type Standing = ReadonlyMap<string, readonly string[]>

/** Looks at what videos stand on change while a search runs; after so many it answers with what it has. */
const MOST_LOOKS = 4

/** The engine whose rows answer for each video, and sums that differ where any of them does. */
interface Looked {
  readonly standing: Standing
  readonly sums: string
}

/** Of the hashes of the videos of an engine: to compare, and in no order. */
const SUM = sql`count(*) || ' ' || sum(uuid_hash_extended(video_id, 0))`
const sumsOf = (rows: readonly { engine: string; sum: string }[]) =>
  rows.map(({ engine, sum }) => `${engine} ${sum}`).join('\n')

/** Which engine each of some videos stands on in a stage; those that stand on none are left out. */
async function readStanding(db: Database, stage: string, video_ids: readonly string[]): Promise<Looked> {
  const { rows } = await sql<{ engine: string; video_ids: string[]; sum: string }>`
    select engine, array_agg(video_id::text order by video_id) as video_ids, ${SUM} as sum from video_stages
    where stage = ${stage} and engine is not null and video_id = any(${arrayOf(video_ids)}::uuid[])
    group by engine order by engine`.execute(db)
  return { standing: new Map(rows.map(({ engine, video_ids: ids }) => [engine, ids])), sums: sumsOf(rows) }
}

/** The sums alone, which tell whether anything has changed. */
async function readSums(db: Database, stage: string, video_ids: readonly string[]): Promise<string> {
  const { rows } = await sql<{ engine: string; sum: string }>`
    select engine, ${SUM} as sum from video_stages
    where stage = ${stage} and engine is not null and video_id = any(${arrayOf(video_ids)}::uuid[])
    group by engine order by engine`.execute(db)
  return sumsOf(rows)
}

/**
 * Searches by the engines that videos stand on. Where another engine takes over for one of them meanwhile, its rows may be gone before
 * they were read and the new ones unasked for: then all is asked again.
 */
export async function searchStanding<Found>(
  db: Database,
  stage: string,
  video_ids: readonly string[],
  search: (standing: Standing) => Promise<Found>,
): Promise<Found> {
  let looked = await readStanding(db, stage, video_ids)
  for (let looks = 1; ; looks += 1) {
    const found = await search(looked.standing)
    if (looks === MOST_LOOKS || looked.sums === (await readSums(db, stage, video_ids))) return found
    looked = await readStanding(db, stage, video_ids)
  }
}
