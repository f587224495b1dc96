import type { Database } from '../../platform/db/database.ts'
import type { QueryWord } from '../concepts/meaning.ts'
import type { TextLine, TextSource } from '../text-line.ts'
import { type LineSets, readLinesAt, readSetLines } from './line-sets.ts'
import { findTerms } from './line-words.ts'
import { bestLines, type LineFits, LineRow, type LineWorth, raiseFits, readWordLines, worthOf } from './word-lines.ts'

/** Lines that may match, and the weight of each query word among all lines. */
export interface TextCandidates {
  readonly lines: TextLine[]
  /** In the order of the query's words. */
  readonly weights: readonly number[]
}

/** Weight of a word in a neighbouring line. */
export const NEIGHBOUR = 0.7
/** Share of a word's weight from its rarity among the searched lines. */
const COLLECTION_SHARE = 0.5
const MOST_CANDIDATES = 1_000

/**
 * The lines of some sets that may match a query: all lines if there are few, else those with the best stored words.
 * @param compare_all maximum number of lines that count as few
 */
export async function textCandidates(
  db: Database,
  source: TextSource,
  { sets, languages }: LineSets,
  words: readonly QueryWord[],
  compare_all: number,
): Promise<TextCandidates> {
  const total = sets.reduce((sum, { lines }) => sum + lines, 0)
  if (total === 0) return { lines: [], weights: words.map(({ weight }) => weight) }
  const few = total <= compare_all
  const terms = await findTerms(db, languages, words, few ? 'counted' : 'all')
  const row = new LineRow(sets)
  const word_lines = await readWordLines(db, sets, row, terms)
  const fits = words.map(() => new Float32Array(row.length))
  const raise = (place: number, counted: boolean) => {
    const chosen = terms.filter((term) => term.place === place && term.counts === counted)
    return raiseFits(fits[place] as LineFits, chosen, word_lines)
  }
  const counted = words.map((_, place) => raise(place, true))
  const weights = words.map(({ weight }, place) => weight * rarity((counted[place] as number[]).length, total))
  if (few) return { lines: await readSetLines(db, source, sets), weights }
  const others = words.map((_, place) => raise(place, false))
  const worth = worthOf(fits, [...counted, ...others], weights, NEIGHBOUR)
  const best = bestLines(worth, MOST_CANDIDATES)
  // With one word, neighbouring lines cannot add another.
  const wanted = words.length > 1 ? withNeighbours(best, worth) : best
  return { lines: await readLinesAt(db, source, row.placesAt(wanted)), weights }
}

/** The remaining weight of a word that this many of all lines have. */
function rarity(lines: number, total: number): number {
  const rare = Math.log((total + 1) / (lines + 0.5)) / Math.log(2 * total + 2)
  return 1 - COLLECTION_SHARE + COLLECTION_SHARE * rare
}

/** Adds the neighbours of each index that contain a query word; ascending, no duplicates. */
function withNeighbours(indexes: readonly number[], { of: worth }: LineWorth): number[] {
  const wanted: number[] = []
  for (const index of indexes)
    for (let at = Math.max(index - 1, (wanted.at(-1) ?? -1) + 1); at <= index + 1; at++)
      if ((worth[at] as number) > 0) wanted.push(at)
  return wanted
}
