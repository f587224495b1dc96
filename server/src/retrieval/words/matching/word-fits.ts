import { largest } from '@footnote/contract/shared/extremes.ts'
import { lettersIn } from '@footnote/contract/shared/language/tokens.ts'
import type { QueryWord } from '../../concepts/meaning.ts'
import { memoized } from '../../memoized.ts'
import { isCompact } from '../word-kinds.ts'
import { letterBits, trigramSimilarity, trigrams } from './similarity.ts'
import type { TextWord } from './text-word.ts'

/**
 * Minimum pg_trgm similarity after typing and recognition errors; with less, words of other languages are similar by
 * chance.
 */
const LEAST_TRIGRAMS = 0.5
const TRIGRAM_FACTOR = 0.9
/** Shorter words are similar by chance. */
const LEAST_LETTERS = 4
/** Fit of a word within a longer one (a compound, or read without spaces), with 4 letters and with more. */
const CONTAINED = [0.6, 0.85]
/** Letters of a compound besides a word of 4 letters, and of more, at least: 'brain' has no 'rain' in it. */
const LEAST_REST = [4, 3]
/** The same for scripts with short words and no spaces: with one letter, and with more. */
const CONTAINED_COMPACT = [0.6, 0.9]
/** Number of words with cached trigrams, enough for a few searches. */
const REMEMBERED = 25_000
const trigramsOfWord = memoized(trigrams, REMEMBERED)

/** A form of a word that is written in parts. */
interface JoinedForm {
  readonly letters: string
  readonly stem: string
  readonly fit: number
}

/** A word of the query, prepared for comparison. */
export interface SoughtWord {
  readonly word: string
  readonly stem: string
  /** Empty when words with similar spelling do not match. */
  readonly trigrams: ReadonlySet<string>
  /** Letters of each trigram, see `letterBits`. */
  readonly trigram_letters: readonly number[]
  /** See `letterBits`. */
  readonly letters: number
  /** Whether it may be part of a longer word. */
  readonly compact: boolean
  /** The word joined with the one before it, and with the one after it. */
  readonly pairs: readonly string[]
  /** Fits of words of a text that are another form of it, by their letters and by their stems. */
  readonly forms: ReadonlyMap<string, number>
  readonly stems: ReadonlyMap<string, number>
  /** The forms that consecutive words of a text can be. */
  readonly apart: readonly JoinedForm[]
  /** Maximum words of a text that are one of the forms together. */
  readonly longest: number
  /** Share of its fit without the word that was typed before it, see `fitAlone`. */
  readonly alone: number
}

/** Words of a text that are one word of a query together, at least. */
const LONGEST_JOIN = 3

/**
 * Prepares the words of a query, in their order.
 * @param stem returns the stem of a plain word
 * @param misread those of the words that also match words with similar spelling
 * @param said whether people say the texts in English
 */
export function soughtWords(
  words: readonly QueryWord[],
  stem: (word: string) => string,
  misread: ReadonlySet<string>,
  said: boolean,
): SoughtWord[] {
  return words.map(({ word, forms, alone }, index) => {
    const pieces = misread.has(word) ? trigrams(word) : new Set<string>()
    const pairs = [index - 1, index].flatMap((first) => {
      const [one, other] = [words[first], words[first + 1]]
      return one && other ? [one.word + other.word] : []
    })
    const there = forms.filter((form) => said || !form.said)
    // Of two with equal letters a map keeps the last one.
    const others = there
      .filter(({ letters }) => letters !== word && !pairs.includes(letters))
      .sort((a, b) => a.fit - b.fit)
    return {
      word,
      stem: stem(word),
      trigrams: pieces,
      trigram_letters: Array.from(pieces, (piece) => letterBits(piece.trim())),
      letters: letterBits(word),
      compact: isCompact(word),
      pairs,
      forms: new Map(others.map(({ letters, fit }) => [letters, fit])),
      stems: new Map(others.map(({ letters, fit }) => [stem(letters), fit])),
      apart: there.filter(({ apart }) => apart).map(({ letters, fit }) => ({ letters, fit, stem: stem(letters) })),
      longest: largest([LONGEST_JOIN, ...forms.map(({ parts }) => parts.length)]),
      alone,
    }
  })
}

