import { sql } from 'kysely'
import { integers } from '../../platform/db/arrays.ts'
import type { Database } from '../../platform/db/database.ts'
import type { LinePlace, LineSet } from './line-sets.ts'
import type { Term } from './line-words.ts'

/**
 * The lines of some sets in one row: a line's index is the start of its set plus its number. An index without a line
 * follows each set, so that lines of two sets are never neighbours.
 */
export class LineRow {
  readonly length: number
  readonly #sets: readonly LineSet[]
  readonly #starts = new Map<number, { readonly start: number; readonly numbers: number }>()

  constructor(sets: readonly LineSet[]) {
    let length = 0
    for (const { id, numbers } of sets) {
      this.#starts.set(id, { start: length, numbers })
      length += numbers + 1
    }
    this.length = length
    this.#sets = sets
  }

  /** Index of a line; null when the set has got the line since it was read. */
  indexOf(set_id: number, number: number): number | null {
    const set = this.#starts.get(set_id)
    return set && number < set.numbers ? set.start + number : null
  }

  /** The lines at ascending indexes; indexes without a line are left out. */
  placesAt(indexes: Iterable<number>): LinePlace[] {
    const places: LinePlace[] = []
    let at = 0
    let start = 0
    for (const index of indexes) {
      for (let set = this.#sets[at]; set && index > start + set.numbers; set = this.#sets[at]) {
        start += set.numbers + 1
        at += 1
      }
      const set = this.#sets[at]
      if (set && index >= start && index < start + set.numbers) places.push({ set_id: set.id, number: index - start })
    }
    return places
  }
}

/** Indexes of the lines with a word, by word. */
export type WordLines = ReadonlyMap<number, Int32Array>

/** Fit of each line, by index; 0 for others. */
export type LineFits = Float32Array

/** Reads which lines of some sets have the words of some terms. */
export async function readWordLines(
  db: Database,
  sets: readonly LineSet[],
  row: LineRow,
  terms: readonly Term[],
): Promise<WordLines> {
  const word_ids = [...new Set(terms.flatMap(({ ids }) => ids))]
  if (word_ids.length === 0) return new Map()
  // One row for each word, since rows cost more than their bytes: a search has 5,000 pairs of a word and a set.
  const { rows } = await sql<{ word_id: number; lines: Buffer }>`
    select word_id, string_agg(int4send(set_id) || int4send(length(numbers) / 4) || numbers, ''::bytea) as lines
    from word_lines
    where word_id = any(${integers(word_ids)})
      and set_id = any(${integers(sets.map(({ id }) => id))})
    group by word_id`.execute(db)
  return new Map(rows.map(({ word_id, lines }) => [word_id, indexesIn(lines, row)]))
}

/** Unpacks the lines of a word: for each set its id, the number of lines, and their numbers, each int4 big endian. */
function indexesIn(packed: Buffer, row: LineRow): Int32Array {
  const indexes = new Int32Array(packed.length >> 2)
  let found = 0
  for (let at = 0; at < packed.length; ) {
    const set_id = packed.readInt32BE(at)
    const end = at + 8 + 4 * packed.readInt32BE(at + 4)
    for (at += 8; at < end; at += 4) {
      const index = row.indexOf(set_id, packed.readInt32BE(at))
      if (index !== null) indexes[found++] = index
    }
  }
  return indexes.subarray(0, found)
}

/**
 * Raises the fits of lines for one word of the query: each line has the best of its terms.
 * @returns indexes of the lines that had no fit before, each once
 */
export function raiseFits(fits: LineFits, terms: readonly Term[], lines: WordLines): number[] {
  const raised: number[] = []
  for (const { ids, fit } of terms)
    for (const index of linesOf(ids, lines)) {
      const before = fits[index] as number
      if (fit <= before) continue
      if (before === 0) raised.push(index)
      fits[index] = fit
    }
  return raised
}

const NO_LINES = new Int32Array()

/** The lines that have all of some words. */
function linesOf([first = 0, ...others]: readonly number[], lines: WordLines): Int32Array {
  const found = lines.get(first) ?? NO_LINES
  if (others.length === 0) return found
  const besides = others.map((id) => new Set(lines.get(id)))
  return found.filter((index) => besides.every((has) => has.has(index)))
}

/** The value of lines for a query. */
export interface LineWorth {
  /** By index; 0 for lines without a word. */
  readonly of: Float32Array
  /** Indexes of the lines with a word, each once. */
  readonly found: readonly number[]
}

/**
 * Adds up the value of lines with a word of the query: the fit of each word in the line, or in a neighbouring one. Looks
 * at these lines only: most words are in few of a million.
 * @param fits by word of the query
 * @param raised lists of the indexes of lines with a fit; a line may be in several
 * @param weights of the words
 * @param neighbour weight of a neighbour's fit
 */
export function worthOf(
  fits: readonly LineFits[],
  raised: readonly (readonly number[])[],
  weights: readonly number[],
  neighbour: number,
): LineWorth {
  const worth = new Float32Array(fits[0]?.length ?? 0)
  const found: number[] = []
  for (const indexes of raised)
    for (const at of indexes) {
      if (worth[at] !== 0) continue
      let sum = 0
      for (let place = 0; place < fits.length; place++) {
        const values = fits[place] as LineFits
        const beside = Math.max(values[at - 1] ?? 0, values[at + 1] ?? 0)
        sum += (weights[place] as number) * Math.max(values[at] as number, neighbour * beside)
      }
      if (sum <= 0) continue
      worth[at] = sum
      found.push(at)
    }
  return { of: worth, found }
}

/** Indexes of the lines with the highest value, ascending; of equal ones the first. */
export function bestLines({ of: worth, found }: LineWorth, most: number): number[] {
  const values = Float32Array.from(found, (index) => worth[index] as number)
  const { value: least, above } = valueAt(values, most)
  const best = found.filter((_, at) => (values[at] as number) > least)
  const equal = found.filter((_, at) => values[at] === least).sort((a, b) => a - b)
  return [...best, ...equal.slice(0, most - above)].sort((a, b) => a - b)
}

/**
 * The value at a place among the positive values, the largest first, and the number of larger ones. Counts the values
 * by the upper halves of their bits, then by the lower ones: the bits of positive floats are in the order of the floats.
 * @param place from 1; beyond the last value the result is 0
 */
function valueAt(values: Float32Array, place: number): { value: number; above: number } {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  let above = 0
  const halfAt = (counts: Uint32Array): number => {
    let half = counts.length - 1
    for (; half > 0 && above + (counts[half] as number) < place; half--) above += counts[half] as number
    return half
  }
  const counts = new Uint32Array(2 ** 16)
  for (let at = 0; at < bits.length; at++) {
    const half = (bits[at] as number) >>> 16
    counts[half] = (counts[half] as number) + 1
  }
  // Zeros are no values.
  counts[0] = 0
  const upper = halfAt(counts)
  counts.fill(0)
  for (let at = 0; at < bits.length; at++) {
    const each = bits[at] as number
    if (each >>> 16 === upper) counts[each & 0xffff] = (counts[each & 0xffff] as number) + 1
  }
  const lower = halfAt(counts)
  return { value: new Float32Array(Uint32Array.of(upper * 2 ** 16 + lower).buffer)[0] as number, above }
}
