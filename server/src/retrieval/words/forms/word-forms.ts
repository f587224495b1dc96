import { FUNCTION_WORDS } from '@footnote/contract/shared/language/function-words.ts'
import { lettersIn, partsOf, type Token } from '@footnote/contract/shared/language/tokens.ts'
import { isNumber, numberInWords, numbersInDigits } from './number-words.ts'

/** A way to write or say a word of a query, alone or together with the words beside it. */
export interface WordForm {
  /** Lower case without accents and without signs between parts. */
  readonly letters: string
  /** Its parts, when they are written apart. */
  readonly parts: readonly string[]
  /** How well it is the word, 0 to 1. */
  readonly fit: number
  /** Whether consecutive words of a text are it, too. */
  readonly apart: boolean
  /** Whether only people who speak English say it so. */
  readonly said: boolean
}

/** A number in words in place of its digits, and the reverse, come after what was typed. */
const NUMBER_FIT = 0.95
/** Fit of a word without the letter that was typed before it, and of a number: there are many 16 besides F-16. */
const WITHOUT_LETTER = 0.85
const NUMBER_WITHOUT_LETTER = 0.5
/** Fit of a word without the particle that was typed after it. */
const WITHOUT_PARTICLE = 0.95
/** Words that join with a verb before them to one word. 'In' and 'on' do not count: 'cab in' is no cabin. */
const PARTICLES = new Set('away back by down off out over through up'.split(' '))
/** Runs of letters, and of digits. */
const RUNS = /\p{N}+|[^\p{N}]+/gu

/** A single Latin letter that is no article and no pronoun. */
const isLetter = (word: string | undefined): boolean => word !== undefined && /^[b-hj-z]$/.test(word)
/** Letters that are words of no language in which people type questions: French, Spanish and Slavic ones have others. */
const isOnlyLetter = (word: string | undefined): boolean => word !== undefined && /^[bcdfghjlmnpqrtx]$/.test(word)

/** Whether words that are written apart may be one word: 'follow up' may, 'the rapist' may not. */
export function mayJoin(words: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  return (
    words.length > 1 &&
    words.slice(0, -1).every((word) => !FUNCTION_WORDS.has(word)) &&
    (PARTICLES.has(last) || !FUNCTION_WORDS.has(last))
  )
}

/** The parts of a plain word: also its letters and its digits. */
const piecesOf = (plain: string): string[] =>
  partsOf(plain).flatMap((part) => (/\d/.test(part.plain) ? (part.plain.match(RUNS) ?? []) : [part.plain]))

/** Ranges of words around a word, `to` excluded, that may be one word with it. */
const RANGES = [
  [-1, 1],
  [0, 2],
  [-2, 1],
  [-1, 2],
  [0, 3],
] as const

/** How a word of a query may be written; the first is as it was typed. @param words of the query, in order */
export function formsOf(words: readonly Token[], place: number): WordForm[] {
  const { plain } = words[place] as Token
  const own = piecesOf(plain)
  // 'A T-shirt' is not 'at'.
  const apart = !FUNCTION_WORDS.has(plain)
  const typed = { letters: lettersIn(plain), parts: own, fit: 1, apart, said: false }
  const forms = [
    typed,
    ...numberForms(own, true),
    ...RANGES.flatMap(([from, to]) => {
      const beside = place + from < 0 ? [] : words.slice(place + from, place + to)
      return beside.length === to - from ? formsBeside(beside.map((word) => word.plain)) : []
    }),
  ]
  const seen = new Set<string>()
  return forms.filter(({ letters, said }) => !seen.has(`${letters} ${said}`) && seen.add(`${letters} ${said}`))
}

/** Two words that may be one, and up to three that are a number in words. */
function formsBeside(words: readonly string[]): WordForm[] {
  const digits = numbersInDigits(words)
  const merged = digits.length < words.length
  const letter = isLetter(words[0])
  if (words.length > 2 && !(letter && merged)) return []
  if (merged && digits.length === 1)
    return [{ letters: digits.join(''), parts: digits, fit: NUMBER_FIT, apart: false, said: false }]
  if (!mayJoin(words)) return []
  const parts = words.flatMap(piecesOf)
  const apart = letter || PARTICLES.has(words.at(-1) ?? '')
  const typed = { letters: lettersIn(words.join('')), parts, fit: 1, apart, said: false }
  return [typed, ...numberForms(parts, letter)]
}

/** The same parts with numbers in digits, and with numbers in words. */
function numberForms(parts: readonly string[], apart: boolean): WordForm[] {
  const forms: WordForm[] = []
  const digits = numbersInDigits(parts)
  const in_words = parts.flatMap((part) => numberInWords(part) ?? [part])
  // Alone, 'one' is mostly a pronoun.
  const alone = parts.length === 1 && ['0', '1'].includes(digits[0] ?? '')
  const add = (made: readonly string[], said: boolean) => {
    const letters = lettersIn(made.join(''))
    if (!alone && letters !== lettersIn(parts.join('')))
      forms.push({ letters, parts: made, fit: NUMBER_FIT, apart, said })
  }
  add(digits, false)
  add(in_words, true)
  return forms
}

/** The share of its fit that a word of a query has by itself, 0 to 1: less if it was typed after a letter or before a particle. */
export function fitAlone(words: readonly Token[], place: number): number {
  const [letter, word] = [words[place - 1]?.plain, (words[place] as Token).plain]
  if (isNumber(word)) return isLetter(letter) ? NUMBER_WITHOUT_LETTER : 1
  if (FUNCTION_WORDS.has(word)) return 1
  if (isOnlyLetter(letter)) return WITHOUT_LETTER
  return PARTICLES.has(words[place + 1]?.plain ?? '') ? WITHOUT_PARTICLE : 1
}
