import { type Confines, confine, meansFor } from './confine.ts'
import { handOver, removeLinks } from './hand-over.ts'
import type { RunningDecoder } from './processes.ts'
import { start } from './start.ts'
import { ownWay } from './way.ts'

/** One run of a program over one file that comes from a stranger. */
export interface Decoding extends Confines {
  /** A program with arguments that make it end well at once, by which the confinement is tried. */
  readonly trial: readonly [string, ...string[]]
  /** The program; that of the trial by default. Bare names are looked for in the system's folders. */
  readonly program?: string
  /** What the program is given, from the path under which it reads its input. */
  readonly arguments: (input: string) => readonly string[]
  /** Absolute paths of files in the folder that it reads or writes besides, made where missing; none by default. */
  readonly files?: readonly string[]
  /** Opens pipe 3. */
  readonly extra?: boolean
}

/**
 * Starts a decoder confined by every means that this machine has: the only way in which any is started.
 * @throws UntriedError where those are not known at the moment
 */
export async function startDecoder(decoding: Decoding): Promise<RunningDecoder> {
  const { folder, trial, program = trial[0], files = [], extra = false } = decoding
  const way = ownWay()
  const means = await meansFor(way, trial)
  const input = await handOver(folder, decoding.input, files)
  const words = await confine(way, means, trial[0], { ...decoding, input })
  // Who became another account may not pass the folders above its own; from where it starts it need not.
  const nearer = (word: string) => word.replaceAll(`${folder}/`, './').replaceAll(folder, '.')
  const options = decoding
    .arguments(input)
    .map((word) => (way.kind === 'switched' && !means.bubblewrap ? nearer(word) : word))
  const running = await start(way, [...words, program, ...options], folder, extra)
  const ended = running.ended.finally(() => removeLinks(folder))
  ended.catch(() => undefined)
  return { ...running, ended }
}
