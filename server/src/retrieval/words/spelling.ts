import type { QueryWord } from '../concepts/meaning.ts'

/** Letters up to which a word may have no, one and two typing errors; the steps of fuzzy queries of Elasticsearch ("AUTO:4,8"). */
const NO_ERROR_BELOW = 4
const TWO_ERRORS_FROM = 8
/** Where no dictionary tells whether the word is one: shorter ones have too many neighbours that mean something else. */
const LEAST_UNCHECKED = 6

/** What is known of a query's word in some lines. */
export interface WordMet {
  readonly word: string
  /** It is met there itself. */
  readonly there: boolean
  /** The word that is met there in its place, how many typing errors away and in how many lines. */
  readonly near: { readonly word: string; readonly errors: number; readonly lines: number } | null
}

/**
 * Looks for what a misspelt word may have been meant for: with the fewest typing errors, then in the most lines.
 * @param countLines gives the number of lines that have each word; asked only where the word may be misspelt
 */
export function meet(word: QueryWord, there: boolean, countLines: () => ReadonlyMap<string, number>): WordMet {
  const met: WordMet = { word: word.word, there, near: null }
  if (there || word.known === true) return met
  const most = mostErrors(word)
  let near: WordMet['near'] = null
  if (most > 0)
    for (const [other, lines] of countLines()) {
      if (other[0] !== word.word[0] || Math.abs(other.length - word.word.length) > most) continue
      const errors = typingErrors(word.word, other)
      if (errors > most || errors === 0) continue
      if (!near || errors < near.errors || (errors === near.errors && lines > near.lines))
        near = { word: other, errors, lines }
    }
  return { ...met, near }
}

/** The words that take the place of misspelt ones, wherever they were looked for: none of those that are met somewhere. */
export function respelt(met: readonly WordMet[]): Map<string, string> {
  const best = new Map<string, NonNullable<WordMet['near']>>()
  for (const { word, near } of met) {
    const other = best.get(word)
    if (near && (!other || near.errors < other.errors || (near.errors === other.errors && near.lines > other.lines)))
      best.set(word, near)
  }
  for (const { word, there } of met) if (there) best.delete(word)
  return new Map([...best].map(([word, near]) => [word, near.word]))
}

function mostErrors({ word, known }: QueryWord): number {
  if (!/^[a-z]+$/.test(word) || word.length < (known === null ? LEAST_UNCHECKED : NO_ERROR_BELOW)) return 0
  return word.length < TWO_ERRORS_FROM ? 1 : 2
}

/** Letters that were left out, added, taken for another or swapped with the next (Damerau 1964, each letter touched once). */
export function typingErrors(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const above = rows[row - 1] as number[]
      const replaced = (above[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? (rows[row - 2]?.[column - 2] as number) + 1
          : replaced
      current.push(Math.min(replaced, swapped, (above[column] as number) + 1, (current[column - 1] as number) + 1))
    }
    rows.push(current)
  }
  return rows[a.length]?.[b.length] as number
}
