import { expect, test } from 'vitest'
import { trigramSimilarity, trigrams } from './similarity.ts'

test('the similarity of words is high for typing errors and low for other words', () => {
  const likeness = (a: string, b: string) => trigramSimilarity(trigrams(a), trigrams(b))
  expect(likeness('umbrella', 'umbrela')).toBeGreaterThan(0.6)
  expect(likeness('umbrella', 'orchestra')).toBeLessThan(0.2)
  expect(likeness('same', 'same')).toBe(1)
})
