import { randomInt } from 'node:crypto'
import { randomNumbers } from './random-numbers.ts'

/** Drawn of each family. */
const SHARE = 1 / 3

/**
 * Draws a third of a large family of cases, others in each run. CASES=all runs every case, as each night; CASES_SEED, which is
 * printed, draws the same ones again.
 * @returns the drawn cases in the order of the family
 */
export function drawnCases<Case>(cases: readonly Case[]): Case[] {
  if (process.env.CASES === 'all') return [...cases]
  const seed = Number(process.env.CASES_SEED ?? randomInt(2 ** 31))
  const count = Math.ceil(cases.length * SHARE)
  console.log(`${count} of ${cases.length} cases, drawn by CASES_SEED=${seed}`)
  const next = randomNumbers(seed)
  const ranked = cases.map((_, at) => ({ at, rank: next() })).sort((a, b) => a.rank - b.rank)
  const drawn = new Set(ranked.slice(0, count).map(({ at }) => at))
  return cases.filter((_, at) => drawn.has(at))
}
