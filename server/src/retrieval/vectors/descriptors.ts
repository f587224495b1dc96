import { sql } from 'kysely'
import { uuids } from '../../platform/db/arrays.ts'
import type { Database } from '../../platform/db/database.ts'
import { nearestVectors } from '../../platform/db/vectors/vectors.ts'
import { scored } from '../ranking/calibration.ts'
import { hitLike, MOST_HITS, type ModalityHit, type ReferenceKind } from '../ranking/hit.ts'
import { type SampleScore, sampleRuns } from '../ranking/sample-runs.ts'

/** Descriptors to read from the database at once. */
const AT_ONCE = 5_000
const MOST_SAMPLES = 2_000

/** A query for similar descriptors: unit length, of a picture or of a frame. */
export interface DescriptorQuery {
  readonly descriptor: Float32Array
  readonly by: Exclude<ReferenceKind, 'text'>
}

/** Searches similar samples, by cosine of descriptors. */
export async function searchDescriptors(
  db: Database,
  engine: string,
  video_ids: readonly string[],
  { descriptor: wanted, by }: DescriptorQuery,
): Promise<ModalityHit[]> {
  const [neighbours, others] = await Promise.all([
    nearestVectors(db, { engine, rows_of: 'samples' }, video_ids, wanted, MOST_SAMPLES),
    compareOneByOne(db, engine, video_ids, wanted),
  ])
  const by_signature = neighbours.map(({ row_id, cosine }) => ({ sample_id: row_id, raw: Math.max(0, cosine) }))
  const scores = [...by_signature, ...others].sort((a, b) => b.raw - a.raw).slice(0, MOST_SAMPLES)
  const runs = await sampleRuns(db, scores)
  return runs.slice(0, MOST_HITS).map((run) => hitLike(by, run, scored('image', run.raw)))
}

/** Compares descriptors that are not among the vectors yet. */
async function compareOneByOne(
  db: Database,
  engine: string,
  video_ids: readonly string[],
  wanted: Float32Array,
): Promise<SampleScore[]> {
  const scores: SampleScore[] = []
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('descriptors')
      .select(['sample_id', 'descriptor'])
      .where('engine', '=', engine)
      .where('by_signature', '=', false)
      .where(sql<boolean>`video_id = any(${uuids(video_ids)})`)
      .where('sample_id', '>', after)
      .orderBy('sample_id')
      .limit(AT_ONCE)
      .execute()
    for (const { sample_id, descriptor } of rows)
      scores.push({ sample_id, raw: Math.max(0, cosine(descriptor, wanted)) })
    if (rows.length < AT_ONCE) return scores
    after = rows.at(-1)?.sample_id ?? 0
  }
}

/** @param stored float4, little endian */
function cosine(stored: Buffer, wanted: Float32Array): number {
  if (stored.length !== wanted.length * 4) return 0
  let sum = 0
  for (let at = 0; at < wanted.length; at++) sum += stored.readFloatLE(at * 4) * (wanted[at] as number)
  return sum
}
