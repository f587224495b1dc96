import { type Confines, confine, meansFor } from './confine.ts'
import { handOver, removeLinks } from './hand-over.ts'
import type { RunningDecoder } from './processes.ts'
import { start } from './start.ts'
import { ownWay } from './way.ts'

/** One run of a program over one untrusted file. */
export interface Decoding extends Confines {
  /** A program, with arguments that make it succeed at once, for trying the confinement. */
  readonly trial: readonly [string, ...string[]]
  /** The program; the trial's by default. Bare names are searched in the system's folders. */
  readonly program?: string
  /** The program's arguments, given the path of its input. */
  readonly arguments: (input: string) => readonly string[]
  /**
   * Absolute paths of further files in the folder that it reads or writes. Missing ones are created. None by default.
   */
  readonly files?: readonly string[]
  /** Opens pipe 3. */
  readonly extra?: boolean
}

/**
 * Starts a decoder, confined by every means of this machine. No other code starts decoders.
 * @throws UntriedError when the means are unknown at the moment
 */
export async function startDecoder(decoding: Decoding): Promise<RunningDecoder> {
  const { folder, trial, program = trial[0], files = [], extra = false } = decoding
  const way = ownWay()
  const means = await meansFor(way, trial)
  const input = await handOver(folder, decoding.input, files)
  const words = await confine(way, means, trial[0], { ...decoding, input })
  // Another account may not enter the folders above; relative to its working directory it need not.
  const nearer = (word: string) => word.replaceAll(`${folder}/`, './').replaceAll(folder, '.')
  const options = decoding
    .arguments(input)
    .map((word) => (way.kind === 'switched' && !means.bubblewrap ? nearer(word) : word))
  const running = await start(way, [...words, program, ...options], folder, extra)
  const ended = running.ended.finally(() => removeLinks(folder))
  ended.catch(() => undefined)
  return { ...running, ended }
}
