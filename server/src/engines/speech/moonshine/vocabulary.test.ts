import llama from 'llama-tokenizer-js'
import { expect, test } from 'vitest'
import { spelled } from './vocabulary.ts'

const tokensOf = (text: string) => llama.encode(text, false)

test('tokens become words with their punctuation', () => {
  const tokens = tokensOf("Mr. Dashwood's leisure, then?")
  const words = spelled(tokens)
  expect(words.map(({ word }) => word)).toEqual(['Mr.', "Dashwood's", 'leisure,', 'then?'])
  expect(words[0]?.from).toBe(0)
  for (const [at, { from }] of words.entries()) if (at > 0) expect(from).toBe(words[at - 1]?.to)
  expect(words.at(-1)?.to).toBe(tokens.length)
})

test('characters without a piece are spelled by their bytes', () => {
  expect(spelled(tokensOf('good 👍 day')).map(({ word }) => word)).toEqual(['good', '👍', 'day'])
})

test('tokens that are no text belong to no word', () => {
  expect(spelled([32_500, 1, 2])).toEqual([])
})
