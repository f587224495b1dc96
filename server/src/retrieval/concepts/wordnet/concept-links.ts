import { largest } from '@footnote/contract/shared/extremes.ts'
import type { VocabularyEntry } from '../../../engines/visual/concepts/vocabulary.ts'
import type { Weighted } from '../meaning.ts'
import type { Lexicon, Meaning } from './lexicon.ts'
import type { Visit } from './relatedness.ts'

const UP = ['@', '@i']
const DOWN = ['~', '~i']
/** Pointers to the same idea in another part of speech, or to an adjective's neighbours. */
const SIDEWAYS = ['+', '&', '\\', '$']
const SIDEWAYS_FACTOR = 0.85
/** Factor for each step from a narrower word up to the concept. */
const STEP = 0.94
/** Factor for a broader concept: a bird may be the requested crow, or any other bird. */
const NARROWER = 0.75
const BROADER = 0.92
/**
 * Information content (0 to 1) below which a broader word ("thing", "artifact") counts for nothing, and above which it
 * counts fully.
 */
const EMPTY_CONTENT = 0.12
const FULL_CONTENT = 0.26
/** Factor between an object and its parts, in both directions. */
const PART = 0.5
const WALK = 0.42
/** Factor for a definition that contains the other word. */
const DEFINED_BY = 0.45
/** A word in a larger share of definitions is too common to define anything. */
const COMMON_SHARE = 0.003
/** Factor for people, when a verb has a noun for its doers ("to drink", "drinker"). */
const DOER = 0.35
/** When the vocabulary has the exact concept, much weaker links would only find unwanted things. */
const THE_VERY_THING = 0.9
const BESIDE_THE_VERY_THING = 0.7
/** Words visited after this many others are unrelated. */
const LAST_RANK = 3_000
const LEAST_WEIGHT = 0.06

/** A word of the vocabulary, prepared for comparison. */
interface WordNetEntry {
  readonly name: string
  readonly words: Set<string>
  readonly synsets: number[]
  /** Broader synsets with the number of steps to them. */
  readonly ancestors: Map<number, number>
  readonly lemmas: Set<string>
  /** Base forms of the significant words in its definitions. */
  readonly definition: Set<string>
}

/** Links words to the vocabulary of a concepts engine. */
export class ConceptLinks {
  readonly #lexicon: Lexicon
  readonly #content: Float32Array
  readonly #frequency: (word: string) => number
  readonly #entries: WordNetEntry[]

