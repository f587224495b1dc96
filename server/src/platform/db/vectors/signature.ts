/** Rounds of mixing; after three a vector's length is evenly distributed over its dimensions. */
const ROUNDS = 3
/** Park and Miller's generator gives the same signs on every machine. */
const MULTIPLIER = 48_271
const MODULUS = 2_147_483_647

const signs_of = new Map<number, Float32Array[]>()

/** The stored summary of a vector, for estimating its dot products. */
export interface Signature {
  /** The sign bits after a fixed rotation, one per dimension, the first in the highest bit of each byte. */
  readonly bits: Uint8Array
  /** Factor for a product with the signs, see `signatureOf`. */
  readonly scale: number
}

/** Bytes of a signature. */
export const bytesOf = (dimensions: number): number => Math.ceil(dimensions / 8)

/**
 * The sign bits of a vector after a fixed rotation. In embeddings few directions carry most of the variance, but a sign
 * has the same weight in every direction; after the rotation all directions are equally strong (randomised Hadamard
 * transform; Ailon and Chazelle 2006). The dot product of a query with the vector is estimated as that with its signs
 * times |v|^2 / (v . signs), which is right on average (RaBitQ; Gao and Long 2024, arXiv 2405.12497).
 * @param vector already centred if needed
 */
export function signatureOf(vector: Float32Array): Signature {
  const rotated = rotate(vector)
  const bits = new Uint8Array(bytesOf(rotated.length))
  let square = 0
  let by_signs = 0
  for (const [at, value] of rotated.entries()) {
    if (value > 0) bits[at >> 3] = (bits[at >> 3] as number) | (128 >> (at & 7))
    square += value * value
    by_signs += Math.abs(value)
  }
  return { bits, scale: by_signs === 0 ? 0 : square / by_signs }
}

/**
 * The scale for signatures that were stored without one: that of a unit vector with the typical length after centring,
 * whose rotated values are normally distributed.
 * @param mean that centring subtracted
 */
export function typicalScale(mean: Float32Array): number {
  const square = mean.reduce((sum, value) => sum + value * value, 0)
  return Math.sqrt(Math.max(0, 1 - square)) / (Math.sqrt(mean.length) * Math.sqrt(2 / Math.PI))
}

/** Rotates a vector as all signatures are; lengths and angles do not change. */
export function rotate(vector: Float32Array): Float32Array {
  const rotated = Float32Array.from(vector)
  const window = 2 ** Math.floor(Math.log2(vector.length))
  for (const signs of signsFor(vector.length)) {
    for (let at = 0; at < rotated.length; at++) rotated[at] = (rotated[at] as number) * (signs[at] as number)
    hadamard(rotated.subarray(0, window))
    // If the length is no power of two, a second window covers the rest.
    if (window < rotated.length) hadamard(rotated.subarray(rotated.length - window))
  }
  return rotated
}

/** Walsh-Hadamard transform in place, scaled to preserve lengths. */
function hadamard(values: Float32Array): void {
  for (let half = 1; half < values.length; half *= 2)
    for (let start = 0; start < values.length; start += 2 * half)
      for (let at = start; at < start + half; at++) {
        const a = values[at] as number
        const b = values[at + half] as number
        values[at] = a + b
        values[at + half] = a - b
      }
  const scale = 1 / Math.sqrt(values.length)
  for (let at = 0; at < values.length; at++) values[at] = (values[at] as number) * scale
}

function signsFor(dimensions: number): Float32Array[] {
  let signs = signs_of.get(dimensions)
  if (!signs) {
    let seed = dimensions
    const next = () => {
      seed = (seed * MULTIPLIER) % MODULUS
      return seed < MODULUS / 2 ? -1 : 1
    }
    signs = Array.from({ length: ROUNDS }, () => Float32Array.from({ length: dimensions }, next))
    signs_of.set(dimensions, signs)
  }
  return signs
}
