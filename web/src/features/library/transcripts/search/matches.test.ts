import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { expect, test } from 'vitest'
import { findMatches, lettersOf } from './matches.ts'

const spoken = (text: string): Words => text.split(' ').map((word, place) => ({ word, start: place, end: place + 1 }))
/** The text of each match, word by word. */
const found = (text: string, query: string): string[] => {
  const words = spoken(text)
  return findMatches(lettersOf(words), query).map((match) =>
    match.map(({ word, from, to }) => words[word]?.word.slice(from, to)).join(' '),
  )
}

test.each([
  ['The train to Łódź.', 'lodz', 'Łódź'],
  ['The Straße is long.', 'strasse', 'Straße'],
  ['Bir ışık gördüm.', 'isik', 'ışık'],
  ['COVID-19 rules.', 'covid 19', 'COVID-19'],
  ['COVID-19 rules.', 'covid19', 'COVID-19'],
  ['Covid 19 rules.', 'covid-19', 'Covid 19'],
  ['An F16 lands.', 'f 16', 'F16'],
  ['The follow-up call.', 'followup', 'follow-up'],
  ['The follow-up call.', 'follow up', 'follow-up'],
  ['The follow up call.', 'follow-up', 'follow up'],
  ['Miss O’Brien knows.', "o'brien", 'O’Brien'],
  ['Miss O’Brien knows.', 'obrien knows', 'O’Brien knows'],
])('in "%s" a search for "%s" marks "%s"', (text, query, marked) => {
  expect(found(text, query)).toEqual([marked])
})

test('blanks between words count, and signs alone find nothing', () => {
  expect(found('The rapist and the therapist.', 'the rapist')).toEqual(['The rapist'])
  expect(found('Now here.', 'no where')).toEqual([])
  expect(found('A well-known fact.', '-')).toEqual([])
  expect(found('A well-known fact.', '...')).toEqual([])
})
