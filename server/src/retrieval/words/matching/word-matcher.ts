import type { QueryWord } from '../../concepts/meaning.ts'
import type { Token } from '../tokens.ts'
import {
  type Forgiven,
  fitOfJoin,
  fitOfWord,
  mayBeginJoin,
  type SoughtWord,
  soughtWords,
  type TextWord,
  textWord,
} from './word-fits.ts'

/** Places of a word also match with at least this share of its best fit. */
const ALIKE = 0.9

/** Maximum tokens that may be one word. */
const LONGEST_JOIN = 3

/** A word of the texts, compared with each word of the query. It recurs from line to line. */
interface Met extends TextWord {
  /** Its fit, by query word. */
  readonly fits: readonly number[]
  /** Whether it may match together with the words after it, by query word. */
  readonly begins: readonly boolean[]
  /** Whether it matches a word of the query, alone or with others. Most words of most texts do not. */
  readonly counts: boolean
}

/** A query word in a text: its fit, 0 to 1, and its tokens. */
export interface WordFound {
  readonly fit: number
  readonly first: number
  readonly last: number
}

/** Finds a query's words in texts, in any form. */
export class WordMatcher {
  readonly words: readonly QueryWord[]
  readonly #sought: readonly SoughtWord[]
  readonly #stem: (word: string) => string
  readonly #met = new Map<string, Met>()
  /** Whether words with a similar sound match. */
  readonly #heard: boolean

  /** @param stem returns the stem of a plain word */
  constructor(words: readonly QueryWord[], stem: (word: string) => string, forgives: Forgiven) {
    this.words = words
    this.#sought = soughtWords(words, stem, forgives)
    this.#stem = stem
    this.#heard = this.#sought.some(({ sound }) => sound !== '')
  }

  /** Best place of each query word in a text, in the order of `words`; null when it does not occur. */
  find(tokens: readonly Token[]): (WordFound | null)[] {
    const met = this.#meet(tokens)
    if (!met.some(({ counts }) => counts)) return this.words.map(() => null)
    return this.words.map((_, index) => {
      let best: WordFound | null = null
      this.#offer(index, met, (fit, first, last) => {
        if (fit > (best?.fit ?? 0)) best = { fit, first, last }
      })
      return best
    })
  }

  /**
   * Every place of a query word in a text with about its best fit, in the order of the text.
   * @param least minimum fit of the best place, 0 to 1
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
    const word = textWord(plain, this.#stem(plain), this.#heard)
    const fits = this.#sought.map((sought) => fitOfWord(sought, word))
    const begins = this.#sought.map((sought) => mayBeginJoin(sought, word))
    const paired = this.#sought.some(({ pairs }) => pairs.includes(plain))
    return { ...word, fits, begins, counts: paired || fits.some((fit) => fit > 0) || begins.includes(true) }
  }

  /** Visits all places where a query word fits, with its fit. */
  #offer(index: number, met: readonly Met[], offer: (fit: number, first: number, last: number) => void): void {
    const sought = this.#sought[index] as SoughtWord
    for (let first = 0; first < met.length; first++) {
      const { fits, begins } = met[first] as Met
      const fit = fits[index] as number
      if (fit > 0) offer(fit, first, first)
      if (!begins[index]) continue
      for (let last = first + 1; last < Math.min(met.length, first + LONGEST_JOIN); last++) {
        const joined = fitOfJoin(sought, met, first, last)
        if (joined > 0) offer(joined, first, last)
      }
    }
    // The text may have two words of the query as one ("home work").
    for (const [at, { plain }] of met.entries()) for (const pair of sought.pairs) if (plain === pair) offer(1, at, at)
  }
}
