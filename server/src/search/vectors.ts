import type { Database } from '../db/database.ts'
import { nearestVectors } from '../db/vectors.ts'
import type { VisualEngine } from '../engines/engine.ts'
import { calibrated } from './calibration.ts'
import { MOST_HITS, type ModalityHit } from './hit.ts'
import { sampleRuns } from './sample-runs.ts'

/** A query in an engine's space: unit length, of a text or of a picture. */
export interface VectorQuery {
  readonly vector: Float32Array
  readonly by: 'text' | 'picture'
}

/** Finds shots by the cosine of their best sample's embedding with a query's. */
export async function searchVectors(
  db: Database,
  { id, cosines }: VisualEngine,
  video_ids: readonly string[],
  { vector, by }: VectorQuery,
): Promise<ModalityHit[]> {
  // Pictures lie as near to each other in every space; how near a text comes to its picture is the model's own.
  const { unrelated, matching } = (by === 'text' && cosines) || { unrelated: 0, matching: 1 }
  const fit = (cosine: number) => Math.min(1, Math.max(0, (cosine - unrelated) / (matching - unrelated)))
  const neighbours = await nearestVectors(db, { engine: id, rows_of: 'samples' }, video_ids, vector)
  const scores = neighbours.map(({ row_id, cosine }) => ({ sample_id: row_id, raw: fit(cosine) }))
  const runs = await sampleRuns(
    db,
    scores.filter(({ raw }) => raw > 0),
    { pooling: 'best' },
  )
  return runs.slice(0, MOST_HITS).map(({ video_id, start_time, end_time, raw }) => ({
    type: 'visual',
    video_id,
    start_time,
    end_time,
    raw,
    score: calibrated(by === 'text' ? 'embedding' : 'image', raw),
    text: by === 'text' ? 'Looks like what you asked for' : 'Looks like the picture',
    hits: [],
  }))
}
