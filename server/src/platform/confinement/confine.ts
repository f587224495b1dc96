import { readFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { numbersOf } from './accounts/account-block.ts'
import type { SystemAccount } from './accounts/accounts.ts'
import type { BindMount, Cell, View } from './cell.ts'
import type { Launcher } from './launcher.ts'
import { BACKGROUND } from './lower-priority.ts'
import { type ConfinedProgram, type Launch, wasKilled } from './processes.ts'
import { start } from './start.ts'

/** Limits of one program. */
export interface Limits {
  /** Address space, in bytes; unlimited by default. */
  readonly memoryBytes?: number
  /** Memory that it writes to, in bytes, in place of its address space; unlimited by default. */
  readonly dataBytes?: number
  /** Size limit of written files, in bytes. */
  readonly fileBytes: number
}

/** A program, with arguments that make it succeed at once, to learn which means of confinement work for it. */
export type Trial = readonly [string, ...string[]]

/** The system's means of confinement that work on this machine, for the code that starts decoders and engines. */
export interface ConfinementTools {
  readonly nice: boolean
  /** Programs can be made to die with their parent, and cannot gain privileges. */
  readonly tied: boolean
  readonly prlimit: boolean
  /** The program works as an account of its own. Without root there is none. */
  readonly account: boolean
  /** Programs have no network even without bubblewrap. */
  readonly offline: boolean
  readonly bubblewrap: boolean
  /** Bubblewrap can forbid user namespaces inside. */
  readonly closed: boolean
}

const TRIAL_MILLISECONDS = 20_000
const TRIES = 2

/**
 * Processes and threads of an account that only one job or engine has. ffmpeg on four threads has fewer than 60, an
 * engine fewer than 50, and a job runs a few programs at once.
 */
const TASKS = 512
/** The limit counts all processes and threads of an ordinary user, so it is above what the whole system runs. */
const TASKS_BESIDES = 1_024

/**
 * It is unknown what works here, since a trial was killed or timed out twice. Nothing is started until a trial
 * succeeds.
 */
export class UntriedError extends Error {
  constructor(cause: unknown) {
    super('How decoders are confined could not be tried.', { cause })
    this.name = 'UntriedError'
  }
}

/** Node's error for a missing program, or one that we may not run. */
const NO_PROGRAM = /^spawn .*(ENOENT|EACCES)$/

/**
 * Runs a command in a cell.
 * @returns its output; null when it failed
 * @throws UntriedError when it neither worked nor failed
 */
async function attempt(launcher: Launcher, cell: Cell, command: readonly string[]): Promise<string | null> {
  const launch: Launch = { command, folder: '/', extra: false, cell, kind: 'decoder', niceness: BACKGROUND }
  for (let tries = 1; ; tries += 1)
    try {
      return await answerOf(await start(launcher, launch))
    } catch (error) {
      if (error instanceof Error && NO_PROGRAM.test(error.message)) return null
      if (tries === TRIES) throw new UntriedError(error)
    }
}

async function answerOf(running: ConfinedProgram): Promise<string | null> {
  const timer = setTimeout(running.kill, TRIAL_MILLISECONDS)
  let printed = ''
  running.stderr.resume()
  running.stdout.on('data', (part: Buffer) => {
    printed += part
  })
  const { code, signal } = await running.ended.finally(() => clearTimeout(timer))
  if (wasKilled(code, signal)) throw new Error(`It ended with ${signal ?? `exit status ${code}`}.`)
  return code === 0 ? printed : null
}

/** The account of trials: no job waits for it, since trials leave nothing. */
const triedAs = (launcher: Launcher): SystemAccount | null => {
  if (launcher.kind === 'own') return null
  const number = launcher.block && numbersOf(launcher.block, 'engine').at(-1)
  return number ? { uid: number, gid: number } : launcher.account
}

/** @throws UntriedError */
async function findTools(launcher: Launcher, trial: Trial, parts: readonly string[]): Promise<ConfinementTools> {
  const account = triedAs(launcher)
  const works = async (cell: Cell, ...words: string[]) => (await attempt(launcher, cell, words)) !== null
  const plain = { account, view: null }
  const network = ['readlink', '/proc/self/ns/net']
  const [program] = trial
  // A missing program works nowhere, and its start says so.
  const readable = await boundTo(program.startsWith('/') ? [program, ...parts] : parts).catch(() => null)
  const inView = async (closed: boolean) =>
    readable !== null && (await works({ account, view: { folder: null, readable, devices: [], closed } }, ...trial))
  const [nice, tied, prlimit, switched, its, ours, bubblewrap, closed] = await Promise.all([
    works(plain, 'nice', '-n', String(BACKGROUND), 'true'),
    works(plain, 'setpriv', '--pdeathsig', 'KILL', '--no-new-privs', 'true'),
    works(plain, 'prlimit', '--core=0', `--nproc=${tasksOf(launcher)}`, 'true'),
    launcher.kind !== 'own' && works(plain, ...trial),
    attempt(launcher, plain, network),
    attempt({ kind: 'own' }, { account: null, view: null }, network),
    inView(false),
    // Where accounts live, nobody can make user namespaces anyway.
    (launcher.kind === 'own' || !launcher.block) && inView(true),
  ])
  return { nice, tied, prlimit, account: switched, offline: its !== null && its !== ours, bubblewrap, closed }
}

const toolsOf = new Map<string, Promise<ConfinementTools>>()

/**
 * The means that work for a program on this machine in this way. Each program is tried once per process, unless its
 * trial was inconclusive: it gave no answer, or the program does not work at all.
 * @param parts files and folders that it reads besides the system's, as absolute paths; none by default
 * @throws UntriedError
 */
export function toolsFor(launcher: Launcher, trial: Trial, parts: readonly string[] = []): Promise<ConfinementTools> {
  const key = [launcher.kind, ...trial].join(' ')
  const known = toolsOf.get(key)
  if (known) return known
  const tools = findTools(launcher, trial, parts)
  toolsOf.set(key, tools)
  const plain = { account: triedAs(launcher), view: null }
  const works = async () => {
    const { bubblewrap, account } = await tools
    return bubblewrap || account || (await attempt(launcher, plain, trial)) !== null
  }
  works().then(
    (lasts) => lasts || toolsOf.delete(key),
    () => toolsOf.delete(key),
  )
  return tools
}

/**
 * Command words before a program, in its cell, that give it low priority, limits, death with its parent, and no way to
 * gain privileges. Omits what the machine lacks.
 * @param niceness by how much others go first; 0 for a program for which somebody waits
 */
export function limitWords(launcher: Launcher, tools: ConfinementTools, limits: Limits, niceness: number): string[] {
  const { memoryBytes, dataBytes, fileBytes } = limits
  const memory = [
    ...(memoryBytes === undefined ? [] : [`--as=${memoryBytes}`]),
    ...(dataBytes === undefined ? [] : [`--data=${dataBytes}`]),
  ]
  return [
    ...(tools.nice && niceness > 0 ? ['nice', '-n', String(niceness)] : []),
    ...(tools.tied ? ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--'] : []),
    ...(tools.prlimit
      ? ['prlimit', '--core=0', `--nproc=${tasksOf(launcher)}`, ...memory, `--fsize=${fileBytes}`, '--']
      : []),
  ]
}

/** Most processes and threads of a program's account. */
function tasksOf(launcher: Launcher): number {
  if (launcher.kind !== 'own' && launcher.block) return TASKS
  return tasksOfSystem() + TASKS_BESIDES
}

/** The number after the slash in /proc/loadavg, see proc(5). */
function tasksOfSystem(): number {
  try {
    return Number(/\/(\d+)/.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/**
 * What a program sees; null without bubblewrap.
 * @param folder the only writable one
 * @param readable files and folders; all are absolute paths
 * @param devices device files, as absolute paths; none by default
 */
export async function viewOf(
  { bubblewrap, closed }: ConfinementTools,
  folder: string | null,
  readable: readonly string[],
  devices: readonly string[] = [],
): Promise<View | null> {
  if (!bubblewrap) return null
  const [writable = null] = await boundTo(folder === null ? [] : [folder])
  return { folder: writable, readable: await boundTo(readable), devices, closed }
}

const boundTo = (places: readonly string[]): Promise<BindMount[]> =>
  Promise.all(places.map(async (place) => ({ place, source: await realpath(place) })))
