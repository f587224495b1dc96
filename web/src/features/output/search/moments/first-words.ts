import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { MOMENTS } from '@footnote/contract/shared/review-limits.ts'
import { excerptOf } from '../results/excerpt.ts'

/** The marks of omission at both ends of an excerpt. */
const MARKS = 2

/** What a comment on a match says at first: what was said, read or seen there. At most `MOMENTS.text` characters. */
export function firstWords({ text, hits, steps }: Pick<Match, 'text' | 'hits' | 'steps'>): string {
  if (!steps) return excerptOf(text, hits, MOMENTS.text - MARKS).text
  const each = Math.floor((MOMENTS.text - THEN.length) / Math.max(1, steps.length)) - MARKS
  return steps.map((step) => excerptOf(step.text, step.hits, each).text).join(THEN)
}

const THEN = ' Then: '
