import { SEARCH } from '@footnote/contract/shared/limits.ts'
import calibration from './calibration.json' with { type: 'json' }
import type { ModalityHit } from './hit.ts'

/** The separately calibrated kinds of scores. */
export type CurveName = keyof typeof calibration

/** The curve of a text engine: its own, or that of uncalibrated engines. */
export const curveOf = (engine: string): CurveName =>
  Object.hasOwn(calibration, engine) ? (engine as CurveName) : 'sentence'

/**
 * Converts a fit (0 to 1) into the share of results with that fit which are right (0 to 1), by interpolation between
 * the points that `npm run calibrate` found by isotonic regression on the project's own reels and questions. A curve
 * without questions is uncalibrated: it stays below High.
 */
export function calibrated(modality: CurveName, raw: number): number {
  const points = calibration[modality].points as [number, number][]
  const after = points.findIndex(([at]) => at >= raw)
  if (after === 0) return points[0]?.[1] ?? 0
  const [x1, y1] = points[(after < 0 ? points.length : after) - 1] as [number, number]
  if (after < 0) return y1
  const [x2, y2] = points[after] as [number, number]
  return y1 + ((y2 - y1) * (raw - x1)) / (x2 - x1)
}

/** The score of a fit, and its calibrated part: all of it if questions have calibrated its curve, else nothing. */
export function scored(modality: CurveName, raw: number): Evidence & Pick<ModalityHit, 'raw'> {
  const score = calibrated(modality, raw)
  return { raw, score, sure: calibration[modality].questions > 0 ? score : 0, besides_spelling: score }
}

/** Just below High: only calibrated evidence can make a match High. */
const BELOW_HIGH = SEARCH.high - 0.001
/** Just below Medium: words that are only spelt alike cannot make a match Medium. */
const BELOW_MEDIUM = SEARCH.medium - 0.001
/** Further evidence adds this share of the distance to certainty, times its own score. */
const AGREEMENT = 0.3

/** The score of a moment, its part from calibrated evidence alone, and that without words that are only spelt alike. */
export type Evidence = Pick<ModalityHit, 'score' | 'sure' | 'besides_spelling'>

/** The evidence of a text whose words of the query are all only spelt alike. */
export const onlyAlike = ({ score }: Pick<Evidence, 'score'>): Evidence =>
  bounded({ score, sure: 0, besides_spelling: 0 })

/**
 * Combines two pieces of evidence for one moment into more than the better one. Uncalibrated evidence raises a score at
 * most to the border of High, words that are only spelt alike to that of Medium, however much of it there is.
 */
export function together(one: Evidence, other: Evidence): Evidence {
  const raised = (a: number, b: number) => Math.max(a, b) + (1 - Math.max(a, b)) * AGREEMENT * Math.min(a, b)
  return bounded(eachOf((part) => raised(one[part], other[part])))
}

/** The weaker of two pieces of evidence. */
export const weaker = (one: Evidence, other: Evidence): Evidence =>
  bounded(eachOf((part) => Math.min(one[part], other[part])))

/** The same evidence at another temperature, see `tempered`. */
export const warmed = (evidence: Evidence, temperature: number): Evidence =>
  bounded(eachOf((part) => tempered(evidence[part], temperature)))

const eachOf = (of: (part: keyof Evidence) => number): Evidence => ({
  score: of('score'),
  sure: of('sure'),
  besides_spelling: of('besides_spelling'),
})

/** The same evidence, High only if its calibrated part is, and Medium only if it is without words only spelt alike. */
export function bounded({ score, sure, besides_spelling }: Evidence): Evidence {
  const most = sure >= SEARCH.high ? 1 : BELOW_HIGH
  const besides = Math.min(besides_spelling, most)
  const raised = besides >= SEARCH.medium ? most : BELOW_MEDIUM
  return { score: Math.max(besides, Math.min(score, raised)), sure, besides_spelling: besides }
}

/**
 * Lets scores fall faster (below 0.5) or slower (above); keeps the order, and 0.5 keeps the score.
 * @param temperature 0 to 1
 */
export function tempered(score: number, temperature: number): number {
  return score ** (4 ** (0.5 - temperature))
}
