import type { Database } from '../../platform/db/database.ts'
import type { QueryWord } from '../concepts/meaning.ts'
import type { TextLine, TextSource } from '../text-line.ts'
import { type LinePlace, type LineSet, readLineSets, readLinesAt, readSetLines } from './line-sets.ts'
import { findCounted, findLike, type Term } from './line-words.ts'
import { bestLines, countFits, fitsOf, readWordLines, worthOf } from './word-lines.ts'

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
 * The lines of some videos, from finished engines, that may match a query: all lines if there are few, else those with
 * the best stored words.
 * @param compare_all maximum number of lines that count as few
 */
export async function textCandidates(
  db: Database,
  source: TextSource,
  video_ids: readonly string[],
  words: readonly QueryWord[],
  compare_all: number,
): Promise<TextCandidates> {
  const sets = await readLineSets(db, source, video_ids)
  const total = sets.reduce((sum, { lines }) => sum + lines, 0)
  const languages = [...new Set(sets.flatMap((set) => set.languages))]
  const few = total <= compare_all
  const [counted, like] = await Promise.all([
    findCounted(db, languages, words),
    few ? [] : findLike(db, languages, words),
  ])
  const terms = [...counted, ...like]
  const word_lines = await readWordLines(db, sets, terms)
  const set_of = new Map(sets.map((set) => [set.id, set]))
  const fitting = (place: number, among: readonly Term[]) =>
    fitsOf(
      set_of,
      among.filter((term) => term.place === place),
      word_lines,
    )
  const weights = words.map(({ weight }, place) => weight * rarity(countFits(fitting(place, counted)), total))
  if (few) return { lines: await readSetLines(db, source, sets), weights }
  const fits = words.map((_, place) => fitting(place, terms))
  const places = bestLines(sets, worthOf(fits, weights, NEIGHBOUR), MOST_CANDIDATES)
  // With one word, neighbouring lines cannot add another.
  const read = words.length > 1 ? withNeighbours(set_of, places) : places
  return { lines: await readLinesAt(db, source, read), weights }
}

/** The remaining weight of a word that this many of all lines have. */
function rarity(lines: number, total: number): number {
  const rare = Math.log((total + 1) / (lines + 0.5)) / Math.log(2 * total + 2)
  return 1 - COLLECTION_SHARE + COLLECTION_SHARE * rare
}

/** Places with their neighbours, each once. */
function withNeighbours(sets: ReadonlyMap<number, LineSet>, places: readonly LinePlace[]): LinePlace[] {
  const wanted = new Map<number, Set<number>>()
  for (const { set_id, number } of places) {
    const numbers = wanted.get(set_id) ?? new Set()
    wanted.set(set_id, numbers)
    for (const beside of [number - 1, number, number + 1])
      if (beside >= 0 && beside < (sets.get(set_id)?.numbers ?? 0)) numbers.add(beside)
  }
  return [...wanted].flatMap(([set_id, numbers]) => [...numbers].map((number) => ({ set_id, number })))
}
