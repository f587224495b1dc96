import type { Weighted } from '../meaning.ts'
import type { Lexicon, Meaning } from './lexicon.ts'
import type { Visit } from './relatedness.ts'

/** Weight of a word at the other end of one pointer. */
const STEPS: readonly { symbols: readonly string[]; weight: number }[] = [
  { symbols: ['+', '\\'], weight: 0.85 },
  { symbols: ['&', '$'], weight: 0.7 },
  { symbols: ['~', '~i'], weight: 0.7 },
  { symbols: ['@', '@i'], weight: 0.6 },
  { symbols: ['%p', '%m', '%s', '#p', '#m', '#s', '^', '*', '>'], weight: 0.45 },
]
const SYNONYM = 0.9
/** Weight of a second step in the same direction, relative to the first. */
const SECOND_STEP = 0.75
const WALK = 0.45
const LAST_RANK = 1_000
/** Number of visited synsets whose words count; the others are too weak to search for. */
const WALK_SYNSETS = 150
const MOST_WORDS = 160
const LEAST_WEIGHT = 0.12

/** Words that texts may use instead of a query's word, strongest first. */
export function kindredWords(
  lexicon: Lexicon,
  forms: readonly string[],
  meanings: readonly Meaning[],
  walk: readonly Visit[],
): Weighted[] {
  const best = new Map<string, number>()
  const say = (synset: number, weight: number) => {
    if (weight < LEAST_WEIGHT) return
    for (const word of lexicon.words(synset)) best.set(word, Math.max(weight, best.get(word) ?? 0))
  }
  for (const { synset, rank } of meanings) {
    const sense = 1 / (1 + 0.7 * rank)
    say(synset, SYNONYM * Math.max(0.4, sense))
    for (const { symbols, weight } of STEPS)
      for (const near of lexicon.pointed(synset, symbols)) {
        say(near, weight * sense)
        for (const far of lexicon.pointed(near, symbols)) say(far, weight * SECOND_STEP * sense)
      }
  }
  for (const [rank, { synset }] of walk.slice(0, WALK_SYNSETS).entries())
    say(synset, WALK * (1 - Math.log(1 + rank) / Math.log(1 + LAST_RANK)))
  for (const form of forms) best.delete(form)
  return [...best]
    .map(([name, weight]) => ({ name, weight }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_WORDS)
}
