import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import { isEnough } from '../../engines/visual/fingerprint/comparison.ts'
import { FINGERPRINTS } from '../../engines/visual/fingerprint/fingerprint.ts'
import type { PictureComparer } from '../../engines/visual/fingerprint/picture-comparer.ts'
import { bigints } from '../../platform/db/arrays.ts'
import type { Database } from '../../platform/db/database.ts'
import { nearestVectors } from '../../platform/db/vectors/vectors.ts'
import { scored } from '../ranking/calibration.ts'
import { hitLike, type ModalityHit } from '../ranking/hit.ts'
import { type SampleScore, sampleRuns } from '../ranking/sample-runs.ts'
import type { DescriptorQuery } from './descriptors.ts'

/** The means of comparing a picture with the kept pictures of samples. */
export interface KeptPictures {
  readonly comparer: PictureComparer
  /** The contents of stored small pictures, in the same order; null for one that is gone. */
  readonly read: (thumbnail_keys: readonly string[]) => Promise<(Buffer | null)[]>
}

/** Cosine of two fingerprints below which pictures are not compared. */
const LEAST_COSINE = 0.35
/** Pictures to compare, of all shots, of one shot, and by an engine: each takes some hundredths of a second. */
const MOST_COMPARED = 12
const MOST_ALIKE = 6
const MOST_OF_SHOT = 2
/** Share of the same texture below which a picture is not called alike. */
const LEAST_SAME = 0.15

/** A query for the same picture. */
export interface SameQuery {
  /** Content of a JPEG. */
  readonly picture: Buffer
  readonly by: DescriptorQuery['by']
  /** What engines found, best first. */
  readonly alike: Promise<readonly ModalityHit[]>
}

interface Candidate {
  readonly id: number
  readonly shot: string
  readonly thumbnail_key: string
  /** Of its fingerprint with the question's; 0 for one that only an engine found. */
  readonly cosine: number
}

/**
 * Searches samples that show the same as a picture, a part of it, or more, whatever engine indexed them. Candidates come
 * by fingerprints, and by engines, which find parts of pictures that fingerprints miss among many; then the texture of
 * the kept pictures decides.
 */
export async function searchSamePictures(
  db: Database,
  { comparer, read }: KeptPictures,
  video_ids: readonly string[],
  { picture, by, alike }: SameQuery,
): Promise<ModalityHit[]> {
  const placements = await comparer.placements(picture)
  if (placements.length === 0) return []
  const set = { engine: FINGERPRINTS, rows_of: 'samples' } as const
  const [near, hits] = await Promise.all([nearestVectors(db, set, video_ids, placements), alike])
  const cosines = new Map(hits.slice(0, MOST_ALIKE).flatMap(({ sample_id }) => (sample_id ? [[sample_id, 0]] : [])))
  for (const { row_id, cosine } of near) if (cosine >= LEAST_COSINE) cosines.set(row_id, cosine)
  const candidates = await readCandidates(db, cosines)
  const compared = toCompare(candidates)
  const same = compared.length > 0 ? await compareAll({ comparer, read }, picture, compared) : new Map()
  const runs = await sampleRuns(db, withNeighbours(candidates, same, new Set(compared)), { pooling: 'best' })
  return runs.map((run): ModalityHit => {
    const evidence = scored('same_picture', run.raw)
    return { ...hitLike(by, run, evidence), same: evidence.sure >= SEARCH.high }
  })
}

/** The share of the same texture of those that may be the same, 0 to 1. */
async function compareAll(
  { comparer, read }: KeptPictures,
  picture: Buffer,
  candidates: readonly Candidate[],
): Promise<Map<Candidate, number>> {
  const contents = await read(candidates.map(({ thumbnail_key }) => thumbnail_key))
  const kept = candidates.flatMap((candidate, at) => {
    const content = contents[at]
    return content ? [{ candidate, content }] : []
  })
  const found = await comparer.compare(
    picture,
    kept.map(({ content }) => content),
  )
  return new Map(
    kept.flatMap(({ candidate }, at) => {
      const likeness = found[at]
      return likeness && isEnough(likeness) && likeness.same >= LEAST_SAME ? [[candidate, likeness.same] as const] : []
    }),
  )
}

async function readCandidates(db: Database, cosines: ReadonlyMap<number, number>): Promise<Candidate[]> {
  if (cosines.size === 0) return []
  const { rows } = await sql<Omit<Candidate, 'cosine'>>`
    select id, video_id || ' ' || shot as shot, thumbnail_key from samples
    where id = any(${bigints([...cosines.keys()])}) and thumbnail_key is not null`.execute(db)
  return rows
    .map((row) => ({ ...row, cosine: cosines.get(row.id) ?? 0 }))
    .sort((a, b) => b.cosine - a.cosine || a.id - b.id)
}

/** Candidates of many shots: a long shot has many like pictures. @param candidates nearest first, those of engines last */
function toCompare(candidates: readonly Candidate[]): Candidate[] {
  const of_shot = new Map<string, number>()
  const kept = candidates.filter(({ shot }) => {
    const count = (of_shot.get(shot) ?? 0) + 1
    of_shot.set(shot, count)
    return count <= MOST_OF_SHOT
  })
  const by_engine = kept.filter(({ cosine }) => cosine === 0)
  return [...new Set([...kept.slice(0, MOST_COMPARED), ...by_engine])]
}

/**
 * The scores of compared samples, and of others of their shots with fingerprints about as near, which belong to the
 * same run.
 */
function withNeighbours(
  candidates: readonly Candidate[],
  same: ReadonlyMap<Candidate, number>,
  compared: ReadonlySet<Candidate>,
): SampleScore[] {
  const best = new Map<string, { same: number; cosine: number }>()
  for (const [{ shot, cosine }, share] of same)
    if (share > (best.get(shot)?.same ?? 0)) best.set(shot, { same: share, cosine })
  return candidates.flatMap((candidate): SampleScore[] => {
    const own = same.get(candidate) ?? 0
    const of_shot = best.get(candidate.shot)
    // One that was compared and is not the same interrupts the run.
    if (!of_shot || (own === 0 && compared.has(candidate))) return []
    const beside = of_shot.cosine > 0 ? of_shot.same * Math.min(1, candidate.cosine / of_shot.cosine) : 0
    const raw = Math.max(own, beside)
    return raw > 0 ? [{ sample_id: candidate.id, raw }] : []
  })
}
