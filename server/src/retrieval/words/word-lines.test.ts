import { expect, test } from 'vitest'
import { bestLines, worthOf } from './word-lines.ts'

const SEED = 48_271

/** Numbers from 0 to 1 that are the same in each run (Park and Miller's generator). */
function numbers(): () => number {
  let state = SEED
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

test.each([1, 7, 100, 999, 5_000])(
  'the best %d of many lines are those that sorting finds, of equal ones the first',
  (most) => {
    const random = numbers()
    // Most lines have no worth, and some have the same.
    const worth = Float32Array.from({ length: 3_000 }, () => Math.max(0, Math.round(random() * 400 - 200) / 97))
    const sorted = [...worth.keys()]
      .filter((index) => (worth[index] as number) > 0)
      .sort((a, b) => (worth[b] as number) - (worth[a] as number) || a - b)
      .slice(0, most)
    expect(bestLines(worth, most)).toEqual(sorted.sort((a, b) => a - b))
  },
)

test('there are no best lines when none has a word', () => {
  expect(bestLines(new Float32Array(5), 3)).toEqual([])
  expect(bestLines(new Float32Array(0), 3)).toEqual([])
})

test('a line counts for the better of its own word and its neighbour’s, and for nothing without a word of its own', () => {
  const fits = [Float32Array.of(1, 0, 0, 0, 0.5), Float32Array.of(0, 1, 0, 0, 0)]
  const worth = worthOf(fits, [2, 1], 0.5)
  expect([...worth]).toEqual([2 + 0.5, 1 + 2 * 0.5, 0, 0, 1])
})
