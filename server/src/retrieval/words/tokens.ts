import { FUNCTION_WORDS } from '@footnote/contract/shared/language/function-words.ts'
import { WITHOUT_SPACES } from '../../engines/scripts.ts'

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

/** Includes combining marks, such as vowels of Indian scripts and of Thai. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu
const ASCII = /^[\x20-\x7e]*$/
/** Accents of Latin and Greek letters; in other scripts such marks make other letters. */
const ACCENTS = /(?<=[\p{sc=Latin}\p{sc=Greek}])[\u0300-\u036f]+/gu
/** Vowel points of Arabic and Hebrew, which are mostly omitted, and the stroke that only lengthens a word. */
const POINTS = /[\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670\u06d6-\u06dc]/g
/** Splits scripts without spaces by its own dictionary. */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** A word and its place in a text; `plain` is lower case without accents. */
export interface Token {
  readonly plain: string
  /** UTF-16 units. */
  readonly from: number
  readonly to: number
}

/**
 * Lower case without accents and with straight apostrophes, like `plain_text` in the database; also without vowel
 * points.
 */
export function plainText(text: string): string {
  // The fast path for most words: a search compares thousands of them.
  if (ASCII.test(text)) return text.toLowerCase()
  const bare = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC').replace(POINTS, '')
  return bare.replaceAll('’', "'").toLowerCase().replaceAll('ё', 'е')
}

/** The words of a text in order; in scripts without spaces, as a dictionary splits them. */
export function tokensOf(text: string): Token[] {
  if (ASCII.test(text)) return asciiTokens(text)
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) =>
    WITHOUT_SPACES.test(word)
      ? Array.from(segmenter.segment(word), (part) =>
          part.isWordLike ? [token(part.segment, index + part.index)] : [],
        )
      : [[token(word, index)]],
  ).flat(2)
}

/** Whether each ASCII character is a letter or a digit. */
const IN_WORD = Array.from({ length: 128 }, (_, code) => /[A-Za-z0-9]/.test(String.fromCharCode(code)))

/** The same for ASCII texts, as most lines are: a loop over characters takes half the time of a pattern. */
function asciiTokens(text: string): Token[] {
  const lower = text.toLowerCase()
  const found: Token[] = []
  const isWord = (at: number) => IN_WORD[text.charCodeAt(at)] === true
  const isJoint = (at: number) => (text[at] === "'" || text[at] === '-') && isWord(at + 1)
  for (let from = 0; from < text.length; from++) {
    if (!isWord(from)) continue
    let to = from + 1
    while (isWord(to) || isJoint(to)) to++
    found.push({ plain: lower.slice(from, to), from, to })
    from = to
  }
  return found
}

function token(word: string, from: number): Token {
  return { plain: plainText(word), from, to: from + word.length }
}

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
