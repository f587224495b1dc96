import { expect, test } from 'vitest'
import { placesOf } from './alignment.ts'

/** Attention of one head, a row for each token and for the end. */
const rows = (...looks: number[][]) => looks.map((row) => Float32Array.from(row))

test('a token is said where its attention is', () => {
  const attention = rows([9, 1, 1, 0, 0, 0], [0, 1, 1, 9, 9, 0], [0, 0, 0, 0, 1, 9])
  const [first, second, ...rest] = placesOf(attention, 6)
  expect(rest).toEqual([])
  expect(first?.start).toBe(0)
  expect(second).toMatchObject({ end: 5 })
  expect(second!.start).toBeGreaterThanOrEqual(1)
  expect(second!.start).toBeLessThanOrEqual(3)
})

test('tokens are said in their order, even if the attention jumps', () => {
  const places = placesOf(rows([0, 0, 0, 9], [9, 0, 0, 0], [0, 9, 0, 0], [0, 0, 9, 0]), 4)
  for (const [at, { start, end }] of places.entries()) {
    expect(start).toBeGreaterThanOrEqual(places[at - 1]?.start ?? 0)
    expect(end).toBeGreaterThan(start)
  }
})

test('the mean of several heads decides', () => {
  // The second head looks at the wrong frame alone.
  const attention = rows([9, 0, 0, 0, 9, 1, 0, 0], [0, 0, 9, 0, 0, 1, 9, 0], [0, 0, 0, 9, 0, 0, 0, 9])
  expect(placesOf(attention, 4).map(({ start }) => start)).toEqual([0, expect.toSatisfy((at: number) => at > 0)])
})

test('sound without frames has no places', () => {
  expect(placesOf([], 0)).toEqual([])
})
