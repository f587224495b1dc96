import { describe, expect, test } from 'vitest'
import { type ExaminationResult, verdictOf } from './verdict.ts'

const answers = (right: number, asked: number) =>
  Array.from({ length: asked }, (_, at) => ({ wrong: at < right ? 0 : 1, of: 1 }))
const words = (...wrong: number[]) => wrong.map((each) => ({ wrong: each, of: 50 }))

const reader = (right: number, rest: Partial<ExaminationResult> = {}): ExaminationResult => ({
  kind: 'ocr',
  name: 'New',
  answers: answers(right, 12),
  before: { name: 'Old', answers: answers(11, 12) },
  as_good: true,
  ...rest,
})
const listener = (wrong: number[], rest: Partial<ExaminationResult> = {}): ExaminationResult => ({
  kind: 'speech',
  name: 'New',
  answers: words(...wrong),
  before: { name: 'Old', answers: words(1, 1, 1) },
  as_good: true,
  ...rest,
})

describe('an engine for the same languages', () => {
  test('passes with one answer fewer, and not with two', () => {
    expect(verdictOf(reader(10))).toEqual({
      passed: true,
      figures: { wrong: 2, of: 12 },
      before: { wrong: 1, of: 12 },
      reason: null,
    })
    expect(verdictOf(reader(9))).toMatchObject({
      passed: false,
      reason: 'New gave 9 of 12 right answers in its examination; Old gave 11 of 12 right answers.',
    })
  })

  test('of speech passes with two more of a hundred words wrong, and not with three', () => {
    expect(verdictOf(listener([2, 2, 2])).passed).toBe(true)
    expect(verdictOf(listener([2, 2, 3]))).toMatchObject({
      passed: false,
      reason: 'New heard 7 of 150 words wrong in its examination; Old heard 3 of 150 words wrong.',
    })
  })

  test('is compared by the questions that both were asked', () => {
    const old = { name: 'Old', answers: [...answers(0, 4), ...answers(8, 8)] }
    expect(verdictOf(reader(0, { answers: answers(0, 4), before: old }))).toMatchObject({
      passed: true,
      figures: { wrong: 4, of: 4 },
      before: { wrong: 4, of: 4 },
    })
    expect(verdictOf(reader(0, { before: old }))).toMatchObject({ passed: false, before: { wrong: 4, of: 12 } })
  })
})

describe('an engine for other languages, or one that somebody has named', () => {
  test('is refused only if fewer than half of its answers are right', () => {
    expect(verdictOf(reader(6, { as_good: false })).passed).toBe(true)
    expect(verdictOf(reader(5, { as_good: false })).passed).toBe(false)
  })

  test('of speech is refused only if more than 30 of 100 words are wrong', () => {
    expect(verdictOf(listener([15, 15, 15], { as_good: false })).passed).toBe(true)
    expect(verdictOf(listener([15, 15, 16], { as_good: false })).passed).toBe(false)
  })
})

test('without an engine before it, an engine must not be broken', () => {
  expect(verdictOf(reader(6, { before: null }))).toMatchObject({ passed: true, before: null })
  expect(verdictOf(reader(5, { before: null }))).toMatchObject({
    passed: false,
    reason: 'New gave 5 of 12 right answers in its examination.',
  })
})

test('an engine that answers nothing in time is refused', () => {
  expect(verdictOf(reader(0, { answers: [], as_good: false }))).toMatchObject({
    passed: false,
    reason: 'New answered no question in two minutes of processor time.',
  })
})
