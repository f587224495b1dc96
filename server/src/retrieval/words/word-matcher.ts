import type { QueryWord } from '../concepts/meaning.ts'
import { remembered } from '../remembered.ts'
import {
  countBits,
  editSimilarity,
  letterBits,
  soundBits,
  soundOf,
  trigramSimilarity,
  trigrams,
} from '../vectors/similarity.ts'
import { isCompact, type Token } from './words.ts'

/** Typing and recognition errors keep so much of a word (pg_trgm measure). */
const LEAST_TRIGRAMS = 0.42
const TRIGRAM_FACTOR = 0.9
/** Shorter words look alike by chance. */
const LEAST_LETTERS = 4
/** A word inside a longer one, of 4 letters and of more: a compound, or words that were read without the spaces between. */
const CONTAINED = [0.6, 0.85]
/** The same of scripts whose words are short and stand in others without a space: of one letter, and of more. */
const CONTAINED_COMPACT = [0.6, 0.9]
/** Words that sound this much alike may have been confused by the recogniser. */
const LEAST_SOUND = 0.8
const LEAST_SOUND_LENGTH = 3
const SOUND_FACTOR = 0.62
/** Sounds alike miss at most this share of each other's letters: the longer one may be a quarter longer, and a fifth of it may differ. */
const MOST_MISSING = (1 - LEAST_SOUND) / LEAST_SOUND + Number.EPSILON * 8
/** Joined tokens of a length too different from the word's do not sound like it. */
const SHORTEST_JOIN = 0.6
/** Tokens that may have been one word. */
const LONGEST_JOIN = 3
/** Words whose pieces and sounds are remembered: what a few searches meet. Pieces take ten times the memory of sounds. */
const REMEMBERED = 50_000
const trigramsOfWord = remembered(trigrams, REMEMBERED / 2)
const soundOfWord = remembered(soundOf, REMEMBERED)
const soundOfJoin = remembered(soundOf, REMEMBERED)
/** Places of a word that fit at least this share as well as its best one answer, too. */
const ALIKE = 0.9

/** Which errors are forgiven. */
export interface Forgiven {
  /** Words that are spelt nearly alike count. */
  readonly spelling: boolean
  /** The texts were heard: words that sound alike count. */
  readonly sound: boolean
}

/** A query word found in a text: how well, 0 to 1, and over which tokens. */
export interface WordFound {
  readonly fit: number
  readonly first: number
  readonly last: number
}

interface Prepared {
  readonly word: QueryWord
  readonly stem: string
  readonly trigrams: ReadonlySet<string>
  /** Letters of each trigram, see `letterBits`. */
  readonly trigram_letters: readonly number[]
  /** Empty where no word counts that sounds alike. */
  readonly sound: string
  readonly sound_letters: number
  /** Whether it may stand in a longer word. */
  readonly compact: boolean
  /** Stems of related words and phrases, joined with spaces. */
  readonly related: Map<string, number>
  /** Stems that related phrases begin with. */
  readonly phrase_starts: ReadonlySet<string>
  /** The word and the one before it, and the one after it, written as one. */
  readonly pairs: readonly string[]
}

/** A word of the texts, which recurs from line to line. */
interface Met {
  readonly plain: string
  readonly stem: string
  readonly sound: string
  /** Letters that its sound can have, alone or in a join. */
  readonly sound_bits: number
  /** How well it fits, by query word. */
  readonly fits: readonly number[]
  /** Whether it may fit together with words after it, by query word. */
  readonly begins: readonly boolean[]
  /** Whether it fits a word of the query, alone or together with others. Most words of most texts do not. */
  readonly counts: boolean
}

/** A word of the texts before it is compared. */
type Compared = Omit<Met, 'fits' | 'begins' | 'counts'> & { readonly letters: number }

/** Finds a query's words in texts, however they are written there. */
export class WordMatcher {
  readonly words: readonly QueryWord[]
  readonly #prepared: Prepared[]
  readonly #forgives: Forgiven
  readonly #stem: (word: string) => string
  readonly #met = new Map<string, Met>()
  /** Whether a word of the query may sound like one of the texts. */
  readonly #hears: boolean

