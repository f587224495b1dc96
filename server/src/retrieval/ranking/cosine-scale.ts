import type { CosineScale } from '../../engines/engine.ts'

/** A pair that is so much further apart than the best one is no answer where there is a better one: share of the best one's cosine. */
const LEAST_OF_BEST = 0.85

/** The cosine from which on a picture may answer: above what unrelated pairs reach, and not far behind the best. */
export function leastCosine(scale: CosineScale, best: number): number {
  return Math.max('floor' in scale ? scale.floor : scale.unrelated, LEAST_OF_BEST * best)
}

/** How well a picture fits a text, 0 to 1, by their cosine. */
export function fitOf(scale: CosineScale, cosine: number): number {
  if ('scale' in scale) return 1 / (1 + Math.exp(-(scale.scale * cosine + scale.bias)))
  return Math.min(1, Math.max(0, (cosine - scale.unrelated) / (scale.matching - scale.unrelated)))
}
