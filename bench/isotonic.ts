/** One result: how well it fits (0 to 1), and whether it was right. */
export interface Outcome {
  readonly raw: number
  readonly right: boolean
}

/** Points [fit, share of right results], rising in both. */
export type Curve = [raw: number, score: number][]

/** Smallest number of results for a share; fewer say little. */
const LEAST_IN_BLOCK = 8
/** No result is certain. */
const MOST_SCORE = 0.98

/**
 * Isotonic regression by pooling adjacent violators (Ayer and others 1955), with Laplace's correction in each block, so that a
 * handful of results never looks certain.
 */
export function fitIsotonic(outcomes: readonly Outcome[]): Curve {
  const sorted = [...outcomes].sort((a, b) => a.raw - b.raw)
  const blocks: { sum: number; right: number; count: number }[] = []
  for (let start = 0; start < sorted.length; start += LEAST_IN_BLOCK) {
    const part = sorted.slice(start, start + LEAST_IN_BLOCK)
    blocks.push({
      sum: part.reduce((total, { raw }) => total + raw, 0),
      right: part.filter(({ right }) => right).length,
      count: part.length,
    })
    for (
      let last = blocks.at(-1), before = blocks.at(-2);
      last && before && share(before) >= share(last);
      last = blocks.at(-1), before = blocks.at(-2)
    )
      blocks.splice(-2, 2, {
        sum: before.sum + last.sum,
        right: before.right + last.right,
        count: before.count + last.count,
      })
  }
  const curve: Curve = blocks.map((block) => [block.sum / block.count, Math.min(MOST_SCORE, share(block))])
  return [[0, 0], ...curve.filter(([raw]) => raw > 0)]
}

/** Score of a fit on a curve: linear between its points, constant after the last. */
export function onCurve(curve: Curve, raw: number): number {
  const after = curve.findIndex(([at]) => at >= raw)
  if (after < 0) return curve.at(-1)?.[1] ?? 0
  if (after === 0) return curve[0]?.[1] ?? 0
  const [x1, y1] = curve[after - 1] as [number, number]
  const [x2, y2] = curve[after] as [number, number]
  return y1 + ((y2 - y1) * (raw - x1)) / (x2 - x1)
}

function share({ right, count }: { right: number; count: number }): number {
  return (right + 0.5) / (count + 1)
}
