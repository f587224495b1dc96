import type { QueryWord } from '../../concepts/meaning.ts'
import { remembered } from '../../remembered.ts'
import { isCompact } from '../tokens.ts'
import { countBits, editSimilarity, letterBits, soundOf, trigramSimilarity, trigrams } from './similarity.ts'
import type { TextWord } from './text-word.ts'

/** Minimum pg_trgm similarity after typing and recognition errors. */
const LEAST_TRIGRAMS = 0.42
const TRIGRAM_FACTOR = 0.9
/** Shorter words are similar by chance. */
const LEAST_LETTERS = 4
/** Fit of a word within a longer one (a compound, or read without spaces), with 4 letters and with more. */
const CONTAINED = [0.6, 0.85]
/** The same for scripts with short words and no spaces: with one letter, and with more. */
const CONTAINED_COMPACT = [0.6, 0.9]
/** The recogniser may have confused words with at least this similarity of sound. */
const LEAST_SOUND = 0.8
const LEAST_SOUND_LENGTH = 3
const SOUND_FACTOR = 0.62
/**
 * Similar sounds lack at most this share of each other's letters: the longer one may be a quarter longer, and a fifth
 * of it may differ.
 */
const MOST_MISSING = (1 - LEAST_SOUND) / LEAST_SOUND + Number.EPSILON * 8
/** Joined tokens must have at least this share of the word's length to sound like it. */
const SHORTEST_JOIN = 0.6
/**
 * Number of words and joined words with cached trigrams and sounds, enough for a few searches. Trigrams take ten times
 * the memory of sounds.
 */
const REMEMBERED = 50_000
const trigramsOfWord = remembered(trigrams, REMEMBERED / 2)
const soundOfJoin = remembered(soundOf, REMEMBERED)

/** The errors to forgive. */
export interface Forgiven {
  /** Words with similar spelling match. */
  readonly spelling: boolean
  /** The texts are speech: words with a similar sound match. */
  readonly sound: boolean
}

/** A word of the query, prepared for comparison. */
export interface SoughtWord {
  readonly word: QueryWord
  readonly stem: string
  readonly trigrams: ReadonlySet<string>
  /** Letters of each trigram, see `letterBits`. */
  readonly trigram_letters: readonly number[]
  /** See `letterBits`. */
  readonly letters: number
  /** Empty when similar sounds do not count. */
  readonly sound: string
  readonly sound_letters: number
  /** Whether it may be part of a longer word. */
  readonly compact: boolean
  /** Stems of related words and phrases, joined with spaces. */
  readonly related: Map<string, number>
  /** Stems that related phrases begin with. */
  readonly phrase_starts: ReadonlySet<string>
  /** The word joined with the one before it, and with the one after it. */
  readonly pairs: readonly string[]
}

/** Prepares the words of a query, in their order. @param stem returns the stem of a plain word */
export function soughtWords(
  words: readonly QueryWord[],
  stem: (word: string) => string,
  forgives: Forgiven,
): SoughtWord[] {
  return words.map((word, index) => {
    const related = new Map<string, number>()
    for (const { name, weight } of word.related) {
      const stems = name.split(/[ -]/).map(stem).join(' ')
      related.set(stems, Math.max(weight, related.get(stems) ?? 0))
    }
    const phrases = [...related.keys()].filter((stems) => stems.includes(' '))
    const plain = word.word
    const pieces = trigrams(plain)
    const sound = forgives.sound ? soundOf(plain) : ''
    return {
      word,
      stem: stem(plain),
      trigrams: forgives.spelling ? pieces : new Set(),
      trigram_letters: forgives.spelling ? Array.from(pieces, (piece) => letterBits(piece.trim())) : [],
      letters: letterBits(plain),
      sound: sound.length < LEAST_SOUND_LENGTH ? '' : sound,
      sound_letters: letterBits(sound),
      compact: isCompact(plain),
      related,
      phrase_starts: new Set(phrases.map((stems) => stems.slice(0, stems.indexOf(' ')))),
      pairs: [index - 1, index].flatMap((first) => {
        const [one, other] = [words[first], words[first + 1]]
        return one && other ? [one.word + other.word] : []
      }),
    }
  })
}

/** Fit of a single word of a text for a word of the query, 0 to 1. */
export function fitOfWord(sought: SoughtWord, text: TextWord): number {
  const { plain, stem, letters } = text
  if (stem === sought.stem) return 1
  const related = sought.related.get(stem) ?? 0
  const { word } = sought.word
  const contained = (sought.letters & ~letters) === 0 && plain.includes(word) ? fitOfPart(sought) : 0
  if (plain.length < LEAST_LETTERS || word.length < LEAST_LETTERS) return Math.max(related, contained)
  const heard = maySound(sought, text.sound_bits) ? fitOfSound(sought, text.sound) : 0
  return Math.max(related, contained, fitOfSpelling(sought, plain, letters), heard)
}

