/** Number of neighbours that the benches compare. */
export const NEAREST = 10

/** A row and its cosine with a query. */
export interface ExactNeighbour {
  readonly id: number
  readonly cosine: number
}

/**
 * Adds a row to the nearest ones of a query when it is one of them.
 * @param nearest best first
 */
export function keepNearest(nearest: ExactNeighbour[], id: number, cosine: number): void {
  if (nearest.length === NEAREST && cosine <= (nearest.at(-1)?.cosine ?? -1)) return
  const at = nearest.findIndex((other) => other.cosine < cosine)
  nearest.splice(at < 0 ? nearest.length : at, 0, { id, cosine })
  nearest.length = Math.min(nearest.length, NEAREST)
}

/** Cosine of two vectors of unit length. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}
