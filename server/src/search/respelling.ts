import type { ParsedQuery } from '@footnote/contract/query.ts'
import type { Correction } from '@footnote/contract/search.ts'
import { respelt, type WordMet } from './spelling.ts'
import { tokensOf } from './words.ts'

/**
 * A query with other words in the place of misspelt ones; what is in quotation marks or left out stays as it was typed.
 * @returns null where no word needs another
 */
export function corrected(
  { parts, left_out }: ParsedQuery,
  met: readonly WordMet[],
): { readonly query: ParsedQuery; readonly correction: Correction } | null {
  const words = respelt(met)
  const changed = parts.map((part) => (part.as_written ? part : { ...part, text: replaced(part.text, words) }))
  const free = (of: ParsedQuery['parts']) =>
    of
      .filter(({ as_written }) => !as_written)
      .map(({ text }) => text)
      .join(' ')
  const correction = { query: free(changed), typed: free(parts) }
  return correction.query === correction.typed ? null : { query: { parts: changed, left_out }, correction }
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