  /** @param stem gives the stem of a plain word */
  constructor(words: readonly QueryWord[], stem: (word: string) => string, forgives: Forgiven) {
    this.words = words
    this.#forgives = forgives
    this.#stem = stem
    this.#prepared = words.map((word, index) => {
      const related = new Map<string, number>()
      for (const { name, weight } of word.related) {
        const stems = name.split(/[ -]/).map(stem).join(' ')
        related.set(stems, Math.max(weight, related.get(stems) ?? 0))
      }
      const phrases = [...related.keys()].filter((stems) => stems.includes(' '))
      const plain = word.word
      const sound = forgives.sound ? soundOf(plain) : ''
      return {
        word,
        stem: stem(plain),
        trigrams: trigrams(plain),
        trigram_letters: Array.from(trigrams(plain), (piece) => letterBits(piece.trim())),
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
    this.#hears = this.#prepared.some(({ sound }) => sound !== '')
  }

  /** Best place of each query word in a text, in the order of `words`; null where it is not there. */
  find(tokens: readonly Token[]): (WordFound | null)[] {
    const met = this.#meet(tokens)
    return this.words.map((_, index) => {
      let best: WordFound | null = null
      if (met.some(({ counts }) => counts))
        this.#offer(index, met, (fit, first, last) => {
          if (fit > (best?.fit ?? 0)) best = { fit, first, last }
        })
      return best
    })
  }

  /**
   * Every place where a query word is in a text about as well as where it is best, in the order of the text.
   * @param least how well the best place must fit, 0 to 1
   */
  findAll(tokens: readonly Token[], least: number): WordFound[] {
    const met = this.#meet(tokens)
    return this.words
      .flatMap((_, index) => {
        const places: WordFound[] = []
        this.#offer(index, met, (fit, first, last) => {
          if (fit >= least) places.push({ fit, first, last })
        })
        const best = Math.max(...places.map(({ fit }) => fit))
        return places.filter(({ fit }) => fit >= ALIKE * best)
      })
      .sort((a, b) => a.first - b.first || b.fit - a.fit)
  }

  #meet(tokens: readonly Token[]): Met[] {
    return tokens.map(({ plain }) => {
      let met = this.#met.get(plain)
      if (!met) {
        met = this.#compare(plain)
        this.#met.set(plain, met)
      }
      return met
    })
  }

  /** Compares a word of the texts with each word of the query. */
  #compare(plain: string): Met {
    const token = {
      plain,
      stem: this.#stem(plain),
      sound: this.#hears ? soundOfWord(plain) : '',
      sound_bits: soundBits(plain),
      letters: letterBits(plain),
    }
    const fits = this.#prepared.map((prepared) => this.#fit(prepared, token))
    const begins = this.#prepared.map((prepared) => begin(prepared, token))
    const paired = this.#prepared.some(({ pairs }) => pairs.includes(plain))
    return { ...token, fits, begins, counts: paired || fits.some((fit) => fit > 0) || begins.includes(true) }
  }

  /** Goes through all places where a query word fits at all, with how well it does. */
  #offer(index: number, met: readonly Met[], offer: (fit: number, first: number, last: number) => void): void {
    const prepared = this.#prepared[index] as Prepared
    for (let first = 0; first < met.length; first++) {
      const { fits, begins } = met[first] as Met
      const fit = fits[index] as number
      if (fit > 0) offer(fit, first, first)
      if (!begins[index]) continue
      for (let last = first + 1; last < Math.min(met.length, first + LONGEST_JOIN); last++) {
        const joined = fitOfJoin(prepared, met, first, last)
        if (joined > 0) offer(joined, first, last)
      }
    }
    // The text may have two words of the query as one ("home work").
    for (const [at, { plain }] of met.entries()) for (const pair of prepared.pairs) if (plain === pair) offer(1, at, at)
  }

  #fit(prepared: Prepared, { plain, stem, sound, letters }: Compared): number {
    if (stem === prepared.stem) return 1
    const related = prepared.related.get(stem) ?? 0
    const contained = plain.includes(prepared.word.word) ? fitOfPart(prepared) : 0
    if (plain.length < LEAST_LETTERS || prepared.word.word.length < LEAST_LETTERS) return Math.max(related, contained)
    const misspelt = this.#forgives.spelling ? fitOfSpelling(prepared, plain, letters) : 0
    return Math.max(related, contained, misspelt, fitOfSound(prepared, sound))
  }
}

