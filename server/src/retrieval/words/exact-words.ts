import { plainText } from '@footnote/contract/shared/language/letters.ts'
import { partsOf, type Token } from '@footnote/contract/shared/language/tokens.ts'
import { mayJoin } from './forms/word-forms.ts'
import { isCompact } from './word-kinds.ts'

/** Words in order, in their form for comparison: see `exactWords`. */
export type Phrase = readonly Token[]

/** Most parts that one word may be written in. */
const MOST_PARTS = 4

/**
 * The words of a text for comparison with quoted words: `partsOf`, and in scripts without spaces each letter.
 */
export const exactWords = (text: string): Token[] =>
  partsOf(text).flatMap((token) =>
    isCompact(token.plain)
      ? Array.from(text.slice(token.from, token.to).matchAll(/./gsu), ({ 0: letter, index }) => ({
          plain: plainText(letter),
          from: token.from + index,
          to: token.from + index + letter.length,
        }))
      : token,
  )

/** The words between quotation marks; empty if there are none. */
export const phraseOf = (text: string): Phrase => exactWords(text)

/** The places of a phrase in a text: its first and its last word, from left to right. */
export function placesOf(words: readonly Token[], phrase: Phrase): { readonly first: number; readonly last: number }[] {
  const places: { first: number; last: number }[] = []
  for (let first = 0; first < words.length; first++) {
    const end = endOf(words, first, phrase)
    if (end === null) continue
    places.push({ first, last: end - 1 })
    first = end - 1
  }
  return places
}

/** Where a phrase that begins at a place of a text ends, exclusive; null if it is not there. */
function endOf(words: readonly Token[], first: number, phrase: Phrase): number | null {
  let at = first
  for (let part = 0; part < phrase.length; ) {
    const [word, wanted] = [words[at], phrase[part]]
    if (!word || !wanted) return null
    if (word.plain === wanted.plain) {
      at += 1
      part += 1
      continue
    }
    const [more, fewer] = [partsThatJoin(words, at, wanted.plain), partsThatJoin(phrase, part, word.plain)]
    if (more === 0 && fewer === 0) return null
    at += Math.max(1, more)
    part += Math.max(1, fewer)
  }
  return at
}

/** How many words from a place on are together one word, by a sign between them or because they may be; 0 if none. */
function partsThatJoin(words: readonly Token[], from: number, whole: string): number {
  let letters = ''
  for (let to = from; to < Math.min(words.length, from + MOST_PARTS); to++) {
    letters += (words[to] as Token).plain
    if (!whole.startsWith(letters)) return 0
    if (letters.length < whole.length) continue
    const parts = words.slice(from, to + 1)
    const is_one = parts.slice(1).every(({ joined }) => joined) || mayJoin(parts.map(({ plain }) => plain))
    return parts.length > 1 && is_one ? parts.length : 0
  }
  return 0
}
