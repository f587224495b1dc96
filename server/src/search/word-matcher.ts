import type { QueryWord } from './meaning.ts'
import { remembered } from './remembered.ts'
import { editSimilarity, soundOf, trigramSimilarity, trigrams } from './similarity.ts'
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
/** Joined tokens of a length too different from the word's do not sound like it. */
const SHORTEST_JOIN = 0.6
/** Tokens that may have been one word. */
const LONGEST_JOIN = 3
/** Words whose pieces and sounds are remembered: what a few searches meet. */
const REMEMBERED = 20_000
const trigramsOfWord = remembered(trigrams, REMEMBERED)
const soundOfWord = remembered(soundOf, REMEMBERED)
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
  readonly sound: string
  /** Whether it may stand in a longer word. */
  readonly compact: boolean
  /** Stems of related words and phrases, joined with spaces. */
  readonly related: Map<string, number>
}

/** Finds a query's words in texts, however they are written there. */
export class WordMatcher {
  readonly words: readonly QueryWord[]
  readonly #prepared: Prepared[]
  readonly #forgives: Forgiven
  readonly #stem: (word: string) => string
  /** Fits of single words, which recur from line to line, by query word. */
  readonly #fits: Map<string, number>[]

  /** @param stem gives the stem of a plain word */
  constructor(words: readonly QueryWord[], stem: (word: string) => string, forgives: Forgiven) {
    this.words = words
    this.#forgives = forgives
    this.#stem = stem
    this.#fits = words.map(() => new Map())
    this.#prepared = words.map((word) => {
      const related = new Map<string, number>()
      for (const { name, weight } of word.related) {
        const stems = name.split(/[ -]/).map(stem).join(' ')
        related.set(stems, Math.max(weight, related.get(stems) ?? 0))
      }
      const plain = word.word
      return {
        word,
        stem: stem(plain),
        trigrams: trigrams(plain),
        sound: soundOf(plain),
        compact: isCompact(plain),
        related,
      }
    })
  }

  /** Best place of each query word in a text, in the order of `words`; null where it is not there. */
  find(tokens: readonly Token[]): (WordFound | null)[] {
    const stems = this.#stems(tokens)
    return this.words.map((_, index) => {
      let best: WordFound | null = null
      this.#offer(index, tokens, stems, (fit, first, last) => {
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
    const stems = this.#stems(tokens)
    return this.words
      .flatMap((_, index) => {
        const places: WordFound[] = []
        this.#offer(index, tokens, stems, (fit, first, last) => {
          if (fit >= least) places.push({ fit, first, last })
        })
        const best = Math.max(...places.map(({ fit }) => fit))
        return places.filter(({ fit }) => fit >= ALIKE * best)
      })
      .sort((a, b) => a.first - b.first || b.fit - a.fit)
  }

  #stems(tokens: readonly Token[]): string[] {
    return tokens.map(({ plain }) => this.#stem(plain))
  }

  /** Goes through all places where a query word might be, with how well it fits there. */
  #offer(
    index: number,
    tokens: readonly Token[],
    stems: readonly string[],
    offer: (fit: number, first: number, last: number) => void,
  ): void {
    const prepared = this.#prepared[index] as Prepared
    for (let first = 0; first < tokens.length; first++) {
      offer(this.#fitOfToken(index, (tokens[first] as Token).plain, stems[first] as string), first, first)
      for (let last = first + 1; last < Math.min(tokens.length, first + LONGEST_JOIN); last++)
        offer(this.#fitOfJoin(prepared, tokens.slice(first, last + 1), stems.slice(first, last + 1)), first, last)
    }
    // The text may have two words of the query as one ("home work").
    for (const [at, { plain }] of tokens.entries())
      for (const beside of [index - 1, index]) {
        const pair = (this.words[beside]?.word ?? '') + (this.words[beside + 1]?.word ?? '')
        if (this.words[beside] && this.words[beside + 1] && plain === pair) offer(1, at, at)
      }
  }

  #fitOfToken(index: number, plain: string, stem: string): number {
    const fits = this.#fits[index] as Map<string, number>
    const known = fits.get(plain)
    if (known !== undefined) return known
    const fit = this.#compare(this.#prepared[index] as Prepared, plain, stem)
    fits.set(plain, fit)
    return fit
  }

  #compare(prepared: Prepared, plain: string, stem: string): number {
    if (stem === prepared.stem) return 1
    const related = prepared.related.get(stem) ?? 0
    const contained = plain.includes(prepared.word.word) ? fitOfPart(prepared) : 0
    if (plain.length < LEAST_LETTERS || prepared.word.word.length < LEAST_LETTERS) return Math.max(related, contained)
    const alike = trigramSimilarity(prepared.trigrams, trigramsOfWord(plain))
    const forgiven = this.#forgives.spelling && alike >= LEAST_TRIGRAMS
    const misspelt = forgiven ? TRIGRAM_FACTOR * alike + (1 - TRIGRAM_FACTOR) * LEAST_TRIGRAMS : 0
    return Math.max(related, contained, misspelt, this.#fitOfSound(prepared, soundOfWord(plain)))
  }

  #fitOfJoin(prepared: Prepared, tokens: readonly Token[], stems: readonly string[]): number {
    const joined = tokens.map(({ plain }) => plain).join('')
    if (joined === prepared.word.word) return 1
    if (prepared.compact && spans(tokens, joined, prepared.word.word)) return fitOfPart(prepared)
    const related = prepared.related.get(stems.join(' ')) ?? 0
    if (!this.#forgives.sound || soundOfWord(tokens[0]?.plain ?? '')[0] !== prepared.sound[0]) return related
    const lengths = joined.length / prepared.word.word.length
    if (lengths < SHORTEST_JOIN || lengths > 1 / SHORTEST_JOIN) return related
    return Math.max(related, this.#fitOfSound(prepared, soundOf(joined)))
  }

  #fitOfSound(prepared: Prepared, sound: string): number {
    if (!this.#forgives.sound || prepared.sound.length < LEAST_SOUND_LENGTH) return 0
    const alike = editSimilarity(prepared.sound, sound)
    return alike >= LEAST_SOUND ? SOUND_FACTOR * alike : 0
  }
}

/** How well a word fits that stands in a longer one. */
function fitOfPart({ word: { word }, compact }: Prepared): number {
  const [fits, least] = compact ? [CONTAINED_COMPACT, 1] : [CONTAINED, LEAST_LETTERS]
  return word.length < least ? 0 : (fits[Math.min(1, word.length - least)] as number)
}

/** Whether a word stands in joined tokens so that it needs the first and the last of them. */
function spans(tokens: readonly Token[], joined: string, word: string): boolean {
  const at = joined.indexOf(word)
  const last = joined.length - (tokens.at(-1)?.plain.length ?? 0)
  return at >= 0 && at < (tokens[0]?.plain.length ?? 0) && at + word.length > last
}
