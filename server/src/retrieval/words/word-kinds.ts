import { FUNCTION_WORDS } from '@footnote/contract/shared/language/function-words.ts'
import { WITHOUT_SPACES } from '@footnote/contract/shared/language/tokens.ts'

/** Words about asking and about video in general, which do not distinguish moments. */
const ASKING_WORDS = new Set(
  `appear appears appearing camera clip clips depict depicting display displayed displaying explain explained explaining explains
  find footage frame frames image images look looking looks mention mentioned mentioning mentions moment moments photo photograph
  picture pictures read reading say saying says scene scenes screen search see seen shot shots show showing shown shows slide slides
  someone speak speaker speaking speaks talk talked talking talks tell telling tells text title video videos view visible word words
  written`.split(/\s+/),
)
/**
 * The most frequent function words of Chinese, and particles and endings of Japanese, which the segmenter separates.
 */
const PARTICLES = new Set(
  '的 了 着 过 是 在 和 与 及 或 吗 呢 吧 也 都 就 而 之 の は が を に で と も へ や か から まで です ます た て だ'.split(
    ' ',
  ),
)
const NEGATIONS = new Set(['without', 'no', 'not', 'except', 'excluding'])
const NUMBERS = new Set(
  'zero two three four five six seven eight nine ten several couple dozen pair both first second'.split(' '),
)
const PREPOSITIONS = new Set(
  'in on at with near by under over behind beside between through across inside outside into onto against along around from of'.split(
    ' ',
  ),
)

/** The role of a word in a query. */
export type WordKind = 'content' | 'asking' | 'function' | 'number' | 'negation' | 'preposition'

/** Whether a word, lower case without accents, is written in other letters than Latin ones. */
export function isForeign(word: string): boolean {
  return /[^\p{sc=Latin}\P{L}]/u.test(word)
}

/** Whether a word, lower case without accents, belongs to a script with short words and without spaces. */
export function isCompact(word: string): boolean {
  return WITHOUT_SPACES.test(word) || /\p{sc=Hangul}/u.test(word)
}

/** The role of a word, lower case without accents, in a query. */
export function wordKind(word: string): WordKind {
  if (NEGATIONS.has(word)) return 'negation'
  if (PREPOSITIONS.has(word)) return 'preposition'
  if (NUMBERS.has(word) || /^\d$/.test(word)) return 'number'
  if (PARTICLES.has(word) || /^\p{Ll}$/u.test(word)) return 'function'
  if (FUNCTION_WORDS.has(word) || /n't$|'(?:s|m|re|ve|ll|d)$/.test(word)) return stripped(word)
  if (ASKING_WORDS.has(word)) return 'asking'
  return 'content'
}

/** A genitive counts as its noun; other contractions do not count. */
function stripped(word: string): WordKind {
  const noun = word.endsWith("'s") ? word.slice(0, -2) : ''
  return noun.length > 2 && !FUNCTION_WORDS.has(noun) ? 'content' : 'function'
}
