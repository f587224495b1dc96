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

const textsOf = (text: string) => cuesOf(spoken(text), 'en').map((cue) => cue.text)

test('a short sentence is one cue from its first word to its last', () => {
  const [cue, ...rest] = cuesOf(spoken('Close the door when I leave.', 3), 'en')
  expect(rest).toEqual([])
  expect(cue).toMatchObject({ start: 3, text: 'Close the door when I leave.', language: 'en' })
  expect(cue?.end).toBeCloseTo(4.8)
  expect(cue?.words.map(({ word }) => word)).toEqual(['Close', 'the', 'door', 'when', 'I', 'leave.'])
})

test('each sentence is a cue, and the full stop of a title or an initial ends none', () => {
  expect(textsOf('Good morning. Is Mr. Dashwood here? He left at 9 a.m. with Dr. J. Smith!')).toEqual([
    'Good morning.',
    'Is Mr. Dashwood here?',
    'He left at 9 a.m. with Dr. J. Smith!',
  ])
})

test('a long sentence is cut at its pause, no cue exceeds 84 characters and no word is lost', () => {
  const text =
    'the first part of this rather long sentence ends at the pause | the second part goes on for about as long as the first did'
  expect(textsOf(text)).toEqual([
    'the first part of this rather long sentence ends at the pause',
    'the second part goes on for about as long as the first did',
  ])
  const long = cuesOf(spoken(Array.from({ length: 90 }, (_, i) => `word${i}`).join(' ')), 'en')
  expect(Math.max(...long.map((cue) => cue.text.length))).toBeLessThanOrEqual(84)
  expect(long.flatMap((cue) => cue.words)).toHaveLength(90)
})

test('no words make no cue', () => {
  expect(cuesOf([], 'en')).toEqual([])
})
