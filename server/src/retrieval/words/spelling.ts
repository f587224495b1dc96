import type { QueryWord } from '../concepts/meaning.ts'

/**
 * Number of letters below which a word may have no typing error, and at most one; as in Elasticsearch's fuzzy queries
 * ("AUTO:4,8").
 */
const NO_ERROR_BELOW = 4
const TWO_ERRORS_FROM = 8
/**
 * Letters for each error if no word of the query is known: then it may be of another language, and short words of two
 * languages are alike by chance ('Hund' and 'hunt').
 */
const LETTERS_AN_ERROR = 6

/** How a word of the query occurs in some lines. */
export interface WordOccurrence {
  readonly word: string
  /** Whether it occurs itself. */
  readonly occurs: boolean
  /** A similar word that occurs instead, its number of typing errors, and its number of lines. */
  readonly similar: { readonly word: string; readonly errors: number; readonly lines: number } | null
}

/**
 * Finds the word that a misspelt word may mean: with the fewest typing errors, then in the most lines.
 * @param countLines returns the number of lines with each word; called only for a possible misspelling
 */
export function occurrenceOf(
  word: QueryWord,
  occurs: boolean,
  countLines: () => ReadonlyMap<string, number>,
): WordOccurrence {
  const occurrence: WordOccurrence = { word: word.word, occurs, similar: null }
  if (occurs || word.known) return occurrence
  const most = mostErrors(word)
  let similar: WordOccurrence['similar'] = null
  if (most > 0)
    for (const [other, lines] of countLines()) {
      if (other[0] !== word.word[0] || Math.abs(other.length - word.word.length) > most) continue
      const errors = typingErrors(word.word, other)
      if (errors > most || errors === 0) continue
      if (!similar || errors < similar.errors || (errors === similar.errors && lines > similar.lines))
        similar = { word: other, errors, lines }
    }
  return { ...occurrence, similar }
}

/** Whether some word of a query is English, or occurs somewhere; so is a query without words. */
export const isUnderstood = (words: readonly QueryWord[], occurrences: readonly WordOccurrence[]): boolean =>
  words.length === 0 || words.some(({ known }) => known) || occurrences.some(({ occurs }) => occurs)

/**
 * The replacements of misspelt words from all searches, without words that occur somewhere.
 * @param understood see `isUnderstood`
 */
export function respelt(occurrences: readonly WordOccurrence[], understood: boolean): Map<string, string> {
  const best = new Map<string, NonNullable<WordOccurrence['similar']>>()
  for (const { word, similar } of occurrences) {
    const other = best.get(word)
    if (similar && !understood && similar.errors * LETTERS_AN_ERROR > word.length) continue
    if (
      similar &&
      (!other || similar.errors < other.errors || (similar.errors === other.errors && similar.lines > other.lines))
    )
      best.set(word, similar)
  }
  for (const { word, occurs } of occurrences) if (occurs) best.delete(word)
  return new Map([...best].map(([word, similar]) => [word, similar.word]))
}

/** The words of a query that occur nowhere: a screen may show them misread. Numbers are never alike. */
export function misreadWords(occurrences: readonly WordOccurrence[]): ReadonlySet<string> {
  const words = new Set(occurrences.map(({ word }) => word).filter((word) => !/\p{N}/u.test(word)))
  for (const { word, occurs } of occurrences) if (occurs) words.delete(word)
  return words
}

function mostErrors({ word }: QueryWord): number {
  if (!/^[a-z]+$/.test(word) || word.length < NO_ERROR_BELOW) return 0
  return word.length < TWO_ERRORS_FROM ? 1 : 2
}

/** Number of omitted, added, replaced or swapped letters (Damerau 1964, each letter touched once). */
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
