import { isCompact, plainText, type Token, tokensOf } from './query-words.ts'

/** Words in order, as they are compared: see `exactWords`. */
export type Phrase = readonly string[]

/**
 * The words of a text as they are compared with what was put in quotation marks: lower case, without accents; parts of hyphenated words,
 * and letters of scripts whose words are not set apart, each by itself.
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

/** The words of what was put in quotation marks; empty where it has none. */
export const phraseOf = (text: string): Phrase => exactWords(text).map(({ plain }) => plain)

/** Where a phrase is in a text: the first and the last of its words, from left to right. */
export function placesOf(words: readonly Token[], phrase: Phrase): { readonly first: number; readonly last: number }[] {
  const places: { first: number; last: number }[] = []
  for (let first = 0; first + phrase.length <= words.length; first++) {
    if (!phrase.every((word, index) => words[first + index]?.plain === word)) continue
    places.push({ first, last: first + phrase.length - 1 })
    first += phrase.length - 1
  }
  return places
}