/** A word that a text has. */
export interface MetWord {
  readonly word: TextWord
}

/** Whether consecutive tokens can match when this is the first of them. */
export function mayBeginJoin(sought: SoughtWord, first: TextWord): boolean {
  const { compact, phrase_starts } = sought
  return (
    compact ||
    sought.word.word.startsWith(first.plain) ||
    phrase_starts.has(first.stem) ||
    soundsFrom(sought.sound, first)
  )
}

/**
 * Fit of consecutive tokens as one word, 0 to 1. The lengths, the first stem, the first sound and the letters exclude
 * most.
 */
export function fitOfJoin(sought: SoughtWord, met: readonly MetWord[], first: number, last: number): number {
  const { word } = sought.word
  const start = (met[first] as MetWord).word
  let length = 0
  let sound_bits = 0
  for (let at = first; at <= last; at++) {
    const { plain, sound_bits: bits } = (met[at] as MetWord).word
    length += plain.length
    sound_bits |= bits
  }
  if (length === word.length && word.startsWith(start.plain) && joined(met, first, last) === word) return 1
  if (sought.compact && spans(met.slice(first, last + 1), joined(met, first, last), word)) return fitOfPart(sought)
  const related = sought.phrase_starts.has(start.stem) ? (sought.related.get(stemsOf(met, first, last)) ?? 0) : 0
  const lengths = length / word.length
  if (lengths < SHORTEST_JOIN || lengths > 1 / SHORTEST_JOIN) return related
  if (!maySound(sought, sound_bits) || !soundsFrom(sought.sound, start)) return related
  return Math.max(related, fitOfSound(sought, soundOfJoin(joined(met, first, last))))
}

/** Whether a word with these letters in its sound may have a similar sound. */
const maySound = ({ sound, sound_letters }: SoughtWord, sound_bits: number): boolean =>
  sound !== '' && countBits(sound_letters & ~sound_bits) <= MOST_MISSING * sound.length

/** Whether a word with this sound may begin with another word. */
const soundsFrom = (sound: string, first: TextWord): boolean =>
  sound !== '' && (letterBits(sound.charAt(0)) & first.sound_bits) !== 0 && sound[0] === first.sound[0]

/** Fit of a word with similar spelling. A trigram with letters that the word lacks cannot be one of its trigrams. */
function fitOfSpelling({ trigrams: wanted, trigram_letters }: SoughtWord, plain: string, letters: number): number {
  let possible = 0
  for (const each of trigram_letters) if ((each & ~letters) === 0) possible++
  if (wanted.size === 0 || possible / wanted.size < LEAST_TRIGRAMS) return 0
  const alike = trigramSimilarity(wanted, trigramsOfWord(plain))
  return alike >= LEAST_TRIGRAMS ? TRIGRAM_FACTOR * alike + (1 - TRIGRAM_FACTOR) * LEAST_TRIGRAMS : 0
}

function fitOfSound({ sound, sound_letters }: SoughtWord, other: string): number {
  if (sound === '') return 0
  // Each additional letter of the longer one is an edit, and so is each kind of letter that only one has.
  const longer = Math.max(sound.length, other.length)
  if (Math.min(sound.length, other.length) / longer < LEAST_SOUND) return 0
  const other_letters = letterBits(other)
  const edits = Math.max(countBits(sound_letters & ~other_letters), countBits(other_letters & ~sound_letters))
  if (1 - edits / longer < LEAST_SOUND) return 0
  const alike = editSimilarity(sound, other)
  return alike >= LEAST_SOUND ? SOUND_FACTOR * alike : 0
}

/** Fit of a word within a longer one. */
function fitOfPart({ word: { word }, compact }: SoughtWord): number {
  const [fits, least] = compact ? [CONTAINED_COMPACT, 1] : [CONTAINED, LEAST_LETTERS]
  return word.length < least ? 0 : (fits[Math.min(1, word.length - least)] as number)
}

/** Joins consecutive words into one. */
const joined = (met: readonly MetWord[], first: number, last: number): string =>
  met
    .slice(first, last + 1)
    .map(({ word }) => word.plain)
    .join('')

const stemsOf = (met: readonly MetWord[], first: number, last: number): string =>
  met
    .slice(first, last + 1)
    .map(({ word }) => word.stem)
    .join(' ')

/** Whether a word within joined tokens needs the first and the last of them. */
function spans(tokens: readonly MetWord[], joined: string, word: string): boolean {
  const at = joined.indexOf(word)
  const last = joined.length - (tokens.at(-1)?.word.plain.length ?? 0)
  return at >= 0 && at < (tokens[0]?.word.plain.length ?? 0) && at + word.length > last
}
