import { plainText, type Token, tokensOf } from '@footnote/contract/shared/language/tokens.ts'
import { isCompact } from './word-kinds.ts'

/** Words in order, in their form for comparison: see `exactWords`. */
export type Phrase = readonly string[]

/**
 * The words of a text for comparison with quoted words: lower case, without accents. Parts of hyphenated words, and
 * letters of scripts without spaces, are separate words.
 */
export function exactWords(text: string): Token[] {
  return tokensOf(text).flatMap((token) => {
    const letters = text.slice(token.from, token.to)
    if (isCompact(token.plain)) return pieces(letters, /./gsu, token.from)
    return token.plain.includes('-') ? pieces(letters, /[^-]+/g, token.from) : [token]
  })
}

const pieces = (text: string, pattern: RegExp, at: number): Token[] =>
  Array.from(text.matchAll(pattern), ({ 0: part, index }) => ({
    plain: plainText(part),
    from: at + index,
    to: at + index + part.length,
  }))

/** The words between quotation marks; empty if there are none. */
export const phraseOf = (text: string): Phrase => exactWords(text).map(({ plain }) => plain)

/** The places of a phrase in a text: its first and its last word, from left to right. */
export function placesOf(words: readonly Token[], phrase: Phrase): { readonly first: number; readonly last: number }[] {
  const places: { first: number; last: number }[] = []
  for (let first = 0; first + phrase.length <= words.length; first++) {
    if (!phrase.every((word, index) => words[first + index]?.plain === word)) continue
    places.push({ first, last: first + phrase.length - 1 })
    first += phrase.length - 1
  }
  return places
}
