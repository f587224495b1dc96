import { expect, test } from 'vitest'
import { SAMPLE_RATE } from '../sound/wav.ts'
import { withoutSilence } from './times.ts'

/** Loud and silent parts, in turn; seconds. */
const sound = (...parts: [loud: boolean, seconds: number][]) =>
  Float32Array.from(
    parts.flatMap(([loud, seconds]) =>
      Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, at) => (loud ? 0.3 * Math.sin(at) : 0)),
    ),
  )

/** Times in twentieths of a second: a frame at an edge may count on either side. */
const timesOf = (samples: Float32Array, ...words: [start: number, end: number][]) =>
  withoutSilence(
    samples,
    words.map(([start, end]) => ({ start, end })),
  ).map(({ start, end }) => [start, end].map((time) => Math.round(time * 20) / 20))

test('no word begins or ends in silence', () => {
  expect(timesOf(sound([false, 0.5], [true, 0.5], [false, 1]), [0.2, 1.6])).toEqual([[0.5, 1]])
})

test('a pause that was given to the word behind it is taken away, a stop inside a word is not', () => {
  const samples = sound([true, 0.4], [false, 0.5], [true, 0.3], [false, 0.08], [true, 0.4], [false, 0.3])
  expect(timesOf(samples, [0, 0.35], [0.35, 1.7])).toEqual([
    [0, 0.35],
    [0.9, 1.7],
  ])
})

test('a word ends where the next one begins', () => {
  expect(timesOf(sound([true, 2], [false, 0.5]), [0, 1.02], [1, 1.9])).toEqual([
    [0, 1],
    [1, 1.9],
  ])
})

test('a word that is silence altogether keeps a moment', () => {
  const [[start = 0, end = 0] = []] = timesOf(sound([false, 2], [true, 1]), [0.5, 1])
  expect(end - start).toBeGreaterThan(0)
})
