import { describe, expect, it } from 'vitest'
import {
  commentFrames,
  commentOver,
  type FrameRate,
  type FrameTiming,
  frameAt,
  frameMiddle,
  frameSeek,
  frameStart,
  lastFrame,
  matchFrames,
  timingFrom,
} from './frames.ts'

const RATES: FrameRate[] = [
  { num: 24000, den: 1001 },
  { num: 25, den: 1 },
  { num: 30000, den: 1001 },
  { num: 50, den: 1 },
  { num: 60000, den: 1001 },
  { num: 179, den: 6 },
  { num: 1000, den: 1 },
]

const TIMINGS: readonly FrameTiming[] = [
  ...RATES.map((rate) => ({ rate, times: null })),
  { rate: null, times: [0, 0.04, 0.1, 0.2, 0.5] },
]
/** First and last frame. */
const RANGES = [
  [0, 0],
  [0, 1],
  [1, 3],
  [2, 2],
  [3, 4],
] as const

describe("a comment's frames", () => {
  it.each(TIMINGS)('reach from the frame of its start to that of its end, and end with that frame', (timing) => {
    for (const [first, last] of RANGES) {
      const middle = frameMiddle(timing, last)
      for (const end of [frameStart(timing, last), middle])
        for (const start of [frameStart(timing, first), frameMiddle(timing, first)]) {
          if (end < start) continue
          expect(commentFrames(timing, { start_time: start, end_time_inclusive: end })).toEqual({ first, last })
          expect(commentOver(timing, { start_time: start, end_time_inclusive: end })).toBe(frameStart(timing, last + 1))
        }
      expect(commentFrames(timing, { start_time: middle, end_time_inclusive: null })).toEqual({ first: last, last })
    }
  })
})

describe("a match's frames", () => {
  it.each(TIMINGS)('reach to the one before its end, also when its times were rounded', (timing) => {
    const early = timing.rate && timing.rate.num / timing.rate.den > 500 ? 0.0002 : 0.001
    for (const [first, last] of RANGES) {
      const [start, over] = [frameStart(timing, first), frameStart(timing, last + 1)]
      for (const end of [over, over - early, over + early, frameMiddle(timing, last)])
        expect(matchFrames(timing, { start_time: start, end_time_exclusive: end })).toEqual({ first, last })
      expect(matchFrames(timing, { start_time: frameMiddle(timing, first), end_time_exclusive: over })).toEqual({
        first,
        last,
      })
      // The comment on the match ends with the start of the match's last frame.
      const end = frameStart(timing, last)
      expect(commentFrames(timing, { start_time: start, end_time_inclusive: end })).toEqual({ first, last })
    }
    expect(
      matchFrames(timing, { start_time: frameStart(timing, 2), end_time_exclusive: frameStart(timing, 2) }),
    ).toEqual({
      first: 2,
      last: 2,
    })
  })
})

describe('a constant rate', () => {
  it.each(RATES)('of $num/$den leads from each frame to its times and back, for a day', (rate) => {
    const timing = { rate, times: null }
    const last = Math.floor((86_400 * rate.num) / rate.den)
    for (const frame of [0, 1, 2, 29, 30, 1000, 1001, 1799, 1800, 107_892, last - 1, last]) {
      expect(frameAt(timing, frameStart(timing, frame))).toBe(frame)
      expect(frameAt(timing, frameMiddle(timing, frame))).toBe(frame)
      expect(frameAt(timing, Math.floor(frameStart(timing, frame) * 1e6) / 1e6)).toBe(frame)
    }
  })

  it.each(RATES.slice(0, -1))('of $num/$den keeps a frame whose start was rounded to a millisecond', (rate) => {
    const timing = { rate, times: null }
    for (let frame = 0; frame < 5_000; frame += 1) {
      const start = frameStart(timing, frame)
      expect(frameAt(timing, Math.floor(start * 1000) / 1000)).toBe(frame)
      expect(frameAt(timing, Math.ceil(start * 1000) / 1000)).toBe(frame)
      expect(frameAt(timing, frameStart(timing, frame + 1) - 0.002)).toBe(frame)
    }
  })

  it('shows the same frame from its start to just before the next one', () => {
    const timing = { rate: { num: 25, den: 1 }, times: null }
    expect([2, 2.02, 2.038].map((time) => frameAt(timing, time))).toEqual([50, 50, 50])
    expect(frameAt(timing, 2.04)).toBe(51)
    expect(frameAt(timing, -1)).toBe(0)
  })

  it('has its last frame before the end', () => {
    const timing = { rate: { num: 30000, den: 1001 }, times: null }
    expect([10.01, 10.0099, 10.0101, 10, 0.01, 0].map((end) => lastFrame(timing, end))).toEqual([
      299, 299, 299, 299, 0, 0,
    ])
  })
})

describe('a variable rate', () => {
  const times = [0, 0.04, 0.08, 0.58, 0.6, 1.6]
  const timing: FrameTiming = { rate: null, times }

  it('finds the frame on the screen, also in a long video', () => {
    expect([0, 0.0389, 0.04, 0.3, 0.578, 0.5795, 0.58, 1.2, 1.6, 9].map((time) => frameAt(timing, time))).toEqual([
      0, 0, 1, 2, 2, 3, 3, 4, 5, 5,
    ])
  })

  it('gives each frame its own middle and continues after the last one', () => {
    expect(frameMiddle(timing, 2)).toBeCloseTo(0.33)
    expect(frameStart(timing, 6)).toBeCloseTo(2.6)
    expect(times.map((_, frame) => frameAt(timing, frameMiddle(timing, frame)))).toEqual([0, 1, 2, 3, 4, 5])
    expect(lastFrame(timing, 2.6)).toBe(5)
  })

  it('is sought near the start of a long frame, and in the middle of a short one', () => {
    expect(frameSeek(timing, 2)).toBeCloseTo(0.09)
    const dense: FrameTiming = { rate: null, times: [0, 0.002, 0.5] }
    expect(frameSeek(dense, 0)).toBeCloseTo(0.001)
    expect(frameSeek({ rate: { num: 2, den: 1 }, times: null }, 1)).toBeCloseTo(0.75)
  })

  it('keeps frames apart that are less than a millisecond long', () => {
    const dense: FrameTiming = { rate: null, times: [0, 0.0004, 0.0008, 0.04] }
    expect([0, 1, 2, 3].map((frame) => frameAt(dense, frameStart(dense, frame)))).toEqual([0, 1, 2, 3])
    expect([0, 1, 2, 3].map((frame) => frameAt(dense, frameMiddle(dense, frame)))).toEqual([0, 1, 2, 3])
  })
})

it('the wire states a rate, a table, or nothing', () => {
  expect(timingFrom({ num: 25, den: 1 }, null)).toEqual({ rate: { num: 25, den: 1 }, times: null })
  expect(timingFrom(null, [0, 0.1])).toEqual({ rate: null, times: [0, 0.1] })
  expect([timingFrom(null, null), timingFrom(undefined, undefined), timingFrom(null, [])]).toEqual([null, null, null])
})