/** Fit of a single word of a text for a word of the query, 0 to 1: the same word in any form, or a compound with it. */
export function fitOfWord(sought: SoughtWord, { plain, stem, letters }: TextWord): number {
  if (stem === sought.stem) return 1
  return (sought.letters & ~letters) === 0 && holdsPart(plain, sought) ? fitOfPart(sought) : 0
}

function holdsPart(plain: string, { word, compact }: SoughtWord): boolean {
  if (compact) return plain.includes(word)
  const long = word.length > LEAST_LETTERS
  if (plain.length - word.length < (LEAST_REST[Number(long)] as number)) return false
  // A short word in the middle of another is there by chance.
  return long ? plain.includes(word) : plain.startsWith(word) || plain.endsWith(word)
}

/** A word that a text has. */
export interface TokenOfText {
  readonly word: TextWord
}

/** Whether consecutive tokens can match when this is the first of them. */
export const mayBeginJoin = ({ compact, apart }: SoughtWord, first: TextWord): boolean =>
  compact || apart.some(({ letters }) => letters.startsWith(first.plain))

/** Fit of a single word of a text as another form of a word of the query, 0 to 1. */
export const fitOfForm = ({ forms, stems }: SoughtWord, { plain, stem }: TextWord): number =>
  forms.size === 0 ? 0 : (forms.get(plain) ?? stems.get(stem) ?? 0)

/** Fit of consecutive tokens as one word, 0 to 1. The first token excludes most. The last may have another ending. */
export function fitOfJoin(
  sought: SoughtWord,
  text_tokens: readonly TokenOfText[],
  first: number,
  last: number,
): number {
  const { word, compact, apart } = sought
  const tokens = text_tokens.slice(first, last + 1)
  const before = joinedLetters(tokens.slice(0, -1))
  const end = (tokens.at(-1) as TokenOfText).word
  for (const { letters, stem, fit } of apart) {
    if (!letters.startsWith(before)) continue
    const rest = letters.slice(before.length)
    if (rest === end.plain || rest === lettersIn(end.plain) || stem === before + end.stem) return fit
  }
  const together = before + end.plain
  return compact && spans(tokens, together, word) ? fitOfPart(sought) : 0
}

function joinedLetters(tokens: readonly TokenOfText[]): string {
  let letters = ''
  for (const { word } of tokens) letters += word.plain
  return lettersIn(letters)
}

/** Fit of a word with similar spelling. A trigram with letters that the word lacks cannot be one of its trigrams. */
export function fitOfSpelling(
  { word, trigrams: wanted, trigram_letters }: SoughtWord,
  { plain, letters }: TextWord,
): number {
  if (wanted.size === 0 || plain.length < LEAST_LETTERS || word.length < LEAST_LETTERS) return 0
  let possible = 0
  for (const each of trigram_letters) if ((each & ~letters) === 0) possible++
  if (possible / wanted.size < LEAST_TRIGRAMS) return 0
  const alike = trigramSimilarity(wanted, trigramsOfWord(plain))
  return alike >= LEAST_TRIGRAMS ? TRIGRAM_FACTOR * alike + (1 - TRIGRAM_FACTOR) * LEAST_TRIGRAMS : 0
}

/** Fit of a word within a longer one. */
function fitOfPart({ word, compact }: SoughtWord): number {
  const [fits, least] = compact ? [CONTAINED_COMPACT, 1] : [CONTAINED, LEAST_LETTERS]
  return word.length < least ? 0 : (fits[Math.min(1, word.length - least)] as number)
}

/** Whether a word within joined tokens needs the first and the last of them. */
function spans(tokens: readonly TokenOfText[], joined: string, word: string): boolean {
  const at = joined.indexOf(word)
  const last = joined.length - (tokens.at(-1)?.word.plain.length ?? 0)
  return at >= 0 && at < (tokens[0]?.word.plain.length ?? 0) && at + word.length > last
}
