import { type FrameTiming, frameAt, frameMiddle } from '@footnote/contract/shared/frames.ts'
import { expect, test } from 'vitest'
import { correctionOf, meanShift, offsetSeconds, timeBeside } from './beside.ts'

const at = (num: number, den = 1): FrameTiming => ({ rate: { num, den }, times: null })
const RATES = [at(24_000, 1001), at(25), at(30_000, 1001), at(50), at(60_000, 1001)]
const varied: FrameTiming = { rate: null, times: Array.from({ length: 900 }, (_, k) => k / 25 + (k % 3) * 0.009) }

/** Frame of the second video beside a frame of the first. */
function beside(first: FrameTiming, second: FrameTiming, frame: number, offset = 0): number {
  const time = frameMiddle(first, frame) + offsetSeconds(first, offset, 36)
  return frameAt(second, timeBeside(second, time, 3600))
}

test('at equal rates the second video is as many frames ahead as asked', () => {
  for (const timing of RATES)
    for (let frame = 0; frame < 2_000; frame += 7)
      for (const offset of [0, 1, 12]) expect(beside(timing, timing, frame, offset)).toBe(frame + offset)
})

test('at other rates the second video shows the frame that is on the screen at the middle of the first one’s', () => {
  for (let frame = 0; frame < 1_000; frame += 1) {
    expect(beside(at(25), at(50), frame)).toBe(2 * frame + 1)
    expect(beside(at(50), at(25), frame)).toBe(Math.floor(frame / 2))
    expect(beside(at(24_000, 1001), at(30_000, 1001), frame)).toBe(Math.floor((frame + 0.5) * 1.25 + 1e-9))
  }
  for (let frame = 0; frame < 890; frame += 1)
    expect(beside(varied, at(25), frame)).toBe(Math.floor(frameMiddle(varied, frame) * 25 + 0.025))
})

test('a seek goes to the middle of a frame inside the video', () => {
  expect(timeBeside(at(25), -3, 10)).toBeCloseTo(0.02)
  expect(timeBeside(at(25), 99, 10)).toBeCloseTo(9.98)
  expect(timeBeside(null, 99, 10)).toBe(10)
})

test('a lag changes the rate: by half where nobody hears it, by 3 % where somebody does', () => {
  const rateOf = (lag: number, rate: number, heard: boolean) => {
    const correction = correctionOf(at(25), lag, rate, heard)
    return correction.seek ? null : correction.rate
  }
  expect(rateOf(0.001, 1, false)).toBe(1)
  expect(rateOf(0.025, 1, false)).toBeCloseTo(1.1)
  expect(rateOf(-0.4, 2, false)).toBe(1)
  expect(rateOf(0.025, 1, true)).toBe(1.03)
  expect(rateOf(-0.2, 2, true)).toBeCloseTo(1.94)
})

test('a large lag is a seek', () => {
  expect(correctionOf(at(25), 0.26, 1, true)).toEqual({ seek: true })
  expect(correctionOf(at(25), 0.26, 1, false).seek).toBe(false)
  expect(correctionOf(null, -0.6, 1, false)).toEqual({ seek: true })
})

test('pictures that are off for a while change the lag, and one picture does not', () => {
  let shift = meanShift(0, -0.04)
  expect(Math.abs(shift)).toBeLessThan(0.002)
  for (let look = 0; look < 300; look += 1) shift = meanShift(shift, -0.024 + (look % 2 ? 0.03 : -0.03))
  expect(shift).toBeCloseTo(-0.024, 2)
  for (let look = 0; look < 1_000; look += 1) shift = meanShift(shift, -9)
  expect(shift).toBeCloseTo(-0.1)
})
