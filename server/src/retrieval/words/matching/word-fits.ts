import type { QueryWord } from '../../concepts/meaning.ts'
import { remembered } from '../../remembered.ts'
import { isCompact } from '../tokens.ts'
import { countBits, editSimilarity, letterBits, soundBits, soundOf, trigramSimilarity, trigrams } from './similarity.ts'

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
 * Number of words with cached trigrams and sounds, enough for a few searches. Trigrams take ten times the memory of
 * sounds.
 */
const REMEMBERED = 50_000
const trigramsOfWord = remembered(trigrams, REMEMBERED / 2)
const soundOfWord = remembered(soundOf, REMEMBERED)
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

/** A word of the texts, prepared for comparison. */
export interface TextWord {
  readonly plain: string
  readonly stem: string
  readonly sound: string
  /** See `letterBits`. */
  readonly letters: number
  /** Possible letters of its sound, alone or in a join. */
  readonly sound_bits: number
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

/** Prepares a word of a text. @param heard whether similar sounds count */
export function textWord(plain: string, stem: string, heard: boolean): TextWord {
  return {
    plain,
    stem,
    sound: heard ? soundOfWord(plain) : '',
    letters: letterBits(plain),
    sound_bits: soundBits(plain),
  }
}

/** Fit of a single word of a text for a word of the query, 0 to 1. */
export function fitOfWord(sought: SoughtWord, { plain, stem, sound, letters }: TextWord): number {
  if (stem === sought.stem) return 1
  const related = sought.related.get(stem) ?? 0
  const contained = plain.includes(sought.word.word) ? fitOfPart(sought) : 0
  if (plain.length < LEAST_LETTERS || sought.word.word.length < LEAST_LETTERS) return Math.max(related, contained)
  return Math.max(related, contained, fitOfSpelling(sought, plain, letters), fitOfSound(sought, sound))
}

/** Whether consecutive tokens can match when this is the first of them. */
export function mayBeginJoin({ word: { word }, compact, phrase_starts, sound }: SoughtWord, first: TextWord): boolean {
  return compact || word.startsWith(first.plain) || phrase_starts.has(first.stem) || soundsFrom(sound, first.sound)
}

/**
 * Fit of consecutive tokens as one word, 0 to 1. The lengths, the first stem, the first sound and the letters exclude
 * most.
 */
export function fitOfJoin(sought: SoughtWord, met: readonly TextWord[], first: number, last: number): number {
  const { word } = sought.word
  const { stem, sound } = met[first] as TextWord
  let length = 0
  for (let at = first; at <= last; at++) length += (met[at] as TextWord).plain.length
  if (length === word.length && joined(met, first, last) === word) return 1
  if (sought.compact && spans(met.slice(first, last + 1), joined(met, first, last), word)) return fitOfPart(sought)
  const related = sought.phrase_starts.has(stem) ? (sought.related.get(stemsOf(met, first, last)) ?? 0) : 0
  if (!soundsFrom(sought.sound, sound)) return related
  const lengths = length / word.length
  if (lengths < SHORTEST_JOIN || lengths > 1 / SHORTEST_JOIN) return related
  let sounds = 0
  for (let at = first; at <= last; at++) sounds |= (met[at] as TextWord).sound_bits
  if (countBits(sought.sound_letters & ~sounds) > MOST_MISSING * sought.sound.length) return related
  return Math.max(related, fitOfSound(sought, soundOfJoin(joined(met, first, last))))
}

/** Whether a word with this sound may begin with a word of that sound. */
const soundsFrom = (sound: string, first: string): boolean => sound !== '' && sound[0] === first[0]

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
const joined = (met: readonly TextWord[], first: number, last: number): string =>
  met
    .slice(first, last + 1)
    .map(({ plain }) => plain)
    .join('')

const stemsOf = (met: readonly TextWord[], first: number, last: number): string =>
  met
    .slice(first, last + 1)
    .map(({ stem }) => stem)
    .join(' ')

/** Whether a word within joined tokens needs the first and the last of them. */
function spans(tokens: readonly Pick<TextWord, 'plain'>[], joined: string, word: string): boolean {
  const at = joined.indexOf(word)
  const last = joined.length - (tokens.at(-1)?.plain.length ?? 0)
  return at >= 0 && at < (tokens[0]?.plain.length ?? 0) && at + word.length > last
}
