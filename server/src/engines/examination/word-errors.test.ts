import { expect, test } from 'vitest'
import { wordErrors, wordsOf } from './word-errors.ts'

const errors = (said: string, heard: string) => wordErrors(wordsOf(said), wordsOf(heard))

test('capitals, punctuation, hyphens and figures are no errors', () => {
  expect(
    errors('It has to stay in the oven for twenty five minutes.', 'it has to stay in the oven for 25 minutes'),
  ).toBe(0)
  expect(errors("The light's upside down", 'the lights, upside-down!')).toBe(0)
  expect(wordsOf('20 of 7, 13 and 99')).toEqual(['twenty', 'of', 'seven', 'thirteen', 'and', 'ninety', 'nine'])
  expect(wordsOf('Mr. Dashwood had 1,250 ill-disposed "friends" in 2026.')).toEqual(
    'mister dashwood had one thousand two hundred fifty ill disposed friends in two thousand twenty six'.split(' '),
  )
})

test('words that are missing, added or others are', () => {
  expect(errors('the last ferry', 'the last fairy')).toBe(1)
  expect(errors('the last ferry', 'the ferry')).toBe(1)
  expect(errors('the last ferry', 'and the very last ferry')).toBe(2)
  expect(errors('the last ferry', '')).toBe(3)
})
