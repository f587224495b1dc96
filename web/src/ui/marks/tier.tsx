import { SEARCH } from '@footnote/contract/shared/limits.ts'

export type Confidence = 'High' | 'Medium' | 'Low'

/** The tier of a score. @param score 0 to 1 */
export function confidenceOf(score: number): Confidence {
  if (score >= SEARCH.high) return 'High'
  return score >= SEARCH.medium ? 'Medium' : 'Low'
}

/** Cuts instead of rounding: 0.829 must not look like the 0.83 of the next tier. */
const twoDigits = (score: number): string => (Math.floor(score * 100 + 1e-9) / 100).toFixed(2)

const bars: Record<Confidence, number> = { High: 3, Medium: 2, Low: 1 }

/** Confidence of a match in words, for example 'High 0.91'. @param score 0 to 1 */
export const tierWords = (score: number): string => `${confidenceOf(score)} ${twoDigits(score)}`

/** Confidence of a match: bars, word, and score to two digits. @param score 0 to 1 */
export function Tier({ score }: { score: number }) {
  const confidence = confidenceOf(score)
  return (
    <span className="tier">
      <i aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <b key={bar} data-on={bar <= bars[confidence] || undefined} />
        ))}
      </i>
      {confidence} <span>{twoDigits(score)}</span>
    </span>
  )
}