  /** @param frequency returns the share of WordNet's definitions that contain a word */
  constructor(lexicon: Lexicon, vocabulary: readonly VocabularyEntry[], frequency: (word: string) => number) {
    this.#lexicon = lexicon
    this.#frequency = frequency
    this.#content = informationContent(lexicon)
    this.#entries = vocabulary.map(({ name, senses, aliases }) => {
      const synsets = senses.map((sense) => lexicon.sense(sense)).filter((synset) => synset !== undefined)
      const ancestors = new Map<number, number>()
      for (const synset of synsets)
        for (const [ancestor, steps] of this.#ancestors(synset))
          ancestors.set(ancestor, Math.min(steps, ancestors.get(ancestor) ?? steps))
      const lemmas = new Set(synsets.flatMap((synset) => lexicon.words(synset)))
      const definition = new Set(synsets.flatMap((synset) => this.#definingWords(synset)))
      return { name, words: new Set([name, ...(aliases ?? [])]), synsets, ancestors, lemmas, definition }
    })
  }

  /**
   * How well each concept shows the meaning of a word.
   * @param forms the word and its base forms
   * @param walk visits of walks from its meanings
   */
  weigh(forms: readonly string[], meanings: readonly Meaning[], walk: readonly Visit[]): Weighted[] {
    const best = new Map<string, number>()
    const say = (name: string, weight: number) => best.set(name, Math.max(weight, best.get(name) ?? 0))
    for (const entry of this.#entries) if (forms.some((form) => entry.words.has(form))) say(entry.name, 1)
    for (const { synset, rank } of meanings) {
      this.#compare(synset, rank, say)
      for (const beside of this.#lexicon.pointed(synset, SIDEWAYS)) this.#besides(synset, beside, rank, say)
      if (rank === 0) this.#define(synset, say)
    }
    const ranks = new Map(walk.slice(0, LAST_RANK).map(({ synset }, rank) => [synset, rank]))
    for (const { name, synsets } of this.#entries)
      for (const synset of synsets) {
        const rank = ranks.get(synset)
        if (rank !== undefined) say(name, WALK * (1 - Math.log(1 + rank) / Math.log(1 + LAST_RANK)))
      }
    const least = largest(best.values()) >= THE_VERY_THING ? BESIDE_THE_VERY_THING : LEAST_WEIGHT
    return [...best]
      .map(([name, weight]) => ({ name, weight }))
      .filter(({ weight }) => weight >= least)
      .sort((a, b) => b.weight - a.weight)
  }

  #compare(synset: number, rank: number, say: (name: string, weight: number) => void): void {
    const same = Math.max(0.6, 1 - 0.1 * rank)
    const above = this.#ancestors(synset)
    const wholes = new Set(this.#lexicon.pointed(synset, ['#p']))
    const parts = new Set(this.#lexicon.pointed(synset, ['%p']))
    const content = this.#content[synset] as number
    const named = Math.min(1, Math.max(0, (content - EMPTY_CONTENT) / (FULL_CONTENT - EMPTY_CONTENT)))
    for (const entry of this.#entries) {
      // Many words have a rare sense that is a kind of person ("dog: a man"), few one that is a kind of thing.
      const kindred = 1 / (1 + (entry.name === 'person' ? 1.5 : 0.35) * rank)
      for (const target of entry.synsets) {
        if (target === synset) say(entry.name, same)
        const steps = above.get(target)
        if (steps) say(entry.name, kindred * NARROWER * STEP ** (steps - 1))
        if (wholes.has(target) || parts.has(target)) say(entry.name, kindred * PART)
      }
      if (entry.ancestors.get(synset)) say(entry.name, kindred * BROADER * named)
    }
  }

  /**
   * Links to the same idea in another part of speech: only the thing itself counts, and people for their activities.
   */
  #besides(from: number, beside: number, rank: number, say: (name: string, weight: number) => void): void {
    const above = this.#lexicon.partOf(from) === 'v' ? this.#ancestors(beside) : null
    for (const entry of this.#entries)
      for (const target of entry.synsets) {
        if (target === beside) say(entry.name, SIDEWAYS_FACTOR * Math.max(0.6, 1 - 0.1 * rank))
        else if (entry.name === 'person' && above?.has(target)) say(entry.name, DOER / (1 + 0.35 * rank))
      }
  }

  /** Links by definitions: the definition of an oven contains "kitchen", and that of to smile contains "lips". */
  #define(synset: number, say: (name: string, weight: number) => void): void {
    const defining = new Set(this.#definingWords(synset))
    const lemmas = this.#lexicon.words(synset).filter((word) => this.#frequency(word) <= COMMON_SHARE)
    for (const entry of this.#entries) {
      if (lemmas.some((lemma) => entry.definition.has(lemma))) say(entry.name, DEFINED_BY)
      for (const lemma of entry.lemmas) if (defining.has(lemma)) say(entry.name, DEFINED_BY)
    }
  }

  #definingWords(synset: number): string[] {
    const words = new Set<string>()
    for (const [word] of this.#lexicon.definition(synset).matchAll(/[a-z][a-z-]+/g))
      for (const part of ['n', 'v'] as const)
        for (const form of this.#lexicon.baseForms(word, part))
          if (this.#frequency(form) <= COMMON_SHARE) words.add(form)
    return [...words]
  }

  /** All broader synsets, including the synset itself, with the number of steps. */
  #ancestors(synset: number): Map<number, number> {
    const found = new Map([[synset, 0]])
    for (const [at, steps] of found)
      for (const above of this.#lexicon.pointed(at, UP)) if (!found.has(above)) found.set(above, steps + 1)
    return found
  }
}

/** Intrinsic information content of each synset: 1 for a word without narrower ones, 0 for the broadest (Seco and others 2004). */
function informationContent(lexicon: Lexicon): Float32Array {
  const below = new Int32Array(lexicon.size).fill(-1)
  const count = (synset: number): number => {
    const known = below[synset] as number
    if (known >= 0) return known
    below[synset] = 0
    let sum = 0
    for (const child of lexicon.pointed(synset, DOWN)) sum += 1 + count(child)
    below[synset] = sum
    return sum
  }
  const content = new Float32Array(lexicon.size)
  for (let synset = 0; synset < lexicon.size; synset++)
    content[synset] = Math.max(0, 1 - Math.log(1 + count(synset)) / Math.log(lexicon.size))
  return content
}
