import { expect, test } from 'vitest'
import { englishPart, isEnglishWord } from './english-words.ts'

test('words are English in both spellings, in any form, contracted and joined by hyphens', () => {
  const words = ['harbour', 'harbor', 'geese', "don't", "can't", "we're", "children's", 'seat-belt', 'monday', 'may']
  expect(words.filter((word) => !isEnglishWord(word))).toEqual([])
})

test('names, numbers and words of other languages are not English, also with an apostrophe or a hyphen', () => {
  const words = ['martha', '4711', 'hund', 'lichtjahre', "l'ayuntamiento", "qu'enfants", 'voiture-lits', 'qwertz']
  expect(words.filter((word) => isEnglishWord(word))).toEqual([])
})

test('the English part of a text has its English words, and their share of the content words', () => {
  expect(englishPart('MARTHA LN 47')).toEqual({ words: '', share: 0 })
  expect(englishPart('The invoice 4711')).toEqual({ words: 'The invoice', share: 1 / 2 })
  expect(englishPart('Is it you?').share).toBe(1)
  expect(englishPart('Счёт').share).toBe(0)
  expect(englishPart(' ')).toEqual({ words: '', share: 0 })
})
