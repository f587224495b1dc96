const float = new Float32Array(1)
const bits = new Uint32Array(float.buffer)

/** Packs numbers as IEEE 754 half floats, little endian: 2 bytes each, 11 significant bits. */
export function toHalfFloats(values: Float32Array): Buffer {
  const packed = Buffer.alloc(values.length * 2)
  for (let index = 0; index < values.length; index++) packed.writeUInt16LE(toHalf(values[index] as number), index * 2)
  return packed
}

/** Unpacks half floats, little endian. */
export function fromHalfFloats(packed: Buffer): Float32Array {
  const values = new Float32Array(packed.length >> 1)
  for (let index = 0; index < values.length; index++) values[index] = HALVES[packed.readUInt16LE(index * 2)] as number
  return values
}

/** Unpacks rows that are an id, as a big-endian int8, and then a packed vector each. */
export function unpackRows(packed: Buffer, dimensions: number): { row_id: number; vector: Buffer }[] {
  const size = 8 + 2 * dimensions
  return Array.from({ length: packed.length / size }, (_, at) => ({
    row_id: Number(packed.readBigInt64BE(at * size)),
    vector: packed.subarray(at * size + 8, (at + 1) * size),
  }))
}

/** The largest dot product of packed half floats with one of some vectors of the same length. */
export function largestDot(packed: Buffer, vectors: readonly Float32Array[]): number {
  const [first] = vectors
  if (first && vectors.length === 1) return dotHalfFloats(packed, first)
  const values = fromHalfFloats(packed)
  let largest = Number.NEGATIVE_INFINITY
  for (const vector of vectors) {
    let sum = 0
    for (let index = 0; index < values.length; index++) sum += (values[index] as number) * (vector[index] as number)
    if (sum > largest) largest = sum
  }
  return largest
}

/** Dot product of packed half floats with numbers. */
function dotHalfFloats(packed: Buffer, values: Float32Array): number {
  let sum = 0
  for (let index = 0; index < values.length; index++)
    sum +=
      (HALVES[(packed[2 * index] as number) | ((packed[2 * index + 1] as number) << 8)] as number) *
      (values[index] as number)
  return sum
}

function toHalf(value: number): number {
  float[0] = value
  const all = bits[0] as number
  const sign = (all >>> 16) & 0x8000
  const exponent = ((all >>> 23) & 0xff) - 112
  const fraction = all & 0x7fffff
  if (exponent >= 31) return sign | 0x7c00 | (exponent === 143 && fraction > 0 ? 1 : 0)
  if (exponent > 0) {
    const half = (exponent << 10) | (fraction >>> 13)
    // Rounds to nearest; a carry into the exponent is correct.
    return sign | (half + ((fraction >>> 12) & 1))
  }
  if (exponent < -10) return sign
  const shifted = (fraction | 0x800000) >>> (1 - exponent)
  return sign | ((shifted >>> 13) + ((shifted >>> 12) & 1))
}

function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >>> 10) & 31
  const fraction = half & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** The value of every half float, by its bits. */
const HALVES = Float32Array.from({ length: 65_536 }, (_, half) => fromHalf(half))
