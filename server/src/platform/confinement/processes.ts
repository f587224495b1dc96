import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { constants } from 'node:os'
import { type Cell, cellWords } from './cell.ts'
import { lowerPriority } from './lower-priority.ts'
import { processorSeconds } from './processor-time.ts'

/** Environment variable that identifies everything a supervised process started. */
export const RUN_MARK = 'FOOTNOTE_RUN'
/** Environment variable with the marks of runs that ended before this one, with commas between them. */
export const ENDED_RUNS = 'FOOTNOTE_ENDED_RUNS'

const run = process.env[RUN_MARK]

/**
 * Environment of programs with threads. By default, glibc keeps memory that a thread has freed for that thread alone, and
 * reserves 64 MB of address space for each thread, which counts against a decoder's limit.
 */
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' }

/**
 * Environment of API and worker. By default, glibc keeps what a picture or a sound needed, in pieces of up to 32 MB, for
 * later (mallopt(3)): 40 MB of a worker that had indexed eight minutes. Larger pieces than half a megabyte go back at once.
 */
export const LITTLE_KEPT = {
  ...FEW_ARENAS,
  MALLOC_MMAP_THRESHOLD_: String(2 ** 19),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 19),
}

/** Bytes of a huge page on most machines. */
const HUGE_PAGE = 2 ** 21

/**
 * Lets an engine give back the memory that a picture needed. By default, glibc keeps freed pieces of up to 32 MB for later
 * (mallopt(3)). Huge pages make the pieces cheap that come and go with each picture (glibc 2.35 and later): a fifth of an
 * engine's processor time went into pages of 4 KB.
 */
const GIVE_BACK = {
  MALLOC_MMAP_THRESHOLD_: String(HUGE_PAGE),
  MALLOC_TRIM_THRESHOLD_: String(HUGE_PAGE),
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
}

/** What every program gets. */
const COMMON = {
  // When bubblewrap is killed before its child may begin, the child sleeps for ever. The supervisor finds it by this.
  ...(run && { [RUN_MARK]: run }),
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  ...FEW_ARENAS,
}

/** The only environment variables of an engine: none of the product's settings or secrets. */
const ENGINE_ENVIRONMENT = { ...COMMON, ...GIVE_BACK }

/** The only environment variables of a decoder. */
export const PROGRAM_ENVIRONMENT = {
  ...COMMON,
  LC_ALL: 'C.UTF-8',
}

/** In milliseconds. */
const CLOSE_MS = 5_000

/** How a program ended. */
export interface ExitStatus {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Signals with which others end a process. A crash causes other signals. */
const KILLS: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * Whether another process ended this one.
 * @param status its exit status; above 128 it is a signal, as shells and bubblewrap report it
 */
export function wasKilled(status: number | null, signal: NodeJS.Signals | null): boolean {
  return KILLS.some((kill) => signal === kill || status === 128 + constants.signals[kill])
}

/** A program that reads strangers' files, and how it is started. */
export interface Launch {
  readonly command: readonly string[]
  /** Working directory outside of a view, as an absolute path. */
  readonly folder: string
  /** Opens pipe 3, for both directions. */
  readonly extra: boolean
  readonly cell: Cell
  readonly kind: 'decoder' | 'engine'
  /** By how much all other sessions go first, 1 to 19; 0 for a program for which somebody waits. */
  readonly niceness: number
}

/** A running decoder or engine, started by this process or by the spawner. */
export interface ConfinedProgram {
  readonly stdout: Socket
  readonly stderr: Socket
  /** Pipe 3, if requested. */
  readonly extra: Socket | null
  /** Lets this process end before it, or not. */
  readonly keepsAlive: (keeps: boolean) => void
  /** Processor time that it and what it started have used, in seconds; null where the system does not say it. */
  readonly processorSeconds: () => Promise<number | null>
  /** Resolves when it has ended; throws when it could not start. */
  readonly exited: Promise<ExitStatus>
  /** Resolves when it has ended and its pipes are read to the end; throws when it could not start. */
  readonly ended: Promise<ExitStatus>
  /** Ends it at once, with its whole process group, and soon its pipes, which a hidden process may hold. */
  kill(): void
}

/** Sends SIGKILL to a process group. Ignores one that is gone. */
export function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Closes the pipes of a killed program, after time to read what it has written. */
export function closeSoon(pipes: readonly (Socket | null)[]): void {
  setTimeout(() => {
    for (const pipe of pipes) pipe?.destroy()
  }, CLOSE_MS).unref()
}

/** The environment of the program. */
export const environmentOf = ({ kind }: Pick<Launch, 'kind'>): Readonly<Record<string, string>> =>
  kind === 'engine' ? ENGINE_ENVIRONMENT : PROGRAM_ENVIRONMENT

/**
 * Starts a program as a child of this process, in a session of its own.
 * @param enter command words that run a program where its accounts live; none by default
 */
export function startHere(launch: Launch, enter: readonly string[] = []): ConfinedProgram {
  const [program = '', ...args] = [...enter, ...cellWords(launch.cell), ...launch.command]
  const child = spawn(program, args, {
    cwd: launch.folder,
    env: environmentOf(launch),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', launch.extra ? 'pipe' : 'ignore'],
  })
  if (child.pid !== undefined && launch.niceness > 0) void lowerPriority(child.pid, launch.niceness)
  const [, stdout, stderr, third] = child.stdio as unknown as [null, Socket, Socket, Socket | null]
  const until = (event: 'exit' | 'close') =>
    new Promise<ExitStatus>((resolve, reject) => {
      child.once('error', reject)
      child.once(event, (code, signal) => resolve({ code, signal }))
    })
  const [exited, ended] = [until('exit'), until('close')]
  // What it has left behind would hold its pipes open.
  child.once('exit', () => killGroup(child.pid))
  // The caller awaits the failure later; until then it must not count as an unhandled rejection.
  for (const each of [exited, ended]) each.catch(() => undefined)
  const alive = () => child.exitCode === null && child.signalCode === null
  const keepsAlive = (keeps: boolean) => {
    for (const each of [child, stdout, stderr, third]) each?.[keeps ? 'ref' : 'unref']()
  }
  const kill = () => {
    if (alive()) killGroup(child.pid)
    closeSoon([stdout, stderr, third])
  }
  const worked = () => processorSeconds(child.pid ?? null)
  return { stdout, stderr, extra: third, keepsAlive, processorSeconds: worked, exited, ended, kill }
}
