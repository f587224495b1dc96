import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { together } from './calibration.ts'
import { MOST_HITS, type ModalityHit } from './hit.ts'
import { overlaps } from './merge.ts'

/** The best value for reciprocal rank fusion in its authors' experiments (Cormack, Clarke and Büttcher 2009). */
const RANK_CONSTANT = 60
/**
 * Weight of each ranking. Words have more: they are the query itself, and their scores are calibrated. The first hit by
 * vectors alone ranks between the 27th and the 28th by words.
 */
const WEIGHTS = { words: 1, vectors: 0.7 } as const
/** Scores with a smaller difference do not show which of two hits is better. */
const COMPARABLE = 0.05
interface FusedHit {
  readonly hit: ModalityHit
  readonly by_words: boolean
  readonly fused: number
}

/**
 * Fuses hits by words with hits by vectors in the same texts, by weighted reciprocal rank. Hits by words keep their
 * text, marks, time and calibrated scores, raised when vectors agree; hits by vectors alone are placed by rank among
 * hits of comparable scores, and do not extend over lines that have the words.
 * @param by_words best first
 * @param by_vectors best first
 * @returns as many as a modality passes on, those of the best fused rank
 */
export function fuseHits(by_words: readonly ModalityHit[], by_vectors: readonly ModalityHit[]): ModalityHit[] {
  if (by_vectors.length === 0) return [...by_words]
  const left = new Set(by_vectors)
  const of_video = Map.groupBy(by_vectors, ({ video_id }) => video_id)
  const place_of = new Map(by_vectors.map((hit, place) => [hit, place]))
  const fused: FusedHit[] = by_words.map((hit, place) => {
    const twin = of_video.get(hit.video_id)?.find((other) => left.has(other) && isOfNearest(hit, other))
    const rank = reciprocal('words', place)
    if (!twin) return { hit, by_words: true, fused: rank }
    left.delete(twin)
    const agreed = { ...hit, ...together(hit, twin) }
    return { hit: agreed, by_words: true, fused: rank + reciprocal('vectors', place_of.get(twin) ?? 0) }
  })
  const words_of = Map.groupBy(by_words, ({ video_id }) => video_id)
  for (const hit of left) {
    const beside = words_of.get(hit.video_id)?.some((other) => overlaps(hit, other))
    fused.push({
      hit: beside ? { ...hit, ...hit.nearest } : hit,
      by_words: false,
      fused: reciprocal('vectors', place_of.get(hit) ?? 0),
    })
  }
  const kept = fused.sort((a, b) => b.fused - a.fused).slice(0, MOST_HITS)
  const surer = kept.filter((each) => each.by_words)
  return kept.map((each) => {
    const { hit, fused } = each
    if (each.by_words) return { ...hit, fused }
    const score = placed(each, surer)
    return { ...hit, score, besides_spelling: score, fused }
  })
}

const reciprocal = (ranking: keyof typeof WEIGHTS, place: number) => WEIGHTS[ranking] / (RANK_CONSTANT + place + 1)

/**
 * Whether a hit by words has the line that is nearest by vectors: only then both found the same text. The words stay the
 * reason, whichever scores higher.
 */
function isOfNearest(words: ModalityHit, { nearest }: ModalityHit): boolean {
  if (!nearest) return false
  const middle = (nearest.start_time + nearest.end_time) / 2
  return words.start_time <= middle && middle <= words.end_time
}

/**
 * The score that puts a hit by vectors alone before comparable hits of a lower rank, and not before those of a higher
 * rank.
 */
function placed({ hit, fused }: FusedHit, surer: readonly FusedHit[]): number {
  const tier = tierOf(hit)
  let least = hit.score
  let most = Number.POSITIVE_INFINITY
  for (const { hit: other, fused: rank } of surer) {
    if (Math.abs(other.score - hit.score) >= COMPARABLE || tierOf(other) !== tier) continue
    if (rank < fused) least = Math.max(least, other.score)
    else most = Math.min(most, other.score)
  }
  return Math.min(least, most)
}

const tierOf = ({ score }: ModalityHit) => (score >= SEARCH.high ? 2 : score >= SEARCH.medium ? 1 : 0)
