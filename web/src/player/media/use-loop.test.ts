import { expect, test } from 'vitest'
import { hasRunOver } from './use-loop.ts'

const range = { start_time: 4, end_time_exclusive: 7 }

test('playing past the end of the range counts', () => {
  expect(hasRunOver(range, 6.96, 7)).toBe(true)
  expect(hasRunOver(range, 6.8, 7.4)).toBe(true)
})

test('playing inside the range does not count', () => {
  expect(hasRunOver(range, 4, 6.99)).toBe(false)
})

test('a position outside the range does not count, because a person went there', () => {
  expect(hasRunOver(range, 9, 9.1)).toBe(false)
  expect(hasRunOver(range, 1, 7.5)).toBe(false)
})
