import { describe, expect, it } from 'vitest'
import { type FrameRate, frameAt, frameMiddle, frameStart, nearestFrame, timingOf } from './timing.ts'

const RATES: FrameRate[] = [
  { num: 24000, den: 1001 },
  { num: 25, den: 1 },
  { num: 30000, den: 1001 },
  { num: 60000, den: 1001 },
  { num: 179, den: 6 },
]

/** Times of the frames as a container with whole milliseconds states them. */
const milliseconds = (rate: FrameRate, count: number) =>
  Float64Array.from({ length: count }, (_, frame) => Math.round((frame * 1000 * rate.den) / rate.num) / 1000)

describe('a constant rate', () => {
  it.each(RATES)('of $num/$den is found in exact times and in whole milliseconds over an hour', (rate) => {
    const count = Math.round((3600 * rate.num) / rate.den)
    const exact = Float64Array.from({ length: count }, (_, frame) => (frame * rate.den) / rate.num)
    expect(timingOf(exact, [rate]).rate).toEqual(rate)
    expect(timingOf(milliseconds(rate, count), [rate]).rate).toEqual(rate)
  })

  it('is found where the container states a wrong one', () => {
    const times = milliseconds({ num: 30000, den: 1001 }, 100_000)
    expect(
      timingOf(times, [
        { num: 30, den: 1 },
        { num: 1000, den: 1 },
      ]).rate,
    ).toEqual({ num: 30000, den: 1001 })
  })

  it.each(RATES)('of $num/$den leads from each frame to its times and back, for a day', (rate) => {
    const timing = { rate, times: null }
    const last = Math.floor((86_400 * rate.num) / rate.den)
    for (const frame of [0, 1, 2, 29, 30, 1000, 1001, 1799, 1800, 107_892, last - 1, last]) {
      expect(frameAt(timing, frameStart(timing, frame))).toBe(frame)
      expect(frameAt(timing, frameMiddle(timing, frame))).toBe(frame)
      expect(frameAt(timing, Math.floor(frameStart(timing, frame) * 1e6) / 1e6)).toBe(frame)
      expect(frameAt(timing, frameStart(timing, frame + 1) - 0.002)).toBe(frame)
      expect(nearestFrame(timing, frameStart(timing, frame) - 0.005)).toBe(frame)
    }
  })

  it('shows the same frame from its start to just before the next one', () => {
    const timing = { rate: { num: 25, den: 1 }, times: null }
    expect([2, 2.02, 2.038].map((time) => frameAt(timing, time))).toEqual([50, 50, 50])
    expect(frameAt(timing, 2.04)).toBe(51)
    expect(frameAt(timing, -1)).toBe(0)
  })
})

describe('a variable rate', () => {
  const times = Float64Array.from([0, 0.04, 0.08, 0.58, 0.6, 1.6])
  const timing = timingOf(times, [{ num: 25, den: 1 }])

  it('is kept as a table', () => {
    expect(timing).toEqual({ rate: null, times })
  })

  it('finds the frame that is shown, also in a long one', () => {
    expect([0, 0.039, 0.04, 0.3, 0.579, 0.58, 1.2, 1.6, 9].map((time) => frameAt(timing, time))).toEqual([
      0, 1, 1, 2, 3, 3, 4, 5, 5,
    ])
  })

  it('finds the nearest start', () => {
    expect([0.3, 0.34, 1.2, 5].map((time) => nearestFrame(timing, time))).toEqual([2, 3, 5, 5])
  })

  it('gives each frame its own middle and goes on after the last one', () => {
    expect(frameMiddle(timing, 2)).toBeCloseTo(0.33)
    expect(frameStart(timing, 6)).toBeCloseTo(2.6)
    expect(frameAt(timing, frameMiddle(timing, 4))).toBe(4)
  })
})

it('a constant rate may begin late', () => {
  const late = (by: number) => Float64Array.from({ length: 50 }, (_, frame) => frame / 25 + by)
  expect(timingOf(late(0.014), []).rate).toEqual({ num: 25, den: 1 })
  expect(timingOf(late(0.08), []).rate).toEqual({ num: 25, den: 1 })
  expect(timingOf(late(0.03), []).rate).toBeNull()
})

it('a single frame has a constant rate', () => {
  expect(timingOf(Float64Array.from([0]), [{ num: 25, den: 1 }]).rate).toEqual({ num: 25, den: 1 })
})
