import type { Lexicon } from './lexicon.ts'

/** Strength of each kind of pointer; antonyms and usage domains do not count. */
const STRENGTH: Record<string, number> = {
  '@': 1,
  '@i': 1,
  '~': 1,
  '~i': 0.5,
  '#m': 1,
  '#s': 1,
  '#p': 1.5,
  '%m': 1,
  '%s': 1,
  '%p': 1.5,
  '&': 1.5,
  '^': 1,
  '+': 2,
  '\\': 2,
  '=': 1,
  '*': 1,
  '>': 1,
  $: 1.5,
  ';c': 0.7,
  '-c': 0.7,
}
/** Strength of the link between a synset and a word of its gloss, divided among the word's senses. */
const GLOSS_STRENGTH = 0.8
/** A word in more glosses than this is too common to count ("a", "used", "something"). */
const COMMON_WORD = 1_500
const MOST_SENSES = 3
/** Probability at each step that a walk returns to its start. */
const RETURN = 0.25
/**
 * A walk is followed while its remaining share, per unit of a synset's links, is above this. A quarter of it takes 2.6
 * times as long and moves no weight of a word by more than 0.013 (160 queries).
 */
const PRECISION = 8e-6
const MOST_LINKS = 3_000_000
const WORD = /[a-z][a-z'-]+/g

/** A synset that walks reach. */
export interface Visit {
  readonly synset: number
  /** Visits relative to the number of its links. */
  readonly intensity: number
}

/**
 * Relatedness of words, from random walks with return over WordNet's pointers and glosses (personalised PageRank;
 * Agirre and Soroa 2009), computed by forward push (Andersen, Chung, Lang 2006).
 */
export class RelatednessGraph {
  readonly #starts: Int32Array
  readonly #targets: Int32Array
  readonly #weights: Float32Array
  readonly #degrees: Float32Array
  /** The share that a synset must have before a walk goes on from it. */
  readonly #thresholds: Float64Array
  readonly #visits: Float64Array
  readonly #left: Float64Array
  #queue = new Int32Array(2 ** 16)
  readonly #gloss_counts = new Map<string, number>()
  readonly #size: number

  /** Links all synsets, which takes about a second. */
  constructor(lexicon: Lexicon) {
    this.#size = lexicon.size
    const from = new Int32Array(MOST_LINKS)
    const to = new Int32Array(MOST_LINKS)
    const weight = new Float32Array(MOST_LINKS)
    let count = 0
    const link = (a: number, b: number, strength: number) => {
      if (a === b || count === MOST_LINKS) return
      from[count] = a
      to[count] = b
      weight[count++] = strength
    }
    const tokens = this.#countWords(lexicon)
    const senses = new Map<string, { synset: number; share: number }[]>()
    for (let synset = 0; synset < lexicon.size; synset++) {
      // The files contain each pointer in both directions, and every link counts in both directions: hence half.
      lexicon.eachPointer(synset, (symbol, target) => {
        const strength = STRENGTH[symbol]
        if (strength) link(synset, target, strength / 2)
      })
      for (const token of tokens[synset] as string[]) {
        const frequency = this.#gloss_counts.get(token) as number
        if (frequency > COMMON_WORD) continue
        let meanings = senses.get(token)
        if (!meanings) {
          meanings = lexicon
            .meanings(token)
            .sort((a, b) => b.share - a.share)
            .slice(0, MOST_SENSES)
          senses.set(token, meanings)
        }
        const rarity = Math.log(lexicon.size / frequency) / Math.log(lexicon.size)
        for (const { synset: meaning, share } of meanings) link(synset, meaning, GLOSS_STRENGTH * share * rarity)
      }
    }
    this.#starts = new Int32Array(lexicon.size + 1)
    this.#targets = new Int32Array(2 * count)
    this.#weights = new Float32Array(2 * count)
    this.#degrees = new Float32Array(lexicon.size)
    this.#visits = new Float64Array(lexicon.size)
    this.#left = new Float64Array(lexicon.size)
    this.#arrange(from.subarray(0, count), to.subarray(0, count), weight)
    this.#thresholds = Float64Array.from(this.#degrees, (degree) => PRECISION * degree)
  }

  /** Share of WordNet's definitions that contain a word, 0 to 1: how common it is in plain English. */
  frequency(word: string): number {
    return (this.#gloss_counts.get(word) ?? 0) / this.#size
  }

  /**
   * The synsets that walks from some synsets reach, the most visited first.
   * @param seeds synsets with their shares, which add up to 1
   */
  walk(seeds: readonly { synset: number; share: number }[]): Visit[] {
    const [starts, targets, weights] = [this.#starts, this.#targets, this.#weights]
    const [degrees, thresholds, visits, left] = [this.#degrees, this.#thresholds, this.#visits, this.#left]
    let queue = this.#queue
    let end = 0
    const touched: number[] = []
    for (const { synset, share } of seeds) {
      const before = left[synset] as number
      left[synset] = before + share
      if (before <= (thresholds[synset] as number) && before + share > (thresholds[synset] as number))
        queue[end++] = synset
    }
    for (let at = 0; at < end; at++) {
      const synset = queue[at] as number
      const share = left[synset] as number
      left[synset] = 0
      if (visits[synset] === 0) touched.push(synset)
      visits[synset] = (visits[synset] as number) + RETURN * share
      const passed = ((1 - RETURN) * share) / Math.max(1e-9, degrees[synset] as number)
      const last = starts[synset + 1] as number
      if (end + last - (starts[synset] as number) > queue.length) queue = this.#queue = grown(queue)
      // Written out, since a call for each link takes as long as all the rest.
      for (let link = starts[synset] as number; link < last; link++) {
        const target = targets[link] as number
        const before = left[target] as number
        const after = before + passed * (weights[link] as number)
        const threshold = thresholds[target] as number
        left[target] = after
        if (before <= threshold && after > threshold) queue[end++] = target
      }
    }
    const found: Visit[] = []
    for (const synset of touched) {
      found.push({ synset, intensity: (visits[synset] as number) / Math.max(1, this.#degrees[synset] as number) })
      visits[synset] = 0
    }
    left.fill(0)
    return found.sort((a, b) => b.intensity - a.intensity)
  }

  #countWords(lexicon: Lexicon): string[][] {
    const words: string[][] = []
    for (let synset = 0; synset < lexicon.size; synset++) {
      const tokens = [...new Set(lexicon.definition(synset).match(WORD))]
      for (const token of tokens) this.#gloss_counts.set(token, (this.#gloss_counts.get(token) ?? 0) + 1)
      words.push(tokens)
    }
    return words
  }

  /** Sorts the links by their start, each of them in both directions. */
  #arrange(from: Int32Array, to: Int32Array, weight: Float32Array): void {
    const counts = new Int32Array(this.#starts.length)
    for (const ends of [from, to]) for (const end of ends) counts[end] = (counts[end] as number) + 1
    let sum = 0
    for (let synset = 0; synset < counts.length; synset++) {
      this.#starts[synset] = sum
      sum += counts[synset] as number
    }
    const next = Int32Array.from(this.#starts)
    const put = (a: number, b: number, strength: number) => {
      const at = next[a] as number
      next[a] = at + 1
      this.#targets[at] = b
      this.#weights[at] = strength
      this.#degrees[a] = (this.#degrees[a] as number) + strength
    }
    for (let link = 0; link < from.length; link++) {
      put(from[link] as number, to[link] as number, weight[link] as number)
      put(to[link] as number, from[link] as number, weight[link] as number)
    }
  }
}

/** A longer queue with the same entries. A step adds at most as many as a synset has links. */
function grown(queue: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * queue.length)
  longer.set(queue)
  return longer
}
