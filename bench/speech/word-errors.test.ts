import { expect, test } from 'vitest'
import { beginErrors, compareWords, quantile } from './word-errors.ts'

test('the fewest replaced, missing and added words are counted', () => {
  const errors = (truth: string, heard: string) => compareWords(truth.split(' '), heard.split(' ')).errors
  expect(errors('the last ferry leaves', 'the last ferry leaves')).toBe(0)
  expect(errors('the last ferry leaves', 'the last fairy leaves now')).toBe(2)
  expect(errors('the last ferry leaves', 'last ferry leaves')).toBe(1)
})

test('begins are compared for words that were heard right', () => {
  const at = (word: string, start: number) => ({ word, start, end: start + 0.2 })
  const truth = [at('we', 0.1), at('saw', 0.4), at('boats', 0.8)]
  const errors = beginErrors(truth, [at('We', 0.2), at('so', 0.5), at('boats.', 0.75)])
  expect(errors.map((error) => Math.round(error * 100))).toEqual([10, 5])
  expect(quantile([3, 1, 2], 0.5)).toBe(2)
})
