import { describe, expect, it } from 'vitest'
import { querySignature, signatureOf } from './signature.ts'

const wave = (dimensions: number, step: number) =>
  Float32Array.from({ length: dimensions }, (_, at) => Math.sin(at * step))
const differing = (a: string, b: string) => [...a].filter((bit, at) => bit !== b[at]).length

describe('a signature', () => {
  it.each([2, 64, 512, 768])('of %i dimensions has a bit for each, the same every time', (dimensions) => {
    const vector = wave(dimensions, 0.7)
    expect(signatureOf(vector)).toMatch(new RegExp(`^[01]{${dimensions}}$`))
    expect(signatureOf(vector)).toBe(signatureOf(Float32Array.from(vector)))
  })

  it.each([512, 768])(
    'of %i dimensions differs by the angle between vectors, also where one dimension carries nearly everything',
    (dimensions) => {
      const strong = new Float32Array(dimensions)
      strong[3] = 1
      const other = Float32Array.from(strong)
      other[7] = 1
      // 45 degrees are a quarter of a half turn.
      expect(differing(signatureOf(strong), signatureOf(other)) / dimensions).toBeGreaterThan(0.18)
      expect(differing(signatureOf(strong), signatureOf(other)) / dimensions).toBeLessThan(0.32)
      expect(differing(signatureOf(strong), signatureOf(strong.map((value) => -value)))).toBeGreaterThan(
        0.99 * dimensions,
      )
    },
  )

  it('of a query names the half of its bits that weigh most', () => {
    const query = wave(512, 0.9)
    const { signature, heavy } = querySignature(query)
    expect(signature).toBe(signatureOf(query))
    expect([...heavy].filter((bit) => bit === '1')).toHaveLength(256)
  })

  it('does not depend on the length of a vector', () => {
    const vector = wave(512, 1.3)
    expect(signatureOf(vector.map((value) => value * 3))).toBe(signatureOf(vector))
  })
})
