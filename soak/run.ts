import { parseArgs } from 'node:util'

/** Numbers, switches and names that set the size of a run. */
export type Sizes = Readonly<Record<string, number | boolean | string>>

/** What a run saw. */
export interface Outcome {
  /** What was counted and measured, in the order in which it is printed; names say the unit. */
  readonly counts: Readonly<Record<string, number | string>>
  /** One sentence for each bound that was broken, with the figures; empty when all held. */
  readonly failures: readonly string[]
}

/** What a run saw, a line each: a summary that is cut short still shows which bound was broken, and by how much. */
export const wordsOf = ({ counts, failures }: Outcome): string =>
  [...failures, ...Object.entries(counts).map(([name, count]) => `${name}: ${count}`)].join('\n')

/** Prints what happens while a run goes on. */
export type Log = (line: string) => void

/** A long run against a real product, real processes and a real database. Its short form in a test passes smaller sizes. */
export interface Soak<S extends Sizes> {
  /** What holds when nothing fails, as a sentence. */
  readonly shows: string
  /** Sizes of the long form; each can be given as `--name=value`. */
  readonly sizes: S
  /** Starts what it needs on free ports with folders of its own, and leaves nothing behind. */
  run(sizes: S, log: Log): Promise<Outcome>
}

/** Keeps the type of the sizes: a number stays a number, whatever its default. */
export const soak = <S extends Record<string, number | boolean | string>>(definition: Soak<S>): Soak<S> => definition

/** A run that takes its sizes as they were typed. */
export interface NamedSoak {
  readonly name: string
  readonly shows: string
  readonly sizes: Sizes
  /** @throws Error for a size that the run does not have, or that is no number */
  start(typed: readonly string[], log: Log): Promise<Outcome>
}

/** A run under the name by which it is asked for. */
export const named = <S extends Sizes>(name: string, definition: Soak<S>): NamedSoak => ({
  name,
  shows: definition.shows,
  sizes: definition.sizes,
  start: async (typed, log) => await definition.run(readSizes(definition.sizes, typed), log),
})

/** @throws Error for a size that is unknown or no number */
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
