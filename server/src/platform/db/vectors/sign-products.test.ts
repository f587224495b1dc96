import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import wabt from 'wabt'
import { inBlocks, SignProducts } from './sign-products.ts'
import { bytesOf, rotate } from './signature.ts'

const FOLDER = import.meta.dirname
let random = 7
/** Park and Miller's generator: the same values in each run. */
const next = () => {
  random = (random * 48_271) % 2_147_483_647
  return random / 2_147_483_647 - 0.5
}

function estimates(query: Float32Array, bits: Uint8Array, scales: Float32Array | number): number[] {
  const size = bytesOf(query.length)
  const found: number[] = []
  new SignProducts(query).estimate(inBlocks(bits, size), bits.length / size, scales, (some, first, count) => {
    expect(first).toBe(found.length)
    found.push(...some.subarray(0, count))
  })
  return found
}

/** The same by floats, one sign after the other. */
function products(query: Float32Array, bits: Uint8Array, scales: Float32Array | number): number[] {
  const size = bytesOf(query.length)
  const rotated = rotate(query)
  return Array.from({ length: bits.length / size }, (_, row) => {
    const sign = (at: number) => ((bits[row * size + (at >> 3)] as number) & (128 >> (at & 7)) ? 1 : -1)
    const sum = rotated.reduce((all, value, at) => all + value * sign(at), 0)
    return sum * (typeof scales === 'number' ? scales : (scales[row] as number))
  })
}

describe('estimates of dot products', () => {
  it.each([
    [1, 64],
    [16, 512],
    [17, 100],
    [1_024, 384],
    [2_500, 512],
    [40, 2_304],
  ])('of %i rows with %i dimensions are those of floats, but for rounding', (rows, dimensions) => {
    const query = Float32Array.from({ length: dimensions }, next)
    const bits = Uint8Array.from({ length: rows * bytesOf(dimensions) }, () => 256 * (next() + 0.5))
    const scales = Float32Array.from({ length: rows }, () => 1 + next())
    const found = estimates(query, bits, scales)
    const expected = products(query, bits, scales)
    expect(found).toHaveLength(rows)
    // A random product is about as long as the query; the signs of vectors say much less.
    const off = found.map((value, row) => Math.abs(value - (expected[row] as number)))
    expect(Math.max(...off)).toBeLessThan(0.1 * Math.hypot(...query))
  })

  it('take one scale for all rows', () => {
    const query = Float32Array.from({ length: 512 }, next)
    const bits = Uint8Array.from({ length: 20 * 64 }, () => 256 * (next() + 0.5))
    expect(estimates(query, bits, 2)).toEqual(estimates(query, bits, new Float32Array(20).fill(2)))
  })

  it('do not overflow for the largest possible sum', () => {
    const query = Float32Array.from({ length: 4_096 }, next)
    const bits = new Uint8Array(bytesOf(4_096))
    for (const [at, value] of rotate(query).entries()) if (value > 0) bits[at >> 3]! |= 128 >> (at & 7)
    const [found] = estimates(query, bits, 1) as [number]
    expect(found / (products(query, bits, 1)[0] as number)).toBeCloseTo(1, 1)
  })

  it('of a query of zeros are zeros', () => {
    expect(estimates(new Float32Array(64), new Uint8Array(16), 1)).toEqual([0, 0])
  })
})

test('the program is the translation of its text', async () => {
  const text = await readFile(path.join(FOLDER, 'sign-products.wat'), 'utf8')
  const module = (await wabt()).parseWat('sign-products.wat', text)
  // After a change: cd server/src/platform/db/vectors && npm exec -- wat2wasm sign-products.wat -o sign-products.wasm
  expect(Buffer.from(module.toBinary({}).buffer)).toEqual(await readFile(path.join(FOLDER, 'sign-products.wasm')))
})
