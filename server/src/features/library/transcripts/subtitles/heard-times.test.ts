import { expect, test } from 'vitest'
import { withHeardTimes } from './heard-times.ts'
import { timedLines } from './timed-lines.ts'

const linesOf = (text: string, start = 1, end = 5) => timedLines([{ start, end, text, speaker: null }]).lines
const heard = (...words: [string, number, number][]) => words.map(([word, start, end]) => ({ word, start, end }))
const times = (lines: ReturnType<typeof linesOf>) =>
  lines.flatMap(({ words }) => words.map(({ word, start, end }) => [word, start, end]))

test('words that an engine heard begin and end when it heard them', () => {
  const said = heard(
    ['we', 1.2, 1.4],
    ['left', 1.5, 1.9],
    ['the', 2, 2.1],
    ['arbor', 2.2, 2.9],
    ['at', 3, 3.1],
    ['dawn', 3.2, 3.9],
  )
  expect(times(withHeardTimes(linesOf('We left the harbour, at dawn.'), said))).toEqual([
    ['We', 1, 1.4],
    ['left', 1.5, 1.9],
    ['the', 2, 2.1],
    ['harbour,', 2.1, 3],
    ['at', 3, 3.1],
    ['dawn.', 3.2, 5],
  ])
})

test('times elsewhere, or without room for the other words, do not count', () => {
  const lines = linesOf('We left the harbour')
  expect(withHeardTimes(lines, heard(['left', 20, 21]))).toEqual(lines)
  expect(withHeardTimes(lines, heard(['harbour', 1, 1.5]))).toEqual(lines)
  expect(times(withHeardTimes(lines, heard(['left', 3, 3.5], ['the', 3.2, 3.4])))).toEqual([
    ['We', 1, 3],
    ['left', 3, 3.5],
    ['the', 3.5, 3.95],
    ['harbour', 3.95, 5],
  ])
  expect(withHeardTimes(lines, [])).toEqual(lines)
})

test('words of a line are in order and within it, whatever was heard', () => {
  const lines = linesOf('a b a b a b', 0, 3)
  const said = heard(['b', 0.1, 0.4], ['a', 0.3, 0.9], ['b', 1, 3.4], ['a', 2, 2.5])
  const [line] = withHeardTimes(lines, said)
  let before = 0
  for (const { start, end } of line?.words ?? []) {
    expect([start >= before, end >= start, end <= 3]).toEqual([true, true, true])
    before = start
  }
})
