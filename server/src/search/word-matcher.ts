import type { QueryWord } from './meaning.ts'
import { editSimilarity, soundOf, trigramSimilarity, trigrams } from './similarity.ts'
import type { Token } from './words.ts'

/** Typing and recognition errors keep so much of a word (pg_trgm measure). */
const LEAST_TRIGRAMS = 0.42
const TRIGRAM_FACTOR = 0.9
/** Shorter words look alike by chance. */
const LEAST_LETTERS = 4
/** Words that sound this much alike may have been confused by the recogniser. */
const LEAST_SOUND = 0.8
const LEAST_SOUND_LENGTH = 3
const SOUND_FACTOR = 0.62
/** Tokens that may have been one word. */
const LONGEST_JOIN = 3

/** A query word found in a text: how well, 0 to 1, and over which tokens. */
export interface WordFound {
  readonly fit: number
  readonly first: number
  readonly last: number
}

interface Prepared {
  readonly word: QueryWord
  readonly stem: string
  readonly trigrams: Set<string>
  readonly sound: string
  /** Stems of related words and phrases, joined with spaces. */
  readonly related: Map<string, number>
}

/** Finds a query's words in texts, however they are written there. */
export class WordMatcher {
  readonly words: readonly QueryWord[]
  readonly #prepared: Prepared[]
  readonly #by_sound: boolean
  readonly #stem: (word: string) => string

  /**
   * @param stem gives the stem of a plain word
   * @param by_sound whether the texts were heard, so that words which sound alike count
   */
  constructor(words: readonly QueryWord[], stem: (word: string) => string, by_sound: boolean) {
    this.words = words
    this.#by_sound = by_sound
    this.#stem = stem
    this.#prepared = words.map((word) => {
      const related = new Map<string, number>()
      for (const { name, weight } of word.related) {
        const stems = name.split(/[ -]/).map(stem).join(' ')
        related.set(stems, Math.max(weight, related.get(stems) ?? 0))
      }
      return { word, stem: stem(word.word), trigrams: trigrams(word.word), sound: soundOf(word.word), related }
    })
  }

  /** Best place of each query word in a text, in the order of `words`; null where it is not there. */
  find(tokens: readonly Token[]): (WordFound | null)[] {
    const stems = tokens.map(({ plain }) => this.#stem(plain))
    return this.#prepared.map((prepared, index) => {
      let best: WordFound | null = null
      const offer = (fit: number, first: number, last: number) => {
        if (fit > (best?.fit ?? 0)) best = { fit, first, last }
      }
      for (let first = 0; first < tokens.length; first++) {
        offer(this.#fitOfToken(prepared, tokens[first] as Token, stems[first] as string), first, first)
        for (let last = first + 1; last < Math.min(tokens.length, first + LONGEST_JOIN); last++)
          offer(this.#fitOfJoin(prepared, tokens.slice(first, last + 1), stems.slice(first, last + 1)), first, last)
      }
      // Two words of the query may stand as one in the text ("home work").
      for (const [at, { plain }] of tokens.entries())
        for (const beside of [index - 1, index]) {
          const pair = (this.words[beside]?.word ?? '') + (this.words[beside + 1]?.word ?? '')
          if (this.words[beside] && this.words[beside + 1] && plain === pair) offer(1, at, at)
        }
      return best
    })
  }

  #fitOfToken(prepared: Prepared, { plain }: Token, stem: string): number {
    if (stem === prepared.stem) return 1
    let fit = prepared.related.get(stem) ?? 0
    if (plain.length >= LEAST_LETTERS && prepared.word.word.length >= LEAST_LETTERS) {
      const alike = trigramSimilarity(prepared.trigrams, trigrams(plain))
      if (alike >= LEAST_TRIGRAMS) fit = Math.max(fit, TRIGRAM_FACTOR * alike + (1 - TRIGRAM_FACTOR) * LEAST_TRIGRAMS)
      fit = Math.max(fit, this.#fitOfSound(prepared, plain))
    }
    return fit
  }

  #fitOfJoin(prepared: Prepared, tokens: readonly Token[], stems: readonly string[]): number {
    const joined = tokens.map(({ plain }) => plain).join('')
    if (joined === prepared.word.word) return 1
    const related = prepared.related.get(stems.join(' ')) ?? 0
    return Math.max(related, this.#fitOfSound(prepared, joined))
  }

  #fitOfSound(prepared: Prepared, plain: string): number {
    if (!this.#by_sound || prepared.sound.length < LEAST_SOUND_LENGTH) return 0
    const alike = editSimilarity(prepared.sound, soundOf(plain))
    return alike >= LEAST_SOUND ? SOUND_FACTOR * alike : 0
  }
}
