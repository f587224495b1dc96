import { accountFor } from './accounts/held-accounts.ts'
import { type Limits, limitWords, type Trial, toolsFor, viewOf } from './confine.ts'
import { handOver, removeLinks } from './hand-over.ts'
import { ownLauncher } from './launcher.ts'
import { BACKGROUND } from './lower-priority.ts'
import type { ConfinedProgram } from './processes.ts'
import { start } from './start.ts'

/** One run of a program over one untrusted file. */
export interface Decoding extends Limits {
  /** The only writable folder, as an absolute path. */
  readonly folder: string
  /** The only readable file besides the system's programs and libraries. */
  readonly input: string
  /** Files and folders of our own that the program needs; none by default. */
  readonly parts?: readonly string[]
  /** Absolute paths of device files that it may open; none by default. */
  readonly devices?: readonly string[]
  /** A program, with arguments that make it succeed at once, for trying the confinement. */
  readonly trial: Trial
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
  /** By how much others go first, 1 to 19; as other work in the background by default. */
  readonly niceness?: number | undefined
}

/**
 * Starts a decoder, confined by every means of this machine. No other code starts decoders.
 * @throws UntriedError when the means are unknown at the moment
 */
export async function startDecoder(decoding: Decoding): Promise<ConfinedProgram> {
  const { folder, trial, program = trial[0], parts = [], files = [], extra = false, niceness = BACKGROUND } = decoding
  const { devices } = decoding
  const launcher = await ownLauncher()
  const tools = await toolsFor(launcher, trial)
  const held = await accountFor(launcher, folder)
  try {
    const input = await handOver(folder, decoding.input, files, held.account)
    const own = trial[0].startsWith('/') ? [trial[0]] : []
    const view = await viewOf(tools, folder, [...own, ...parts, input], devices)
    // Another account may not enter the folders above; relative to its working directory it need not.
    const nearer = (word: string) => word.replaceAll(`${folder}/`, './').replaceAll(folder, '.')
    const options = decoding
      .arguments(input)
      .map((word) => (launcher.kind === 'switched' && !tools.bubblewrap ? nearer(word) : word))
    const running = await start(launcher, {
      command: [...limitWords(launcher, tools, decoding, niceness), program, ...options],
      folder,
      extra,
      cell: { account: held.account, view },
      kind: 'decoder',
      niceness,
    })
    running.exited.then(held.release, held.release)
    const ended = running.ended.finally(() => removeLinks(folder))
    ended.catch(() => undefined)
    return { ...running, ended }
  } catch (error) {
    await held.release()
    throw error
  }
}
