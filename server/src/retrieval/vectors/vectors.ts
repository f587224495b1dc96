import type { VisualEngine } from '../../engines/engine.ts'
import type { Database } from '../../platform/db/database.ts'
import { nearestVectors } from '../../platform/db/vectors/vectors.ts'
import { scored } from '../ranking/calibration.ts'
import { fitOf, leastCosine } from '../ranking/cosine-scale.ts'
import { hitLike, MOST_HITS, type ModalityHit, type ReferenceKind } from '../ranking/hit.ts'
import { sampleRuns } from '../ranking/sample-runs.ts'

/** A query's vector in an engine's space: unit length, of a text, of a picture or of a frame. */
export interface VectorQuery {
  readonly vector: Float32Array
  readonly by: ReferenceKind
}

/** Searches shots by the cosine of their best sample with the query. */
export async function searchVectors(
  db: Database,
  { id, cosines }: Pick<VisualEngine, 'id' | 'cosines'>,
  video_ids: readonly string[],
  { vector, by }: VectorQuery,
): Promise<ModalityHit[]> {
  const neighbours = await nearestVectors(db, { engine: id, rows_of: 'samples' }, video_ids, vector)
  // Cosines between pictures have the same scale in every space; those between text and picture depend on the model.
  const scale = (by === 'text' && cosines) || null
  const least = scale ? leastCosine(scale, neighbours[0]?.cosine ?? 0) : 0
  const near = neighbours.filter(({ cosine }) => (scale ? cosine >= least : cosine > 0))
  const runs = await sampleRuns(
    db,
    near.map(({ row_id, cosine }) => ({ sample_id: row_id, raw: cosine })),
    { pooling: 'best' },
  )
  const evidenceOf = (cosine: number) => (scale ? scored('embedding', fitOf(scale, cosine)) : scored('image', cosine))
  return runs.slice(0, MOST_HITS).map((run) => hitLike(by, run, evidenceOf(run.raw)))
}
