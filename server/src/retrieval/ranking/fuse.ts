import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { together } from './calibration.ts'
import { MOST_HITS, type ModalityHit } from './hit.ts'
import { overlaps } from './merge.ts'

/** Of reciprocal rank fusion, as its authors found it best (Cormack, Clarke and Büttcher 2009). */
const RANK_CONSTANT = 60
/**
 * What a place in each ranking counts for. Words count for more: they are what was asked for, and what is found by them is calibrated.
 * Alone, the first by vectors stands between the 27th and the 28th by words.
 */
const WEIGHTS = { words: 1, vectors: 0.7 } as const
/** Scores that differ by less do not tell which of two hits answers better. */
const COMPARABLE = 0.05
interface Fused {
  readonly hit: ModalityHit
  readonly by_words: boolean
  readonly fused: number
}

/**
 * Fuses what was found by words with what was found by vectors in the same texts, by weighted reciprocal rank. Hits found by words keep
 * their calibrated scores, raised where vectors agree; hits of vectors alone take their place among those of comparable scores by rank.
 * @param by_words best first @param by_vectors best first
 * @returns as many as a modality hands on, those of the best fused rank
 */
export function fuseHits(by_words: readonly ModalityHit[], by_vectors: readonly ModalityHit[]): ModalityHit[] {
  if (by_vectors.length === 0) return [...by_words]
  const left = new Set(by_vectors)
  const place_of = new Map(by_vectors.map((hit, place) => [hit, place]))
  const fused: Fused[] = by_words.map((hit, place) => {
    const twins = [...left].filter((other) => overlaps(hit, other))
    for (const twin of twins) left.delete(twin)
    const [twin] = twins
    const rank = reciprocal('words', place)
    if (!twin) return { hit, by_words: true, fused: rank }
    return { hit: agreed(hit, twin), by_words: true, fused: rank + reciprocal('vectors', place_of.get(twin) ?? 0) }
  })
  for (const hit of left) fused.push({ hit, by_words: false, fused: reciprocal('vectors', place_of.get(hit) ?? 0) })
  const kept = fused.sort((a, b) => b.fused - a.fused).slice(0, MOST_HITS)
  const surer = kept.filter((each) => each.by_words)
  return kept.map((each) => ({
    ...each.hit,
    score: each.by_words ? each.hit.score : placed(each, surer),
    fused: each.fused,
  }))
}

const reciprocal = (ranking: keyof typeof WEIGHTS, place: number) => WEIGHTS[ranking] / (RANK_CONSTANT + place + 1)

/** One hit of two for the same text: the better one's time and text, with the words marked where it is the same text. */
function agreed(words: ModalityHit, vectors: ModalityHit): ModalityHit {
  const [better, worse] = words.score >= vectors.score ? [words, vectors] : [vectors, words]
  return { ...better, hits: better.text === words.text ? words.hits : better.hits, ...together(better, worse) }
}

/** The score that puts a hit of vectors alone before hits of comparable scores which rank below it, and not before those that rank above. */
function placed({ hit, fused }: Fused, surer: readonly Fused[]): number {
  const beside = surer.filter(
    (other) => tierOf(other.hit) === tierOf(hit) && Math.abs(other.hit.score - hit.score) < COMPARABLE,
  )
  const scores = (of: readonly Fused[]) => of.map((other) => other.hit.score)
  const below = beside.filter((other) => other.fused < fused)
  const above = beside.filter((other) => other.fused >= fused)
  return Math.min(Math.max(hit.score, ...scores(below)), ...scores(above))
}

const tierOf = ({ score }: ModalityHit) => (score >= SEARCH.high ? 2 : score >= SEARCH.medium ? 1 : 0)
