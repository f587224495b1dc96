import { expect, test } from 'vitest'
import { Voices } from './speakers.ts'

const word = (text: string, start: number) => ({ word: text, start, end: start + 0.4, confidence: 1 })
const WORDS = [word('yes', 1), word('I', 2), word('do', 3), word('no', 5)]
const parted = (voices: Voices) =>
  voices.part(WORDS).map(({ speaker, words }) => [speaker, words.map((each) => each.word).join(' ')])

test('words go to who speaks most of them, and people are counted in the order of their first words', () => {
  const voices = new Voices([
    { start: 0, end: 2.1, speaker: 7 },
    { start: 2.1, end: 4, speaker: 3 },
    { start: 4, end: 9, speaker: 7 },
  ])
  expect(parted(voices)).toEqual([
    [1, 'yes'],
    [2, 'I do'],
    [1, 'no'],
  ])
})

test('a word in nobody’s turn belongs to the nearest', () => {
  expect(parted(new Voices([{ start: 2, end: 3.4, speaker: 0 }]))).toEqual([[1, 'yes I do no']])
})

test('without turns nobody is told apart', () => {
  expect(parted(new Voices([]))).toEqual([[null, 'yes I do no']])
})
