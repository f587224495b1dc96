import calibration from './calibration.json' with { type: 'json' }

/** What scores are calibrated apart from each other. */
export type Calibrated = keyof typeof calibration

/**
 * Turns how well something fits (0 to 1) into the share of results with that fit which are right (0 to 1), between the points that
 * `npm run calibrate` found by isotonic regression on the project's own reels and questions. A curve of no questions is not
 * calibrated: it stays below what would be called High.
 */
export function calibrated(modality: Calibrated, raw: number): number {
  const points = calibration[modality].points as [number, number][]
  const after = points.findIndex(([at]) => at >= raw)
  if (after === 0) return points[0]?.[1] ?? 0
  const [x1, y1] = points[(after < 0 ? points.length : after) - 1] as [number, number]
  if (after < 0) return y1
  const [x2, y2] = points[after] as [number, number]
  return y1 + ((y2 - y1) * (raw - x1)) / (x2 - x1)
}

/**
 * Sharpens (below 0.5) or relaxes (above) how quickly a score falls with distance; keeps the order, and 0.5 keeps the score.
 * @param temperature 0 to 1
 */
export function tempered(score: number, temperature: number): number {
  return score ** (4 ** (0.5 - temperature))
}
