import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { constants } from 'node:os'

/** The only variables a decoder sees: none of the product's settings or secrets. */
export const PROGRAM_ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  LC_ALL: 'C.UTF-8',
  // Each glibc arena reserves 64 MB of address space a thread, which counts against the memory limit.
  MALLOC_ARENA_MAX: '2',
}

/** How a program ended. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Signals that others end a process with. A process that crashes gets other ones. */
const KILLS: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * Whether a process was ended by somebody else.
 * @param status its exit status; one above 128 is a signal, as shells and bubblewrap pass it on
 */
export function wasKilled(status: number | null, signal: NodeJS.Signals | null): boolean {
  return KILLS.some((kill) => signal === kill || status === 128 + constants.signals[kill])
}

/** A decoder at work, whoever started it. */
export interface RunningDecoder {
  readonly stdout: Socket
  readonly stderr: Socket
  /** Pipe 3, where it was asked for. */
  readonly extra: Socket | null
  /** Resolves when it has ended and its pipes are read to the end; throws where it could not be started. */
  readonly ended: Promise<Ending>
  /** Ends it at once, with its whole process group. */
  kill(): void
}

/** Sends SIGKILL to a process group; one that is gone already is no error. */
export function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Starts a command as a child of this process, in a process group of its own. */
export function startHere([program = '', ...args]: readonly string[], folder: string, extra: boolean): RunningDecoder {
  const child = spawn(program, args, {
    cwd: folder,
    env: PROGRAM_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', extra ? 'pipe' : 'ignore'],
  })
  const [, stdout, stderr, third] = child.stdio as unknown as [null, Socket, Socket, Socket | null]
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  // Whoever awaits it learns of a failure; until then it must not count as unhandled.
  ended.catch(() => undefined)
  const alive = () => child.exitCode === null && child.signalCode === null
  return { stdout, stderr, extra: third, ended, kill: () => alive() && killGroup(child.pid) }
}
