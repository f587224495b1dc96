import type { Correction } from '@footnote/contract/nouns/output/search.ts'
import { type ParsedQuery, wordsOf } from '@footnote/contract/shared/language/query.ts'
import { tokensOf } from '@footnote/contract/shared/language/tokens.ts'
import { respelt, type WordOccurrence } from './spelling.ts'

/**
 * A query with corrected words; quoted and excluded words stay as typed.
 * @param understood see `isUnderstood`
 * @returns null when no word needs a correction
 */
export function corrected(
  { parts, left_out }: ParsedQuery,
  occurrences: readonly WordOccurrence[],
  understood: boolean,
): { readonly query: ParsedQuery; readonly correction: Correction } | null {
  const words = respelt(occurrences, understood)
  const changed = parts.map((part) => (part.as_written ? part : { ...part, text: replaced(part.text, words) }))
  const query = { parts: changed, left_out }
  const correction = { query: freeWords(query), typed: freeWords({ parts, left_out }) }
  return correction.query === correction.typed ? null : { query, correction }
}

/** The unquoted part of a query. */
const freeWords = ({ parts }: ParsedQuery): string =>
  parts
    .filter(({ as_written }) => !as_written)
    .map(({ text }) => text)
    .join(' ')

/** The corrections in the queries of a sequence, formatted as people type them. */
export function joinedCorrections(
  asked: readonly { readonly typed: ParsedQuery; readonly correction: Correction | null }[],
): Correction | null {
  if (asked.every(({ correction }) => correction === null)) return null
  const joined = (key: keyof Correction) =>
    asked.map(({ typed, correction }) => correction?.[key] ?? wordsOf(typed)).join(' >> ')
  return { query: joined('query'), typed: joined('typed') }
}

function replaced(text: string, words: ReadonlyMap<string, string>): string {
  let made = ''
  let place = 0
  for (const { plain, from, to } of tokensOf(text)) {
    made += text.slice(place, from) + (words.get(plain.replace(/'s$/, '')) ?? text.slice(from, to))
    place = to
  }
  return made + text.slice(place)
}
