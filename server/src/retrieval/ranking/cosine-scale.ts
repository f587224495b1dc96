import type { CosineScale } from '../../engines/engine.ts'

/** A pair below this share of the best cosine is no answer. */
const LEAST_OF_BEST = 0.85

/** Minimum cosine of a matching picture: above that of unrelated pairs, and not far below the best. */
export function leastCosine(scale: CosineScale, best: number): number {
  return Math.max('floor' in scale ? scale.floor : scale.unrelated, LEAST_OF_BEST * best)
}

/** How well a picture fits a text, 0 to 1, from their cosine. */
export function fitOf(scale: CosineScale, cosine: number): number {
  if ('scale' in scale) return 1 / (1 + Math.exp(-(scale.scale * cosine + scale.bias)))
  return Math.min(1, Math.max(0, (cosine - scale.unrelated) / (scale.matching - scale.unrelated)))
}
