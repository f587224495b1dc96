import { parseArgs } from 'node:util'
import { randomNumbers } from '../server/test/random-numbers.ts'

/** Numbers, switches and names that set the size of a run. */
export type Sizes = Readonly<Record<string, number | boolean | string>>

/** Result of a run. */
export interface Outcome {
  /** Counts and measurements in printing order; their names include the unit. */
  readonly counts: Readonly<Record<string, number | string>>
  /** One sentence with figures for each broken bound; empty if all held. */
  readonly failures: readonly string[]
}

/** The result, a line each. Failures come first, so that a summary that is cut off still shows them. */
export const wordsOf = ({ counts, failures }: Outcome): string =>
  [...failures, ...Object.entries(counts).map(([name, count]) => `${name}: ${count}`)].join('\n')

/** Prints progress during a run. */
export type Log = (line: string) => void

/**
 * Makes the numbers from 0 to 1 that the moments of a run follow from, and prints their seed, so that it can be repeated.
 * @param seed 0 leaves it to chance
 */
export function chanceOf(seed: number, log: Log): () => number {
  const chosen = seed === 0 ? Math.ceil(Math.random() * 2 ** 31) : seed
  log(`The moments follow from --seed=${chosen}.`)
  return randomNumbers(chosen)
}

/** A long run against a real product, real processes and a real database. A test runs its short form with smaller sizes. */
export interface Soak<S extends Sizes> {
  /** What the run proves, as a sentence. */
  readonly shows: string
  /** Sizes of the long form; each can be given as `--name=value`. */
  readonly sizes: S
  /** Starts everything that it needs on free ports with its own folders, and leaves nothing behind. */
  run(sizes: S, log: Log): Promise<Outcome>
}

/** Keeps the type of the sizes: a number stays a number, whatever its default. */
export const soak = <S extends Record<string, number | boolean | string>>(definition: Soak<S>): Soak<S> => definition

/** A run that reads its sizes from the command line. */
export interface NamedSoak {
  readonly name: string
  readonly shows: string
  readonly sizes: Sizes
  /** @throws Error for an unknown size, or one that is no number */
  start(typed: readonly string[], log: Log): Promise<Outcome>
}

/** A run with its name on the command line. */
export const named = <S extends Sizes>(name: string, definition: Soak<S>): NamedSoak => ({
  name,
  shows: definition.shows,
  sizes: definition.sizes,
  start: async (typed, log) => await definition.run(readSizes(definition.sizes, typed), log),
})

/** @throws Error for an unknown size, or one that is no number */
function readSizes<S extends Sizes>(sizes: S, typed: readonly string[]): S {
  const options = Object.fromEntries(
    Object.entries(sizes).map(([size, value]) => [
      size,
      { type: typeof value === 'boolean' ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  const { values } = parseArgs({ args: [...typed], options, allowNegative: true })
  const chosen = Object.entries(values).map(([size, value]) => {
    if (typeof value === 'boolean' || typeof sizes[size] === 'string') return [size, value]
    const number = Number(value)
    if (!Number.isFinite(number) || value === '') throw new Error(`--${size} takes a number, not '${value}'.`)
    return [size, number]
  })
  return { ...sizes, ...Object.fromEntries(chosen) }
}
