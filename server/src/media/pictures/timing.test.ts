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

it('a single frame has a constant rate', () => {
  expect(timingOf(Float64Array.from([0]), [{ num: 25, den: 1 }]).rate).toEqual({ num: 25, den: 1 })
})
