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
  /**
   * Frames of a stretch of a video (seconds), evenly spread and as large as kept pictures; none if they cannot be read.
   */
  readonly between: (
    video_id: string,
    stretch: { readonly from: number; readonly to: number },
    most: number,
  ) => Promise<readonly Buffer[]>
}

/** Cosine of two fingerprints below which pictures are not compared. */
const LEAST_COSINE = 0.35
/** Pictures to compare, of all shots, of one shot, and by an engine: each takes some hundredths of a second. */
const MOST_COMPARED = 12
const MOST_ALIKE = 6
const MOST_OF_SHOT = 2
/** Share of the same texture below which a picture is not called alike. */
const LEAST_SAME = 0.15
/**
 * Share from which a picture may be of a time between two samples, where something moves: stills of moving drawings
 * have 0.38 to 0.53.
 */
const LEAST_MOVED = 0.25
/** Frames between the samples beside one: a few in a second. */
const MOST_BETWEEN = 10

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
  kept: KeptPictures,
  video_ids: readonly string[],
  { picture, by, alike }: SameQuery,
): Promise<ModalityHit[]> {
  const placements = await kept.comparer.placements(picture)
  if (placements.length === 0) return []
  const set = { engine: FINGERPRINTS, rows_of: 'samples' } as const
  const [near, hits] = await Promise.all([nearestVectors(db, set, video_ids, placements), alike])
  const cosines = new Map(hits.slice(0, MOST_ALIKE).flatMap(({ sample_id }) => (sample_id ? [[sample_id, 0]] : [])))
  for (const { row_id, cosine } of near) if (cosine >= LEAST_COSINE) cosines.set(row_id, cosine)
  const candidates = await readCandidates(db, cosines)
  const compared = toCompare(candidates)
  const same = compared.length > 0 ? await compareAll(kept, picture, compared) : new Map<Candidate, number>()
  const moved = await compareBetween(db, kept, picture, same)
  const scores = withNeighbours(candidates, same, { compared: new Set(compared), moved })
  const runs = await sampleRuns(db, scores, { pooling: 'best' })
  return runs.map((run): ModalityHit => {
    const evidence = scored('same_picture', run.raw)
    return { ...hitLike(by, run, evidence), same: evidence.sure >= SEARCH.high }
  })
}

/** The share of the same texture of those that may be the same, 0 to 1. */
async function compareAll(
  { comparer, read }: Pick<KeptPictures, 'comparer' | 'read'>,
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

/** A sample of a shot in which things move. */
interface MovedSample extends SampleScore {
  readonly shot: string
}

/**
 * If the best candidate is not surely the same, compares the picture with frames of the film around it: what moves has
 * another place in each sample.
 * @returns the sample before the most alike of those frames, if that is more alike than the candidate
 */
async function compareBetween(
  db: Database,
  { comparer, between }: KeptPictures,
  picture: Buffer,
  same: ReadonlyMap<Candidate, number>,
): Promise<MovedSample | null> {
  const [best] = [...same].sort(([, one], [, other]) => other - one)
  if (!best || best[1] < LEAST_MOVED || scored('same_picture', best[1]).sure >= SEARCH.high) return null
  const [{ id, shot }, share] = best
  const around = await readAround(db, id)
  const frames = around ? await between(around.video_id, around, MOST_BETWEEN) : []
  if (!around || frames.length === 0) return null
  const shares = (await comparer.compare(picture, frames)).map((one) => (isEnough(one) ? one.same : 0))
  const raw = shares.reduce((most, one) => Math.max(most, one), 0)
  if (raw <= share) return null
  const time = around.from + ((shares.indexOf(raw) + 0.5) / MOST_BETWEEN) * (around.to - around.from)
  return { sample_id: time < around.time ? (around.before_id ?? id) : id, raw, shot }
}

/** A sample and those beside it in its shot. Times in seconds; without a neighbour, those of the shot. */
interface Around {
  readonly video_id: string
  readonly time: number
  readonly before_id: number | null
  readonly from: number
  readonly to: number
}

async function readAround(db: Database, sample_id: number): Promise<Around | undefined> {
  const { rows } = await sql<Around>`
    select samples.video_id, samples.time, before.id as before_id,
      coalesce(before.time, shots.start_time) as from, coalesce(after.time, shots.end_time) as to
    from samples
      join shots on shots.video_id = samples.video_id and shots.number = samples.shot
      left join lateral (
        select id, time from samples as other
        where other.video_id = samples.video_id and other.shot = samples.shot and other.time < samples.time
        order by time desc limit 1
      ) as before on true
      left join lateral (
        select time from samples as other
        where other.video_id = samples.video_id and other.shot = samples.shot and other.time > samples.time
        order by time limit 1
      ) as after on true
    where samples.id = ${sample_id}`.execute(db)
  return rows.find(({ from, to }) => from < to)
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
 * same run. In a shot whose frames between samples were compared, too, things move: of its others nothing is known.
 */
function withNeighbours(
  candidates: readonly Candidate[],
  same: ReadonlyMap<Candidate, number>,
  { compared, moved }: { readonly compared: ReadonlySet<Candidate>; readonly moved: MovedSample | null },
): SampleScore[] {
  const best = new Map<string, { same: number; cosine: number }>()
  for (const [{ shot, cosine }, share] of same)
    if (share > (best.get(shot)?.same ?? 0)) best.set(shot, { same: share, cosine })
  const scores = candidates.flatMap((candidate): SampleScore[] => {
    const own = same.get(candidate) ?? 0
    const of_shot = best.get(candidate.shot)
    // One that was compared and is not the same interrupts the run.
    if (!of_shot || (own === 0 && compared.has(candidate))) return []
    const near = candidate.shot !== moved?.shot && of_shot.cosine > 0
    const beside = near ? of_shot.same * Math.min(1, candidate.cosine / of_shot.cosine) : 0
    const raw = Math.max(own, beside)
    return raw > 0 ? [{ sample_id: candidate.id, raw }] : []
  })
  return moved ? [...scores.filter(({ sample_id }) => sample_id !== moved.sample_id), moved] : scores
}
