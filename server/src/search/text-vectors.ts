import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { nearestVectors } from '../db/vectors.ts'
import type { TextEngine } from '../engines/engine.ts'
import { calibrated } from './calibration.ts'
import type { ModalityHit } from './hit.ts'
import { byTime, lineRuns, spanOf } from './line-runs.ts'
import type { TextLine, TextSource } from './text-candidates.ts'

/** A line that answers less is nearer to the query than others, but not near. */
const LEAST_RAW = 0.2

/**
 * Finds lines by the cosine of their embeddings with a query's, whatever words they use.
 * @param engine that embedded both
 * @param query unit length
 * @returns best first
 */
export async function searchTextVectors(
  db: Database,
  source: TextSource,
  { id, cosines: { unrelated, matching } }: Pick<TextEngine, 'id' | 'cosines'>,
  video_ids: readonly string[],
  query: Float32Array,
): Promise<ModalityHit[]> {
  const neighbours = await nearestVectors(db, { engine: id, rows_of: source.table }, video_ids, query)
  const raw_of = new Map(
    neighbours
      .map(({ row_id, cosine }) => [row_id, Math.min(1, (cosine - unrelated) / (matching - unrelated))] as const)
      .filter(([, raw]) => raw >= LEAST_RAW),
  )
  const lines = (await readLines(db, source, [...raw_of.keys()])).sort(byTime)
  const scored = lines.map((line) => ({ line, raw: raw_of.get(line.id) ?? 0 }))
  return lineRuns(scored, source)
    .map((run): ModalityHit => {
      const { line, raw } = run.reduce((a, b) => (b.raw > a.raw ? b : a))
      const { video_id, text } = line
      return { type: source.stage, video_id, ...spanOf(run), raw, score: calibrated('sentence', raw), text, hits: [] }
    })
    .sort((a, b) => b.raw - a.raw)
}

async function readLines(
  db: Database,
  { table, stage }: TextSource,
  ids: readonly number[],
): Promise<(TextLine & { readonly id: number })[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<TextLine & { id: number }>`
    select line.id, line.video_id, line.number, line.start_time, line.end_time, line.text
    from ${sql.table(table)} as line join video_stages as done
      on done.video_id = line.video_id and done.stage = ${stage} and done.engine = line.engine
    where line.id = any(${ids}::bigint[])`.execute(db)
  return rows
}
