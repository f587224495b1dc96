import { expect, test } from 'vitest'
import { bestLines, raiseFits, worthOf } from './word-lines.ts'

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
    const found = [...worth.keys()].filter((index) => (worth[index] as number) > 0)
    const sorted = found.toSorted((a, b) => (worth[b] as number) - (worth[a] as number) || a - b).slice(0, most)
    // Lines are found word by word, in no order.
    const shuffled = found.toSorted((a, b) => (a % 7) - (b % 7) || b - a)
    expect(bestLines({ of: worth, found: shuffled }, most)).toEqual(sorted.sort((a, b) => a - b))
  },
)

test('there are no best lines when none has a word', () => {
  expect(bestLines({ of: new Float32Array(5), found: [] }, 3)).toEqual([])
  expect(bestLines({ of: new Float32Array(0), found: [] }, 3)).toEqual([])
})

test('a line counts for the better of its own word and its neighbour’s, and for nothing without a word of its own', () => {
  const fits = [Float32Array.of(1, 0, 0, 0, 0.5), Float32Array.of(0, 1, 0, 0, 0)]
  const worth = worthOf(fits, [[4, 0], [1]], [2, 1], 0.5)
  expect([...worth.of]).toEqual([2 + 0.5, 1 + 2 * 0.5, 0, 0, 1])
  expect(worth.found).toEqual([4, 0, 1])
})

test('a line with several words of the query, or several terms of one, is found once', () => {
  const lines = new Map([
    [7, Int32Array.of(0, 2)],
    [8, Int32Array.of(2, 3)],
  ])
  const fits = [new Float32Array(4), new Float32Array(4)]
  const term = { place: 0, counts: true }
  const first = raiseFits(
    fits[0] as Float32Array,
    [
      { ...term, ids: [8], fit: 0.5 },
      { ...term, ids: [7], fit: 1 },
    ],
    lines,
  )
  const next = raiseFits(fits[1] as Float32Array, [{ ...term, place: 1, ids: [7, 8], fit: 1 }], lines)
  expect([...(fits[0] as Float32Array)]).toEqual([1, 0, 1, 0.5])
  expect([first, next]).toEqual([[2, 3, 0], [2]])
  expect(worthOf(fits, [first, next], [1, 1], 0).found).toEqual([2, 3, 0])
})
