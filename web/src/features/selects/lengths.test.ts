import { expect, test } from 'vitest'
import { formatFrames, formatLength, formatSum } from './lengths.ts'

const PAL = { num: 25, den: 1 }

test('the length of all has hours and frames of the one rate, drop-frame where people count so', () => {
  expect(formatSum(36.08, PAL)).toBe('00:00:36:02')
  expect(formatSum(600, { num: 30000, den: 1001 })).toBe('00:10:00;00')
})

test('without one rate it has milliseconds, so that nobody takes three seconds for three minutes', () => {
  expect(formatSum(3, null)).toBe('00:00:03.000')
})

test('a piece has seconds and frames, or seconds alone where the rate varies', () => {
  expect([formatFrames(137, PAL), formatFrames(1637, PAL)]).toEqual(['5:12', '1:05:12'])
  const timing = { rate: null, times: [0, 0.04, 0.2, 1.5] }
  expect(formatLength({ start_frame: 0, end_frame: 3 }, timing)).toBe('1.50 s')
})