/** Whether tokens that follow each other can fit where this is the first of them. */
function begin({ word: { word }, compact, phrase_starts, sound }: Prepared, first: Compared): boolean {
  return compact || word.startsWith(first.plain) || phrase_starts.has(first.stem) || soundsFrom(sound, first.sound)
}

/** Of most tokens that follow each other the lengths, first stem and first sound already tell that they fit nothing. */
function fitOfJoin(prepared: Prepared, met: readonly Met[], first: number, last: number): number {
  const { word } = prepared.word
  const { stem, sound } = met[first] as Met
  let length = 0
  for (let at = first; at <= last; at++) length += (met[at] as Met).plain.length
  if (length === word.length && joined(met, first, last) === word) return 1
  if (prepared.compact && spans(met.slice(first, last + 1), joined(met, first, last), word)) return fitOfPart(prepared)
  const related = prepared.phrase_starts.has(stem) ? (prepared.related.get(stemsOf(met, first, last)) ?? 0) : 0
  if (!soundsFrom(prepared.sound, sound)) return related
  const lengths = length / word.length
  if (lengths < SHORTEST_JOIN || lengths > 1 / SHORTEST_JOIN) return related
  let sounds = 0
  for (let at = first; at <= last; at++) sounds |= (met[at] as Met).sound_bits
  if (countBits(prepared.sound_letters & ~sounds) > MOST_MISSING * prepared.sound.length) return related
  return Math.max(related, fitOfSound(prepared, soundOfJoin(joined(met, first, last))))
}

/** Whether a word that sounds like this may begin with one that sounds like that. */
const soundsFrom = (sound: string, first: string): boolean => sound !== '' && sound[0] === first[0]

/** How well a word fits that is spelt nearly alike. A trigram that has other letters than the word is none of its trigrams. */
function fitOfSpelling({ trigrams: wanted, trigram_letters }: Prepared, plain: string, letters: number): number {
  let possible = 0
  for (const each of trigram_letters) if ((each & ~letters) === 0) possible++
  if (possible / wanted.size < LEAST_TRIGRAMS) return 0
  const alike = trigramSimilarity(wanted, trigramsOfWord(plain))
  return alike >= LEAST_TRIGRAMS ? TRIGRAM_FACTOR * alike + (1 - TRIGRAM_FACTOR) * LEAST_TRIGRAMS : 0
}

function fitOfSound({ sound, sound_letters }: Prepared, other: string): number {
  if (sound === '') return 0
  // Each letter that one has more than the other is an edit, and so is each kind of letter that only one has.
  const longer = Math.max(sound.length, other.length)
  if (Math.min(sound.length, other.length) / longer < LEAST_SOUND) return 0
  const other_letters = letterBits(other)
  const edits = Math.max(countBits(sound_letters & ~other_letters), countBits(other_letters & ~sound_letters))
  if (1 - edits / longer < LEAST_SOUND) return 0
  const alike = editSimilarity(sound, other)
  return alike >= LEAST_SOUND ? SOUND_FACTOR * alike : 0
}

/** How well a word fits that stands in a longer one. */
function fitOfPart({ word: { word }, compact }: Prepared): number {
  const [fits, least] = compact ? [CONTAINED_COMPACT, 1] : [CONTAINED, LEAST_LETTERS]
  return word.length < least ? 0 : (fits[Math.min(1, word.length - least)] as number)
}

/** Words that follow each other, as one. */
const joined = (met: readonly Met[], first: number, last: number): string =>
  met
    .slice(first, last + 1)
    .map(({ plain }) => plain)
    .join('')

const stemsOf = (met: readonly Met[], first: number, last: number): string =>
  met
    .slice(first, last + 1)
    .map(({ stem }) => stem)
    .join(' ')

/** Whether a word stands in joined tokens so that it needs the first and the last of them. */
function spans(tokens: readonly Pick<Token, 'plain'>[], joined: string, word: string): boolean {
  const at = joined.indexOf(word)
  const last = joined.length - (tokens.at(-1)?.plain.length ?? 0)
  return at >= 0 && at < (tokens[0]?.plain.length ?? 0) && at + word.length > last
}
