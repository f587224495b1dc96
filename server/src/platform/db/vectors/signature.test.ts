import { describe, expect, it } from 'vitest'
import { inBlocks, SignProducts } from './sign-products.ts'
import { signatureOf, typicalScale } from './signature.ts'

const wave = (dimensions: number, step: number) =>
  Float32Array.from({ length: dimensions }, (_, at) => Math.sin(at * step))
const bitsOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
const differing = (a: string, b: string) => [...a].filter((bit, at) => bit !== b[at]).length
const bits = (vector: Float32Array) => bitsOf(signatureOf(vector).bits)
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] as number), 0)

/** The dot product of a query with a vector, estimated from its signature. */
function estimate(query: Float32Array, vector: Float32Array): number {
  const { bits, scale } = signatureOf(vector)
  const estimates: number[] = []
  new SignProducts(query).estimate(inBlocks(bits, bits.length), 1, scale, (some) => estimates.push(some[0] as number))
  return estimates[0] as number
}

describe('a signature', () => {
  it.each([2, 64, 512, 768])('of %i dimensions has a bit for each, the same every time', (dimensions) => {
    const vector = wave(dimensions, 0.7)
    expect(bits(vector)).toHaveLength(Math.max(8, dimensions))
    expect(signatureOf(vector)).toEqual(signatureOf(Float32Array.from(vector)))
  })

  it.each([512, 768])(
    'of %i dimensions differs by the angle between vectors, even if one dimension carries nearly everything',
    (dimensions) => {
      const strong = new Float32Array(dimensions)
      strong[3] = 1
      const other = Float32Array.from(strong)
      other[7] = 1
      // 45 degrees are a quarter of a half turn.
      expect(differing(bits(strong), bits(other)) / dimensions).toBeGreaterThan(0.18)
      expect(differing(bits(strong), bits(other)) / dimensions).toBeLessThan(0.32)
      expect(differing(bits(strong), bits(strong.map((value) => -value)))).toBeGreaterThan(0.99 * dimensions)
    },
  )

  it.each([512, 656])(
    'of %i dimensions estimates the dot product with a query, and nearly has that of a vector with itself',
    (n) => {
      const query = wave(n, 0.9)
      expect(estimate(query, query) / dot(query, query)).toBeCloseTo(1, 2)
      const error = Math.sqrt(dot(query, query)) / Math.sqrt(n)
      for (const step of [0.31, 0.88, 0.905, 1.7, 2.2]) {
        const vector = wave(n, step)
        const off = Math.abs(estimate(query, vector) - dot(query, vector))
        expect(off / Math.hypot(...vector)).toBeLessThan(4 * error)
      }
    },
  )

  it('has the same bits for a vector of any length, and a scale that grows with it', () => {
    const vector = wave(512, 1.3)
    const longer = signatureOf(vector.map((value) => value * 3))
    expect(longer.bits).toEqual(signatureOf(vector).bits)
    expect(longer.scale / signatureOf(vector).scale).toBeCloseTo(3, 4)
  })

  it('that was stored without its scale has about the scale of others', () => {
    const vector = wave(512, 1.3)
    const unit = vector.map((value) => value / Math.hypot(...vector))
    expect(typicalScale(new Float32Array(512)) / signatureOf(unit).scale).toBeCloseTo(1, 1)
  })
})
