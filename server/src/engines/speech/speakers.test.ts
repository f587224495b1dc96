import { expect, test } from 'vitest'
import { absorbSmall, Voices } from './speakers.ts'

const word = (text: string, start: number) => ({ word: text, start, end: start + 0.4, confidence: 1 })
const WORDS = [word('yes', 1), word('I', 2), word('do', 3), word('no', 5)]
const parted = (voices: Voices) =>
  voices.part(WORDS).map(({ speaker, words }) => [speaker, words.map((each) => each.word).join(' ')])

test('words go to the voice that speaks most of them, and voices are counted in the order of their first words', () => {
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

test('a word outside all turns belongs to the nearest one', () => {
  expect(parted(new Voices([{ start: 2, end: 3.4, speaker: 0 }]))).toEqual([[1, 'yes I do no']])
})

test('without turns no voice has a number', () => {
  expect(parted(new Voices([]))).toEqual([[null, 'yes I do no']])
})

/** Turns of some seconds each, one after the other, by voice. */
function turnsOf(...spoken: readonly (readonly [speaker: number, seconds: number])[]) {
  let start = 0
  return spoken.map(([speaker, seconds]) => {
    const turn = { speaker, start, end: start + seconds }
    start = turn.end + 0.5
    return turn
  })
}
const speakersOf = (turns: readonly { speaker: number }[]) => turns.map(({ speaker }) => speaker)

test('five people and two dozen fragments of voices in an hour become five people', () => {
  const people = Array.from({ length: 40 }, (_, at) => [at % 5, 80] as const)
  const pieces = Array.from({ length: 24 }, (_, at) => [100 + at, 2 + at / 2] as const)
  const turns = turnsOf(...people.flatMap((person, at) => (pieces[at] ? [person, pieces[at]] : [person])))
  const kept = absorbSmall(turns)
  expect(new Set(speakersOf(kept))).toEqual(new Set([0, 1, 2, 3, 4]))
  expect(kept.map(({ start, end }) => [start, end])).toEqual(turns.map(({ start, end }) => [start, end]))
})

test('a fragment goes to the nearest voice, and in short talk every voice with more than a word counts', () => {
  const [first, second, third] = turnsOf([1, 20], [9, 1], [2, 20]) as [never, never, never]
  expect(speakersOf(absorbSmall([first, second, third]))).toEqual([1, 1, 2])
  expect(speakersOf(absorbSmall(turnsOf([1, 6], [2, 5], [1, 4])))).toEqual([1, 2, 1])
  expect(speakersOf(absorbSmall(turnsOf([1, 6], [2, 0.4])))).toEqual([1, 1])
  expect(absorbSmall([])).toEqual([])
})
