import { sql } from 'kysely'
import { arrayOf, type Database } from '../../platform/db/database.ts'

/** Ids of engines, each with the videos that its rows answer for. */
export type Standing = ReadonlyMap<string, readonly string[]>

/** Stages whose rows an engine made that a query is compared with. */
type ComparedStage = 'visual' | 'speech_embedding' | 'ocr_embedding'

/** The engine whose rows answer for each of some videos; videos without one are left out. */
export type Standings = (stage: ComparedStage, video_ids: readonly string[]) => Standing

/** Looks at what videos stand on change while a search runs; after so many it answers with what it has. */
const MOST_LOOKS = 4

interface Looked {
  readonly standings: Standings
  /** Of the hashes of the videos of each engine: other ones where any of them changed. */
  readonly sums: string
}

/** One look at all stages: a statement that names a thousand videos costs more by its naming them than by what it reads. */
async function look(db: Database, stages: readonly ComparedStage[], video_ids: readonly string[]): Promise<Looked> {
  const { rows } = await sql<{ stage: ComparedStage; engine: string; video_ids: string; sum: string }>`
    select stage, engine, string_agg(video_id::text, ',') as video_ids,
      count(*) || ' ' || sum(uuid_hash_extended(video_id, 0)) as sum
    from video_stages
    where stage = any(${stages}::text[]) and engine is not null and video_id = any(${arrayOf(video_ids)}::uuid[])
    group by stage, engine order by stage, engine`.execute(db)
  return {
    standings: (stage, asked) => {
      const wanted = new Set(asked)
      return new Map(
        rows
          .filter((row) => row.stage === stage)
          .map((row) => [row.engine, row.video_ids.split(',').filter((id) => wanted.has(id))] as const)
          .filter(([, ids]) => ids.length > 0),
      )
    },
    sums: rows.map(({ stage, engine, sum }) => `${stage} ${engine} ${sum}`).join('\n'),
  }
}

/**
 * Searches by the engines that videos stand on. Where another engine takes over for one of them meanwhile, its rows may be gone before
 * they were read and the new ones unasked for: then all is asked again.
 */
export async function searchStanding<Found>(
  db: Database,
  stages: readonly ComparedStage[],
  video_ids: readonly string[],
  search: (standings: Standings) => Promise<Found>,
): Promise<Found> {
  let looked = await look(db, stages, video_ids)
  for (let looks = 1; ; looks += 1) {
    const found = await search(looked.standings)
    const { sums } = looked
    looked = await look(db, stages, video_ids)
    if (looks === MOST_LOOKS || looked.sums === sums) return found
  }
}
