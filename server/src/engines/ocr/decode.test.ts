import { expect, test } from 'vitest'
import { decodeSteps } from './decode.ts'

const KEYS = ['', 'a', 'b', ',', ' ']

/** One row of probabilities per step: the winner gets 0.9, the space class the given value. */
function steps(rows: [winner: number, space?: number][]) {
  const data = new Float32Array(rows.length * KEYS.length)
  rows.forEach(([winner, space], step) => {
    if (space !== undefined) data[step * KEYS.length + 4] = space
    data[step * KEYS.length + winner] = 0.9
  })
  return { data, steps: rows.length, classes: KEYS.length }
}

test('repeated classes are one character unless a blank is between them', () => {
  expect(decodeSteps(steps([[1], [1], [0], [1], [2]]), KEYS, true).text).toBe('aab')
})

test('confidence is the mean of the characters, and zero without any', () => {
  expect(decodeSteps(steps([[1], [0], [2]]), KEYS, true).confidence).toBeCloseTo(0.9)
  expect(decodeSteps(steps([[0], [0]]), KEYS, true)).toEqual({ text: '', confidence: 0 })
})

test('a winning space is a space', () => {
  expect(decodeSteps(steps([[1], [4], [2]]), KEYS, true).text).toBe('a b')
})

test('weak evidence of a space under a blank adds up to a space', () => {
  expect(decodeSteps(steps([[1], [0, 0.02], [0, 0.02], [2]]), KEYS, true).text).toBe('a b')
  expect(decodeSteps(steps([[1], [0, 0.01], [0, 0.01], [2]]), KEYS, true).text).toBe('ab')
})

test('weak evidence is not enough before closing punctuation', () => {
  expect(decodeSteps(steps([[1], [0, 0.2], [3], [0, 0.2], [2]]), KEYS, true).text).toBe('a, b')
})

test('without guessing, a space has to win', () => {
  expect(decodeSteps(steps([[1], [0, 0.4], [0, 0.4], [2]]), KEYS, false).text).toBe('ab')
  expect(decodeSteps(steps([[1], [0], [4], [2]]), KEYS, false).text).toBe('a b')
  expect(decodeSteps(steps([[1], [4], [2], [0], [1]]), KEYS, false).text).toBe('a ba')
})

test('no space is at the start or the end', () => {
  expect(decodeSteps(steps([[4], [1], [4]]), KEYS, true).text).toBe('a')
})
