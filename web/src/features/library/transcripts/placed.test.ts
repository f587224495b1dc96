import { expect, test } from 'vitest'
import { placeMarkers } from './placed.ts'

/** Twenty words of five letters, one in each second, in one paragraph. */
const words = Array.from({ length: 20 }, (_, at) => ({ word: 'boats', start: at, end: at + 1 }))
const paragraphs = [{ from: 0, to: 20, start: 0 }]
const marker = (start_time: number) => ({
  id: `${start_time}`,
  number: `${start_time}`,
  start_time,
  end_time_inclusive: null,
  label: '',
})
const wordsOf = (starts: readonly number[]) =>
  placeMarkers(starts.map(marker), words, paragraphs)
    .get(0)
    ?.map(({ word }) => word)

test('a marker follows the word at its start', () => {
  expect(wordsOf([2.5, 8, 19.9])).toEqual([2, 8, 19])
})

test('markers at words side by side are together, once in a line', () => {
  expect(wordsOf([3, 4, 6, 12])).toEqual([6, 6, 6, 12])
  expect(new Set(wordsOf(words.map(({ start }) => start)))).toEqual(new Set([5, 11, 17, 19]))
})
