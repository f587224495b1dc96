import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import { describe, expect, it } from 'vitest'
import { timingOf } from './timing.ts'

const RATES: FrameRate[] = [
  { num: 24000, den: 1001 },
  { num: 25, den: 1 },
  { num: 30000, den: 1001 },
  { num: 60000, den: 1001 },
  { num: 179, den: 6 },
]

/** Frame times rounded to milliseconds, as some containers store them. */
const milliseconds = (rate: FrameRate, count: number) =>
  Float64Array.from({ length: count }, (_, frame) => Math.round((frame * 1000 * rate.den) / rate.num) / 1000)

describe('a constant rate', () => {
  it.each(RATES)('of $num/$den is found in exact times and in milliseconds over an hour', (rate) => {
    const count = Math.round((3600 * rate.num) / rate.den)
    const exact = Float64Array.from({ length: count }, (_, frame) => (frame * rate.den) / rate.num)
    expect(timingOf(exact, [rate]).rate).toEqual(rate)
    expect(timingOf(milliseconds(rate, count), [rate]).rate).toEqual(rate)
  })

  it('is found when the container has a wrong one', () => {
    const times = milliseconds({ num: 30000, den: 1001 }, 100_000)
    expect(
      timingOf(times, [
        { num: 30, den: 1 },
        { num: 1000, den: 1 },
      ]).rate,
    ).toEqual({ num: 30000, den: 1001 })
  })
})

it('a variable rate is stored as a table', () => {
  const times = Float64Array.from([0, 0.04, 0.08, 0.58, 0.6, 1.6])
  expect(timingOf(times, [{ num: 25, den: 1 }])).toEqual({ rate: null, times })
})

it('a constant rate may begin late', () => {
  const late = (by: number) => Float64Array.from({ length: 50 }, (_, frame) => frame / 25 + by)
  expect(timingOf(late(0.014), []).rate).toEqual({ num: 25, den: 1 })
  expect(timingOf(late(0.08), []).rate).toEqual({ num: 25, den: 1 })
  expect(timingOf(late(0.03), []).rate).toBeNull()
})

describe('a constant rate with gaps', () => {
  const without = (rate: FrameRate, count: number, missing: (frame: number) => boolean) =>
    milliseconds(rate, count).filter((_, frame) => !missing(frame))

  it.each(RATES)('of $num/$den is found when a frame is missing', (rate) => {
    expect(
      timingOf(
        without(rate, 1500, (frame) => frame === 900),
        [rate],
      ),
    ).toEqual({ rate, times: null })
  })

  it('is found when two frames of 29.97 are missing, and when nearly a tenth are', () => {
    const rate = { num: 30000, den: 1001 }
    expect(
      timingOf(
        without(rate, 2000, (frame) => frame === 700 || frame === 701),
        [],
      ).rate,
    ).toEqual(rate)
    expect(
      timingOf(
        without(rate, 2000, (frame) => frame % 11 === 10),
        [],
      ).rate,
    ).toEqual(rate)
  })

  it('is found after a gap of seconds', () => {
    const rate = { num: 25, den: 1 }
    expect(
      timingOf(
        without(rate, 3000, (frame) => frame >= 900 && frame < 975),
        [rate],
      ).rate,
    ).toEqual(rate)
  })

  it('is none when a fifth of the frames are missing', () => {
    const rate = { num: 30, den: 1 }
    expect(
      timingOf(
        without(rate, 2000, (frame) => frame % 5 === 4),
        [rate],
      ).rate,
    ).toBeNull()
  })

  it('is not a faster rate of which every second frame is missing', () => {
    const rate = { num: 25, den: 2 }
    expect(timingOf(milliseconds(rate, 500), [rate]).rate).toEqual(rate)
  })
})

it('a single frame has a constant rate', () => {
  expect(timingOf(Float64Array.from([0]), [{ num: 25, den: 1 }]).rate).toEqual({ num: 25, den: 1 })
})
