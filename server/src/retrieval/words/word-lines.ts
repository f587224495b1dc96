import { sql } from 'kysely'
import { arrayOf, type Database } from '../../platform/db/database.ts'
import type { LinePlace, LineSet } from './line-sets.ts'
import type { Term } from './line-words.ts'

/** Numbers of the lines with a word, by set and word. */
type WordLines = ReadonlyMap<number, ReadonlyMap<number, Int32Array>>

/** Fit of each line, by set and number. */
export type LineFits = ReadonlyMap<number, Float32Array>

/** Reads which lines of some sets have the words of some terms. */
export async function readWordLines(
  db: Database,
  sets: readonly LineSet[],
  terms: readonly Term[],
): Promise<WordLines> {
  const word_ids = [...new Set(terms.flatMap(({ ids }) => ids))]
  if (word_ids.length === 0) return new Map()
  const { rows } = await sql<{ word_id: number; set_id: number; numbers: Buffer }>`
    select word_id, set_id, numbers from word_lines
    where word_id = any(${arrayOf(word_ids)}::integer[])
      and set_id = any(${arrayOf(sets.map(({ id }) => id))}::integer[])`.execute(db)
  const found = new Map<number, Map<number, Int32Array>>()
  for (const { word_id, set_id, numbers } of rows) {
    const by_set = found.get(word_id) ?? new Map<number, Int32Array>()
    found.set(word_id, by_set.set(set_id, toNumbers(numbers)))
  }
  return found
}

function toNumbers(packed: Buffer): Int32Array {
  const numbers = new Int32Array(packed.length >> 2)
  for (let at = 0; at < numbers.length; at++) numbers[at] = packed.readInt32BE(4 * at)
  return numbers
}

/** How well lines fit one word of the query: each by the best of its terms. */
export function fitsOf(
  sets: ReadonlyMap<number, LineSet>,
  terms: readonly Term[],
  lines: WordLines,
): Map<number, Float32Array> {
  const fits = new Map<number, Float32Array>()
  for (const { ids, fit } of terms)
    for (const [set_id, numbers] of linesOf(ids, lines)) {
      const known = fits.get(set_id) ?? new Float32Array(sets.get(set_id)?.numbers ?? 0)
      fits.set(set_id, known)
      for (const number of numbers) if (fit > (known[number] ?? 0)) known[number] = fit
    }
  return fits
}

/** The lines that have all of some words. */
function* linesOf([first = 0, ...others]: readonly number[], lines: WordLines): Iterable<[number, Int32Array]> {
  for (const [set_id, numbers] of lines.get(first) ?? []) {
    const besides = others.map((id) => new Set(lines.get(id)?.get(set_id)))
    yield [set_id, besides.length === 0 ? numbers : numbers.filter((number) => besides.every((has) => has.has(number)))]
  }
}

/** The number of lines with any fit. */
export function countFits(fits: LineFits): number {
  let count = 0
  for (const values of fits.values()) for (const value of values) if (value > 0) count++
  return count
}

/**
 * Adds up the value of lines: the fit of each query word in the line, or in a neighbouring one.
 * @param fits by word of the query @param weights of the words @param neighbour weight of a neighbour's fit
 */
export function worthOf(
  fits: readonly LineFits[],
  weights: readonly number[],
  neighbour: number,
): Map<number, Float32Array> {
  const worth = new Map<number, Float32Array>()
  for (const [set_id, { length }] of fits.flatMap((each) => [...each])) worth.set(set_id, new Float32Array(length))
  for (const [set_id, sum] of worth) {
    const own = new Uint8Array(sum.length)
    for (const [place, each] of fits.entries()) {
      const values = each.get(set_id)
      if (!values) continue
      const weight = weights[place] as number
      for (let at = 0; at < sum.length; at++) {
        const value = values[at] as number
        const beside = Math.max(values[at - 1] ?? 0, values[at + 1] ?? 0)
        if (value > 0) own[at] = 1
        sum[at] = (sum[at] as number) + weight * Math.max(value, neighbour * beside)
      }
    }
    for (let at = 0; at < sum.length; at++) if (own[at] === 0) sum[at] = 0
  }
  return worth
}

/** The lines with the highest value; of equal ones the first in the order of sets, then of numbers. */
export function bestLines(sets: readonly LineSet[], worth: LineFits, most: number): LinePlace[] {
  const values: number[] = []
  for (const sums of worth.values()) for (const value of sums) if (value > 0) values.push(value)
  const sorted = Float32Array.from(values).sort()
  const least = sorted[Math.max(0, sorted.length - most)] ?? 0
  const above: LinePlace[] = []
  const equal: LinePlace[] = []
  for (const { id } of sets)
    for (let number = 0, sums = worth.get(id); number < (sums?.length ?? 0); number++) {
      const value = sums?.[number] ?? 0
      if (value > least) above.push({ set_id: id, number })
      else if (value > 0 && value === least && equal.length < most) equal.push({ set_id: id, number })
    }
  return [...above, ...equal].slice(0, most)
}
