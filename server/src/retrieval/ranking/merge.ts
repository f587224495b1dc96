import { largest } from '@footnote/contract/shared/extremes.ts'
import { bounded, type Evidence, together } from './calibration.ts'
import { isEvidence, type ModalityHit } from './hit.ts'

/** Hits that belong together. Times in seconds. */
export interface MergedHit extends Evidence, Pick<ModalityHit, 'video_id' | 'start_time' | 'end_time'> {
  /** Fused rank of the best part; 0 for a part from one ranking. */
  readonly fused: number
  /**
   * The best of each modality: first those with words of the query, then best first; for a sequence those of its first
   * moment, then those of its last.
   */
  readonly parts: readonly ModalityHit[]
  /** The moments of a sequence, in order of time. */
  readonly steps?: readonly MergedHit[]
}

/** Hits belong together when they share at least this part of the shorter one. */
const LEAST_OVERLAP = 0.5

/**
 * Joins overlapping hits of different modalities; agreement raises the score. The time is that of the words of the
 * query, if a hit has any.
 * @returns by score, ties by fused rank, video, then time
 */
export function mergeHits(hits: readonly ModalityHit[]): MergedHit[] {
  const sorted = [...hits].sort((a, b) => Number(isEvidence(b)) - Number(isEvidence(a)) || b.score - a.score)
  return [...Map.groupBy(sorted, ({ video_id }) => video_id).values()]
    .flatMap(mergeInVideo)
    .map(({ main, parts }) => ({
      video_id: main.video_id,
      start_time: main.start_time,
      end_time: main.end_time,
      ...parts.slice(1).reduce<Evidence>(together, bounded(main)),
      fused: largest(parts.map(({ fused }) => fused ?? 0)),
      parts,
    }))
    .sort(byScore)
}

/** @param hits of one video, in the order of `mergeHits` */
function mergeInVideo(hits: readonly ModalityHit[]): { main: ModalityHit; parts: ModalityHit[] }[] {
  const merged: { main: ModalityHit; parts: ModalityHit[] }[] = []
  for (const hit of hits) {
    const home = merged.find(({ main, parts }) => overlaps(main, hit) && parts.every(({ type }) => type !== hit.type))
    if (home) home.parts.push(hit)
    else merged.push({ main: hit, parts: [hit] })
  }
  return merged
}

/** Best first; ties by fused rank, video, then time. */
export function byScore(a: MergedHit, b: MergedHit): number {
  return b.score - a.score || b.fused - a.fused || a.video_id.localeCompare(b.video_id) || a.start_time - b.start_time
}

/**
 * Joins hits of one modality from two searches: of two overlapping ones the better stays, and the other raises its
 * score.
 * @param ones hits that do not overlap each other; the others do not either
 */
export function uniteHits(ones: readonly ModalityHit[], others: readonly ModalityHit[]): ModalityHit[] {
  const left = new Set(others)
  const of_video = Map.groupBy(others, ({ video_id }) => video_id)
  const united = ones.map((one) => {
    const twin = of_video.get(one.video_id)?.find((other) => left.has(other) && overlaps(one, other))
    if (!twin) return one
    left.delete(twin)
    const [better, worse] = one.score >= twin.score ? [one, twin] : [twin, one]
    return { ...better, ...together(better, worse) }
  })
  return [...united, ...left]
}

/** Whether two hits are of the same moment. */
export function overlaps(a: ModalityHit, b: ModalityHit): boolean {
  return a.video_id === b.video_id && overlapShare(a, b) >= LEAST_OVERLAP
}

function overlapShare(a: ModalityHit, b: ModalityHit): number {
  const common = Math.min(a.end_time, b.end_time) - Math.max(a.start_time, b.start_time)
  const shorter = Math.min(a.end_time - a.start_time, b.end_time - b.start_time)
  return shorter > 0 ? common / shorter : 0
}
