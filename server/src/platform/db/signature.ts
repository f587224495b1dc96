/** Rounds of mixing; after three a vector's length is spread evenly over its dimensions. */
const ROUNDS = 3
/** Park and Miller's generator: the same signs wherever a signature is made. */
const MULTIPLIER = 48_271
const MODULUS = 2_147_483_647

const signs_of = new Map<number, Float32Array[]>()

/**
 * The sign bits of a vector as characters '0' and '1', one per dimension, after a fixed rotation. In embeddings few directions carry
 * most of the variance, and a sign says as much of a weak direction as of a strong one; rotated, all are equally strong
 * (randomised Hadamard transform; Ailon and Chazelle 2006, for signatures: Gao and Long 2024).
 * @param vector already centred where it has to be
 */
export const signatureOf = (vector: Float32Array): string => bitsWhere(rotate(vector), (value) => value > 0)

/**
 * What a query is compared by: its signature, and the half of its bits that weigh most. A query need not be as coarse as what it
 * is compared with; counted twice, the bits of its larger values tell more of the cosine (asymmetric distances; Gordo and
 * Perronnin 2011).
 * @param query not centred
 */
export function querySignature(query: Float32Array): { signature: string; heavy: string } {
  const rotated = rotate(query)
  const median = rotated.map(Math.abs).sort()[rotated.length >> 1] as number
  return {
    signature: bitsWhere(rotated, (value) => value > 0),
    heavy: bitsWhere(rotated, (value) => Math.abs(value) >= median),
  }
}

function bitsWhere(values: Float32Array, holds: (value: number) => boolean): string {
  let bits = ''
  for (const value of values) bits += holds(value) ? '1' : '0'
  return bits
}

/** Lengths and angles stay as they are. */
function rotate(vector: Float32Array): Float32Array {
  const rotated = Float32Array.from(vector)
  const window = 2 ** Math.floor(Math.log2(vector.length))
  for (const signs of signsFor(vector.length)) {
    for (let at = 0; at < rotated.length; at++) rotated[at] = (rotated[at] as number) * (signs[at] as number)
    hadamard(rotated.subarray(0, window))
    // Where the length is no power of two, a second window reaches the rest.
    if (window < rotated.length) hadamard(rotated.subarray(rotated.length - window))
  }
  return rotated
}

/** Walsh-Hadamard transform in place, scaled so that lengths stay. */
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
