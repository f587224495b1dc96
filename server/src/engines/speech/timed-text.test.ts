import { expect, test } from 'vitest'
import { type TokenTranscript, timedWords } from './timed-text.ts'

const heard = (text: string, output: Partial<TokenTranscript> = {}): TokenTranscript => ({
  text,
  tokens: [],
  timestamps: [],
  durations: [],
  ys_log_probs: [],
  ...output,
})
const levels = (...parts: [level: number, seconds: number][]) =>
  Float32Array.from(parts.flatMap(([level, seconds]) => new Array<number>(Math.round(seconds * 50)).fill(level)))
const SPEECH = levels([-20, 30])

test('tokens become words with the times of their first and last token', () => {
  const output = { tokens: [' Good', ' morn', 'ing,', ' all.'], timestamps: [0.2, 0.8, 1, 2] }
  expect(timedWords(heard('Good morning, all.', output), { start: 10, end: 14 }, SPEECH, 'en')).toEqual([
    { word: 'Good', start: 10.2, end: 10.44, confidence: 1 },
    { word: 'morning,', start: 10.8, end: 11.24, confidence: 1 },
    { word: 'all.', start: 12, end: 12.24, confidence: 1 },
  ])
})

test('a model’s own durations and probabilities are used', () => {
  const output = {
    tokens: [' a', ' b', 'c'],
    timestamps: [0, 0.5, 0.6],
    durations: [0.3, 0.1, 0.2],
    ys_log_probs: [-0.5, 0, -1],
  }
  const [a, bc] = timedWords(heard(' a bc', output), { start: 0, end: 1 }, SPEECH, 'en')
  expect(a).toMatchObject({ word: 'a', start: 0, end: 0.3 })
  expect(a?.confidence).toBeCloseTo(Math.exp(-0.5))
  expect(bc).toMatchObject({ word: 'bc', start: 0.5, end: 0.8 })
  expect(bc?.confidence).toBeCloseTo(Math.exp(-0.5))
})

test('no word ends after the next begins, or after the utterance', () => {
  const output = { tokens: [' one', ' two'], timestamps: [0.9, 0.95] }
  expect(timedWords(heard('one two', output), { start: 0, end: 1 }, SPEECH, 'en')).toEqual([
    { word: 'one', start: 0.9, end: 0.95, confidence: 1 },
    { word: 'two', start: 0.95, end: 1, confidence: 1 },
  ])
})

test('without times letters share the frames with sound, and a pause gets none', () => {
  const words = timedWords(
    heard('aaaa bbbb'),
    { start: 1, end: 5 },
    levels([-70, 1], [-20, 1], [-70, 2], [-20, 1]),
    'en',
  )
  expect(words.map(({ word }) => word)).toEqual(['aaaa', 'bbbb'])
  expect(words[0]!.start).toBeCloseTo(1, 1)
  expect(words[0]!.end).toBeCloseTo(1.9, 1)
  expect(words[1]!.start).toBeCloseTo(4.1, 1)
  expect(words[1]!.end).toBeCloseTo(5, 1)
})

test('tokens that do not add up to the text give no times', () => {
  const output = { tokens: ['<0xE2>', 'x'], timestamps: [0.1, 0.2] }
  const [word] = timedWords(heard('…x', output), { start: 0, end: 2 }, SPEECH, 'en')
  expect(word).toMatchObject({ word: '…x', start: 0, end: 2 })
})

test('text of a language without spaces is split into words, with their punctuation', () => {
  const words = timedWords(heard('今天天气很好，我们去公园。'), { start: 0, end: 6 }, SPEECH, 'zh')
  expect(words.length).toBeGreaterThan(3)
  expect(words.map(({ word }) => word).join('')).toBe('今天天气很好，我们去公园。')
  expect(words.some(({ word }) => word === '，' || word === '。')).toBe(false)
})

test('an empty transcript has no words', () => {
  expect(timedWords(heard(''), { start: 0, end: 1 }, SPEECH, 'en')).toEqual([])
})
