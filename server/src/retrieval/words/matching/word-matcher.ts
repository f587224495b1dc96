import type { QueryWord } from '../../concepts/meaning.ts'
import type { Token } from '../query-words.ts'
import {
  type Forgiven,
  fitOfJoin,
  fitOfWord,
  mayBegin,
  type SoughtWord,
  soughtWords,
  type TextWord,
  textWord,
} from './word-fits.ts'

/** Places of a word that fit at least this share as well as its best one answer, too. */
const ALIKE = 0.9

/** Tokens that may have been one word. */
const LONGEST_JOIN = 3

/** A word of the texts, which recurs from line to line, compared with each word of the query. */
interface Met extends TextWord {
  /** How well it fits, by query word. */
  readonly fits: readonly number[]
  /** Whether it may fit together with words after it, by query word. */
  readonly begins: readonly boolean[]
  /** Whether it fits a word of the query, alone or together with others. Most words of most texts do not. */
  readonly counts: boolean
}

/** A query word found in a text: how well, 0 to 1, and over which tokens. */
export interface WordFound {
  readonly fit: number
  readonly first: number
  readonly last: number
}

/** Finds a query's words in texts, however they are written there. */
export class WordMatcher {
  readonly words: readonly QueryWord[]
  readonly #sought: readonly SoughtWord[]
  readonly #stem: (word: string) => string
  readonly #met = new Map<string, Met>()
  /** Whether a word of the query may sound like one of the texts. */
  readonly #heard: boolean

  /** @param stem gives the stem of a plain word */
  constructor(words: readonly QueryWord[], stem: (word: string) => string, forgives: Forgiven) {
    this.words = words
    this.#sought = soughtWords(words, stem, forgives)
    this.#stem = stem
    this.#heard = this.#sought.some(({ sound }) => sound !== '')
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
    const word = textWord(plain, this.#stem(plain), this.#heard)
    const fits = this.#sought.map((sought) => fitOfWord(sought, word))
    const begins = this.#sought.map((sought) => mayBegin(sought, word))
    const paired = this.#sought.some(({ pairs }) => pairs.includes(plain))
    return { ...word, fits, begins, counts: paired || fits.some((fit) => fit > 0) || begins.includes(true) }
  }

  /** Goes through all places where a query word fits at all, with how well it does. */
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
