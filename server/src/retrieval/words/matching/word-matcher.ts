import { largest } from '@footnote/contract/shared/extremes.ts'
import type { QueryWord } from '../../concepts/meaning.ts'
import type { TextWord } from './text-word.ts'
import {
  fitOfForm,
  fitOfJoin,
  fitOfSpelling,
  fitOfWord,
  mayBeginJoin,
  type SoughtWord,
  soughtWords,
  type TokenOfText,
} from './word-fits.ts'

/** Places of a word also match with at least this share of its best fit. */
const ALIKE = 0.9

/** A word of the texts, compared with each word of the query. */
interface ComparedWord extends TokenOfText {
  /** Its fit, by query word. */
  readonly fits: readonly number[]
  /** Whether that fit is of similar spelling only, by query word. */
  readonly similar: readonly boolean[]
  /** Whether it may match together with the words after it, by query word. */
  readonly begins: readonly boolean[]
  /** Whether it is two words of the query as one. */
  readonly paired: boolean
  /** Whether it matches a word of the query, alone or with others. Most words of most texts do not. */
  readonly counts: boolean
}

/** A query word in a text: its fit, 0 to 1, and its tokens. */
export interface WordFound {
  readonly fit: number
  readonly first: number
  readonly last: number
  /** Whether the text has another word with similar spelling, not the word itself. */
  readonly similar: boolean
}

/** Finds a query's words in texts, in any form. Texts are the numbers of their words in a vocabulary. */
export class WordMatcher {
  readonly #words: readonly QueryWord[]
  readonly #sought: readonly SoughtWord[]
  readonly #vocabulary: readonly TextWord[]
  /** By number; a word recurs from text to text, and is compared once. */
  readonly #compared: ComparedWord[] = []

  /**
   * @param vocabulary the words of the texts, by number
   * @param stem returns the stem of a word of the query
   * @param misread those words of the query that also match words with similar spelling
   * @param said whether people say the texts in English
   */
  constructor(
    words: readonly QueryWord[],
    vocabulary: readonly TextWord[],
    stem: (word: string) => string,
    misread: ReadonlySet<string> = new Set(),
    said = false,
  ) {
    this.#words = words
    this.#sought = soughtWords(words, stem, misread, said)
    this.#vocabulary = vocabulary
  }

  /** Best place of each query word in a text, in the order of the query; null when it does not occur. */
  find(text: readonly number[]): (WordFound | null)[] {
    const compared = this.#compareAll(text)
    if (!compared.some(({ counts }) => counts)) return this.#words.map(() => null)
    return this.#words.map((_, index) => {
      let best: WordFound | null = null
      this.#offer(index, compared, (found) => {
        if (found.fit > (best?.fit ?? 0)) best = found
      })
      return best
    })
  }

  /** Every place of a query word in a text with about its best fit, in the order of the text. */
  findAll(text: readonly number[]): WordFound[] {
    const compared = this.#compareAll(text)
    return this.#words
      .flatMap((_, index) => {
        const places: WordFound[] = []
        this.#offer(index, compared, (found) => places.push(found))
        const best = largest(places.map(({ fit }) => fit))
        return places.filter(({ fit }) => fit >= ALIKE * best)
      })
      .sort((a, b) => a.first - b.first || b.fit - a.fit)
  }

  #compareAll(text: readonly number[]): ComparedWord[] {
    return text.map((number) => {
      const compared = this.#compared[number] ?? this.#compare(this.#vocabulary[number] as TextWord)
      this.#compared[number] = compared
      return compared
    })
  }

  /** Compares a word of the texts with each word of the query. */
  #compare(word: TextWord): ComparedWord {
    const there = this.#sought.map((sought) => fitOfWord(sought, word))
    const fits = this.#sought.map((sought, index) => {
      const own = sought.alone * ((there[index] as number) || fitOfSpelling(sought, word))
      return Math.max(own, fitOfForm(sought, word))
    })
    const similar = this.#sought.map((sought, index) => there[index] === 0 && fitOfForm(sought, word) === 0)
    const begins = this.#sought.map((sought) => mayBeginJoin(sought, word))
    const paired = this.#sought.some(({ pairs }) => pairs.includes(word.plain))
    const counts = paired || fits.some((fit) => fit > 0) || begins.includes(true)
    return { word, fits, similar, begins, paired, counts }
  }

  /** Visits all places where a query word fits. */
  #offer(index: number, compared: readonly ComparedWord[], offer: (found: WordFound) => void): void {
    const sought = this.#sought[index] as SoughtWord
    for (let first = 0; first < compared.length; first++) {
      const { fits, similar, begins, counts } = compared[first] as ComparedWord
      if (!counts) continue
      const fit = fits[index] as number
      if (fit > 0) offer({ fit, first, last: first, similar: similar[index] as boolean })
      if (!begins[index]) continue
      for (let last = first + 1; last < Math.min(compared.length, first + sought.longest); last++) {
        const joined = fitOfJoin(sought, compared, first, last)
        if (joined > 0) offer({ fit: joined, first, last, similar: false })
      }
    }
    // The text may have two words of the query as one ("home work").
    if (sought.pairs.length === 0) return
    for (let at = 0; at < compared.length; at++) {
      const { word, paired } = compared[at] as ComparedWord
      if (!paired) continue
      for (const pair of sought.pairs) if (word.plain === pair) offer({ fit: 1, first: at, last: at, similar: false })
    }
  }
}
