import { expect, test } from 'vitest'
import type { EngineExamination } from '../indexing.ts'
import { examinationWords } from './examination-words.ts'

const passed: EngineExamination = {
  engine: 'new-1',
  kind: 'speech',
  name: 'New',
  state: 'passed',
  figures: { wrong: 3, of: 156 },
  before: { name: 'Old', wrong: 5, of: 156 },
  reason: null,
  allowed: false,
}

test('speech counts wrong words, everything else right answers', () => {
  expect(examinationWords(passed)).toBe(
    'Examined: 3 of 156 words wrong; Old, the engine before it, 5 of 156 words wrong.',
  )
  expect(examinationWords({ ...passed, kind: 'text', figures: { wrong: 1, of: 12 }, before: null })).toBe(
    'Examined: 11 of 12 answers.',
  )
})

test('without figures the sentence says what it waits for', () => {
  const rest = { figures: null, before: null }
  expect(examinationWords({ ...passed, ...rest, state: 'running' })).toBe('New is being examined.')
  expect(examinationWords({ ...passed, ...rest, state: 'waits' })).toBe('New waits for its examination.')
  const reason = 'New could not be examined: the disk is full.'
  expect(examinationWords({ ...passed, ...rest, state: 'waits', reason })).toBe(reason)
})
