import { randomInt } from 'node:crypto'
import { randomNumbers } from './random-numbers.ts'

/**
 * Draws a part of a large family of cases, others in each run. CASES=all runs every case, as each night; CASES_SEED, which
 * is printed, draws the same ones again.
 * @param kindsOf names the kinds of a case; each draw has a case of every kind, even if those are more than its share
 * @param share of the family
 * @returns the drawn cases in the order of the family
 */
export function drawnCases<Case>(
  cases: readonly Case[],
  { kindsOf = () => [], share = 1 / 3 }: { kindsOf?: (one: Case) => readonly string[]; share?: number } = {},
): Case[] {
  if (process.env.CASES === 'all') return [...cases]
  const seed = Number(process.env.CASES_SEED ?? randomInt(2 ** 31))
  const next = randomNumbers(seed)
  const ranked = cases.map((one, at) => ({ one, at, rank: next() })).sort((a, b) => a.rank - b.rank)
  const met = new Set<string>()
  const drawn = new Set<number>()
  for (const { one, at } of ranked) {
    const kinds = kindsOf(one)
    if (kinds.every((kind) => met.has(kind))) continue
    drawn.add(at)
    for (const kind of kinds) met.add(kind)
  }
  for (const { at } of ranked) if (drawn.size < cases.length * share) drawn.add(at)
  console.log(`${drawn.size} of ${cases.length} cases, drawn by CASES_SEED=${seed}`)
  return cases.filter((_, at) => drawn.has(at))
}

/**
 * How often a test kills, or how large its subject is: CASES=all, as each night, makes it larger.
 * @param usual enough to meet each kind
 */
export const countOf = ({ usual, all }: { usual: number; all: number }): number =>
  process.env.CASES === 'all' ? all : usual
