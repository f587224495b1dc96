import { expect, test } from 'vitest'
import type { Word } from '../engine.ts'
import { cuesOf } from './cues.ts'

/** Words of a third of a second each; a `|` marks a pause (0.4 s). */
function spoken(text: string, start = 0): Word[] {
  let time = start
  return text.split(' ').flatMap((word) => {
    if (word === '|') {
      time += 0.4
      return []
    }
    const from = time
    time += 0.3
    return [{ word, start: from, end: time, confidence: 0.9 }]
  })
}

test('a short utterance is one cue from its first word to its last', () => {
  const [cue, ...rest] = cuesOf([spoken('close the door when i leave', 3)], 'en')
  expect(rest).toEqual([])
  expect(cue).toMatchObject({ start: 3, text: 'Close the door when I leave', language: 'en' })
  expect(cue?.end).toBeCloseTo(4.8)
  expect(cue?.words.map((word) => word.word)).toEqual(['Close', 'the', 'door', 'when', 'I', 'leave'])
})

test('a long utterance is cut at its pause, no cue exceeds 84 characters and no word is lost', () => {
  const text =
    'the first part of this rather long sentence ends at the pause | the second part goes on for about as long as the first did'
  const cues = cuesOf([spoken(text)], 'en')
  expect(cues.map((cue) => cue.text)).toEqual([
    'The first part of this rather long sentence ends at the pause',
    'the second part goes on for about as long as the first did',
  ])
  const long = cuesOf([spoken(Array.from({ length: 90 }, (_, i) => `word${i}`).join(' '))], 'en')
  expect(Math.max(...long.map((cue) => cue.text.length))).toBeLessThanOrEqual(84)
  expect(long.flatMap((cue) => cue.words)).toHaveLength(90)
})

test('a sentence begins after a pause, not at a line break', () => {
  const cues = cuesOf([spoken('good morning', 0), spoken('welcome back', 2)], 'en')
  expect(cues.map((cue) => cue.text)).toEqual(['Good morning', 'Welcome back'])
})

test('an utterance without words makes no cue', () => {
  expect(cuesOf([[], spoken('hello')], 'en')).toHaveLength(1)
})
