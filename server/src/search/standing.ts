import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Ids of engines, each with the videos that stand on it: what it found of them is complete and answers. */
export type Standing = ReadonlyMap<string, readonly string[]>

/** Looks at what videos stand on change while a search runs; after so many it answers with what it has. */
const MOST_LOOKS = 4

/** Which engine each of some videos stands on in a stage; those that stand on none are left out. */
async function readStanding(db: Database, stage: string, video_ids: readonly string[]): Promise<Standing> {
  const { rows } = await sql<{ engine: string; video_ids: string[] }>`
    select engine, array_agg(video_id::text order by video_id) as video_ids from video_stages
    where stage = ${stage} and engine is not null and video_id = any(${video_ids}::uuid[])
    group by engine order by engine`.execute(db)
  return new Map(rows.map(({ engine, video_ids: ids }) => [engine, ids]))
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
  let standing = await readStanding(db, stage, video_ids)
  for (let looks = 1; ; looks += 1) {
    const found = await search(standing)
    const now = await readStanding(db, stage, video_ids)
    if (looks === MOST_LOOKS || isSame(standing, now)) return found
    standing = now
  }
}

const isSame = (a: Standing, b: Standing): boolean => JSON.stringify([...a]) === JSON.stringify([...b])
