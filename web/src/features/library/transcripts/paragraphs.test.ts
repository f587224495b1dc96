import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { expect, test } from 'vitest'
import { placeFields, toParagraphs } from './paragraphs.ts'
import { wordAt, wordSaidAt } from './word-at.ts'

/** Words of 0.3 s each; `pauses` are seconds of silence after a word. */
function spoken(words: readonly string[], pauses: Record<number, number> = {}): Words {
  let time = 0
  return words.map((word, place) => {
    const start = time
    time += 0.3 + (pauses[place] ?? 0)
    return { word, start, end: start + 0.3 }
  })
}
const sentences = (count: number, length: number): string[] =>
  Array.from({ length: count * length }, (_, place) => ((place + 1) % length === 0 ? 'end.' : 'word'))
const lengths = (words: Words) => toParagraphs(words).map(({ from, to }) => to - from)

test('a pause of more than a second ends a paragraph, one of a second does not', () => {
  expect(lengths(spoken(sentences(2, 5), { 2: 1.01 }))).toEqual([3, 7])
  expect(
    lengths([
      { word: 'a.', start: 0, end: 1 },
      { word: 'b.', start: 2, end: 3 },
      { word: 'c.', start: 4.5, end: 5 },
    ]),
  ).toEqual([2, 1])
})

test('a sentence ends a paragraph once it has 70 words, and not before', () => {
  expect(lengths(spoken(sentences(12, 10)))).toEqual([70, 50])
  expect(lengths(spoken(sentences(12, 23)))).toEqual([92, 92, 92])
  expect(lengths(spoken(sentences(2, 120)))).toEqual([120, 120])
})

test('quotation marks and brackets after the full stop belong to the sentence', () => {
  const words = sentences(4, 35).map((word) => (word === 'end.' ? 'end!”)' : word))
  expect(lengths(spoken(words))).toEqual([70, 70])
})

test('a paragraph starts at its first word', () => {
  const starts = toParagraphs(spoken(['one', 'two.', 'three.'], { 1: 2 })).map(({ start }) => start)
  expect(starts).toHaveLength(2)
  expect(starts[0]).toBe(0)
  expect(starts[1]).toBeCloseTo(2.6)
})

test('without punctuation, the longest pause of the 70 words after the 70th ends a paragraph', () => {
  const words = Array.from({ length: 300 }, (_, place) => (place === 20 ? 'mr.' : 'word'))
  expect(lengths(spoken(words, { 50: 0.6, 99: 0.4, 120: 0.2 }))).toEqual([100, 70, 130])
})

test('without words there are no paragraphs', () => {
  expect(toParagraphs([])).toEqual([])
})

test('the word at a time is the last that has begun, up to one frame later', () => {
  const words = spoken(['one', 'two', 'three'])
  expect([-1, 0, 0.2, 0.26, 0.4, 99].map((time) => wordAt(words, time))).toEqual([-1, 0, 0, 1, 1, 2])
  expect(wordAt([], 3)).toBe(-1)
})

test('a word stays highlighted through a short pause, but not through a long one', () => {
  const words = spoken(['one', 'two'], { 0: 5 })
  expect([0.1, 1.2, 1.4, 4, 5.3, 7].map((time) => wordSaidAt(words, time))).toEqual([0, 0, -1, -1, 1, -1])
})

test('a field has the place of its paragraph, also when another field is before it or the words have gone', () => {
  const words = [0, 1, 10, 11, 20, 21].map((start) => ({ word: 'so', start, end: start + 0.5 }))
  const paragraphs = toParagraphs(words)
  const placed = (fields: { start: number; end: number }[]) =>
    placeFields(words, paragraphs, fields).map(({ paragraph, field }) => [
      paragraph?.start ?? null,
      field?.start ?? null,
    ])
  expect(placed([])).toEqual([
    [0, null],
    [10, null],
    [20, null],
  ])
  expect(
    placed([
      { start: 20, end: 21.5 },
      { start: 0, end: 1.5 },
    ]),
  ).toEqual([
    [0, 0],
    [10, null],
    [20, 20],
  ])
  expect(
    placed([
      { start: 5, end: 6 },
      { start: 30, end: 31 },
    ]),
  ).toEqual([
    [0, null],
    [null, 5],
    [10, null],
    [20, null],
    [null, 30],
  ])
})

test('lines that may be wrong are paragraphs of their own', () => {
  const words = spoken(sentences(3, 4)).map((word, place) =>
    place >= 4 && place < 8 ? { ...word, unsure: true } : word,
  )
  expect(lengths(words)).toEqual([4, 4, 4])
})
