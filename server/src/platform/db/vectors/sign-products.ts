import { readFileSync } from 'node:fs'
import path from 'node:path'
import { bytesOf, rotate } from './signature.ts'

/** Rows that one instruction compares. */
const BLOCK = 16
/** Combinations of the four signs of half a byte. */
const HALF = 16
/** Rows in the program's memory at a time: with signatures of 64 bytes they stay in the fastest caches. */
const MOST_ROWS = 1_024
/** Largest product with the signs of half a byte: the sum of two fits into a byte. */
const MOST_PRODUCT = 63
/** Largest sum of all products. */
const MOST_SUM = 32_767
/** Bytes by which the program's memory grows. */
const MEMORY_PAGE = 65_536

interface Program {
  readonly memory: WebAssembly.Memory
  estimate(
    tables: number,
    bits: number,
    scales: number,
    estimates: number,
    rows: number,
    size: number,
    step: number,
  ): void
}

// The translation of sign-products.wat.
const program = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(path.join(import.meta.dirname, 'sign-products.wasm'))),
).exports as unknown as Program

/** Puts the first bytes of sixteen signatures side by side, then their second ones, and so on. */
export function inBlocks(bits: Uint8Array, size: number): Uint8Array {
  const rows = bits.length / size
  const blocks = new Uint8Array(Math.ceil(rows / BLOCK) * BLOCK * size)
  for (let row = 0; row < rows; row++) {
    const start = (row - (row % BLOCK)) * size + (row % BLOCK)
    for (let at = 0; at < size; at++) blocks[start + at * BLOCK] = bits[row * size + at] as number
  }
  return blocks
}

/** Estimates the dot products of a query with vectors from their signatures. */
export class SignProducts {
  readonly #tables: Int8Array
  readonly #size: number
  /** Length of a unit of the tables. */
  readonly #step: number

  /** @param query not centred */
  constructor(query: Float32Array) {
    const rotated = rotate(query)
    this.#size = bytesOf(query.length)
    const products = new Float32Array(this.#size * 2 * HALF)
    let sum = 0
    let most = 0
    for (let half = 0; half < 2 * this.#size; half++) {
      let largest = 0
      for (let bit = 0; bit < 4; bit++) largest += Math.abs(rotated[4 * half + bit] ?? 0)
      sum += largest
      most = Math.max(most, largest)
      for (let signs = 0; signs < HALF; signs++) {
        let product = 0
        for (let bit = 0; bit < 4; bit++) {
          const value = rotated[4 * half + bit] ?? 0
          product += signs & (8 >> bit) ? value : -value
        }
        products[HALF * half + signs] = product
      }
    }
    this.#step = Math.max(most / MOST_PRODUCT, sum / (MOST_SUM - this.#size)) || 1
    this.#tables = Int8Array.from(products, (product) => Math.round(product / this.#step))
  }

  /**
   * Calls `report` with the estimates of some rows at a time, in their order. The array is valid during the call only,
   * and up to `count`.
   * @param blocks the rows' bits: see `inBlocks`
   * @param scales of the rows, or one for all of them
   */
  estimate(
    blocks: Uint8Array,
    rows: number,
    scales: Float32Array | number,
    report: (estimates: Float32Array, first: number, count: number) => void,
  ): void {
    const size = this.#size
    const { tables, bits, factors, estimates } = memoryFor(size)
    tables.set(this.#tables)
    if (typeof scales === 'number') factors.fill(scales)
    for (let first = 0; first < rows; first += MOST_ROWS) {
      const count = Math.min(MOST_ROWS, rows - first)
      const padded = Math.ceil(count / BLOCK) * BLOCK
      const part = rows <= MOST_ROWS ? blocks : blocks.subarray(first * size, (first + padded) * size)
      bits.set(part)
      if (typeof scales !== 'number') factors.set(rows <= MOST_ROWS ? scales : scales.subarray(first, first + count))
      program.estimate(
        tables.byteOffset,
        bits.byteOffset,
        factors.byteOffset,
        estimates.byteOffset,
        padded,
        size,
        this.#step,
      )
      report(estimates, first, count)
    }
  }
}

interface Places {
  readonly size: number
  readonly tables: Int8Array
  readonly bits: Uint8Array
  readonly factors: Float32Array
  readonly estimates: Float32Array
}

let places: Places | null = null

/** The program's memory for signatures of a size, which grows when needed. */
function memoryFor(size: number): Places {
  if (places?.size === size) return places
  const { memory } = program
  const bits = 2 * HALF * size
  const factors = bits + MOST_ROWS * size
  const estimates = factors + 4 * MOST_ROWS
  const missing = estimates + 4 * MOST_ROWS - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / MEMORY_PAGE))
  const { buffer } = memory
  places = {
    size,
    tables: new Int8Array(buffer, 0, bits),
    bits: new Uint8Array(buffer, bits, MOST_ROWS * size),
    factors: new Float32Array(buffer, factors, MOST_ROWS),
    estimates: new Float32Array(buffer, estimates, MOST_ROWS),
  }
  return places
}
