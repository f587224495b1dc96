import { expect, test } from 'vitest'
import { collapseRepeats } from './repeats.ts'

const collapsed = (text: string) => collapseRepeats(text.split(' '), (word) => word.toLowerCase()).join(' ')

test.each([
  [
    'a phrase that a model fell into',
    'so thank you very much thank you very much thank you very much',
    'so thank you very much',
  ],
  ['whatever its capitals', 'Thank you. thank you. THANK you. Bye', 'Thank you. Bye'],
  ['a word said without end', 'well the the the the the the end', 'well the end'],
  ['at the end of what was heard', 'yes I see I see I see I see', 'yes I see'],
  ['the shortest phrase of several that fit', 'la di la di la di la di la di la di', 'la di'],
])('%s is kept once', (_, said, expected) => {
  expect(collapsed(said)).toBe(expected)
})

test.each([
  'no no no not that',
  'bye bye and bye bye',
  'it was what it was',
  'one two three one two three four',
  'word',
  '',
])('normal speech stays: %s', (said) => {
  expect(collapsed(said)).toBe(said)
})
