import { describe, expect, it } from 'vitest'
import { fromHalfFloats, largestDot, toHalfFloats } from './half-floats.ts'

describe('half floats', () => {
  it('keep three significant digits from -1 to 1', () => {
    const values = Float32Array.from({ length: 2_001 }, (_, index) => (index - 1_000) / 1_000)
    const unpacked = fromHalfFloats(toHalfFloats(values))
    for (const [index, value] of values.entries())
      expect(Math.abs((unpacked[index] as number) - value)).toBeLessThan(0.0005)
  })

  it('keep exact powers of two, zero, tiny and infinite numbers', () => {
    const values = Float32Array.of(0, 1, -2, 0.5, 2 ** -14, 2 ** -24, Number.POSITIVE_INFINITY)
    expect([...fromHalfFloats(toHalfFloats(values))]).toEqual([...values])
  })

  it('take 2 bytes each and multiply without unpacking', () => {
    const packed = toHalfFloats(Float32Array.of(0.5, -0.25))
    expect(packed).toHaveLength(4)
    expect(largestDot(packed, [Float32Array.of(2, 4)])).toBe(0)
    expect(largestDot(packed, [Float32Array.of(2, 4), Float32Array.of(2, -4)])).toBe(2)
  })
})
