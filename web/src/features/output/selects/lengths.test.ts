import { expect, test } from 'vitest'
import { formatLength, lengthOf } from './lengths.ts'

const PAL = { num: 25, den: 1 }

test('a length has hours and frames of its rate, drop-frame where people count so', () => {
  expect(formatLength(36.08, PAL)).toBe('00:00:36:02')
  expect(formatLength(600, { num: 30000, den: 1001 })).toBe('00:10:00;00')
})

test('without one rate it has milliseconds, so that nobody takes three seconds for three minutes', () => {
  expect(formatLength(3, null)).toBe('00:00:03.000')
})

test('a piece is as long as its frames are shown, also where their rate varies', () => {
  expect(lengthOf({ start_frame: 10, end_frame: 35 }, { rate: PAL, times: null })).toBeCloseTo(1)
  expect(lengthOf({ start_frame: 0, end_frame: 3 }, { rate: null, times: [0, 0.04, 0.2, 1.5] })).toBe(1.5)
})
