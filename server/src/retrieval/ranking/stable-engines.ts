import { sql } from 'kysely'
import { opaqueIds } from '../../platform/db/arrays.ts'
import type { Database } from '../../platform/db/database.ts'

/** Ids of engines, each with the videos whose results it made. */
export type VideosByEngine = ReadonlyMap<string, readonly string[]>

/** Stages whose results are compared with a query by the same engine. */
type ComparedStage = 'visual' | 'speech_embedding' | 'ocr_embedding'

/** The engine of each video's results, as soon as it is read; videos without one are left out. */
export type EngineReader = (stage: ComparedStage, video_ids: readonly string[]) => Promise<VideosByEngine>

/** How often to read the engines again when they change during a search; then the search returns what it has. */
const MOST_READS = 4

interface EngineState {
  /** The engines of some videos. */
  videosByEngine(stage: ComparedStage, video_ids: readonly string[]): VideosByEngine
  /** See `sumOf`. */
  readonly sum: string
}

interface EngineSum {
  readonly stage: ComparedStage
  readonly engine: string
  /** A hash over the videos whose results it made. */
  readonly sum: string
}

const HASH = sql`count(*) || ' ' || sum(uuid_hash_extended(video_id, 0)) as sum`

/** The results to compare with a query. */
const compared = (stages: readonly ComparedStage[], video_ids: readonly string[]) => sql`
  from video_stages
  where stage = any(${stages}::text[]) and engine is not null and video_id = any(${opaqueIds(video_ids)})
  group by stage, engine order by stage, engine`

/** A hash over the videos of each engine, which changes when any of them changes. */
const sumOf = (rows: readonly EngineSum[]): string =>
  rows.map(({ stage, engine, sum }) => `${stage} ${engine} ${sum}`).join('\n')

/** Reads all stages at once: for a thousand videos, passing their ids costs more than reading the rows. */
async function readEngines(
  db: Database,
  stages: readonly ComparedStage[],
  video_ids: readonly string[],
): Promise<EngineState> {
  const { rows } = await sql<EngineSum & { video_ids: string }>`
    select stage, engine, string_agg(video_id::text, ',') as video_ids, ${HASH} ${compared(stages, video_ids)}`.execute(
    db,
  )
  return {
    videosByEngine: (stage, asked) => {
      const wanted = new Set(asked)
      return new Map(
        rows
          .filter((row) => row.stage === stage)
          .map((row) => [row.engine, row.video_ids.split(',').filter((id) => wanted.has(id))] as const)
          .filter(([, ids]) => ids.length > 0),
      )
    },
    sum: sumOf(rows),
  }
}

/** The sum as of now. */
async function readSum(db: Database, stages: readonly ComparedStage[], video_ids: readonly string[]) {
  const { rows } = await sql<EngineSum>`select stage, engine, ${HASH} ${compared(stages, video_ids)}`.execute(db)
  return sumOf(rows)
}

/** A search with the engines of the videos' results, and what to make of its result. */
export interface EngineSearch<Found, Answer> {
  search(enginesOf: EngineReader): Promise<Found>
  answer(found: Found): Promise<Answer>
}

/**
 * Searches with the engines of the videos' results, and makes an answer. If another engine replaces the results of a
 * video during the search, its old rows may be gone and the new ones unsearched: then the search is repeated.
 */
export async function searchWithStableEngines<Found, Answer>(
  db: Database,
  stages: readonly ComparedStage[],
  video_ids: readonly string[],
  { search, answer }: EngineSearch<Found, Answer>,
): Promise<Answer> {
  for (let reads = 1; ; reads += 1) {
    const reading = readEngines(db, stages, video_ids)
    // A search by words alone does not need the engines, and does not wait for them.
    const enginesOf: EngineReader = async (stage, asked) => (await reading).videosByEngine(stage, asked)
    const [found, { sum }] = await Promise.all([search(enginesOf), reading])
    // Results rarely change: the answer need not wait for the second read.
    const [answered, now] = await Promise.all([answer(found), readSum(db, stages, video_ids)])
    if (reads === MOST_READS || now === sum) return answered
  }
}
