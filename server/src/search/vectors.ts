import type { Database } from '../db/database.ts'
import { nearestVectors } from '../db/vectors.ts'
import { calibrated } from './calibration.ts'
import { MOST_HITS, type ModalityHit } from './hit.ts'
import { sampleRuns } from './sample-runs.ts'

/** Finds samples whose embedding is near a query's, by cosine. */
export async function searchVectors(
  db: Database,
  engine: string,
  video_ids: readonly string[],
  query: Float32Array,
): Promise<ModalityHit[]> {
  const neighbours = await nearestVectors(db, engine, video_ids, query)
  const runs = await sampleRuns(
    db,
    neighbours.map(({ sample_id, cosine }) => ({ sample_id, raw: Math.max(0, cosine) })),
  )
  return runs.slice(0, MOST_HITS).map(({ video_id, start_time, end_time, raw }) => ({
    type: 'visual',
    video_id,
    start_time,
    end_time,
    raw,
    score: calibrated('embedding', raw),
    text: 'Looks like what you asked for',
    hits: [],
  }))
}
