import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { BACKGROUND } from './give-way.ts'
import { type RunningDecoder, wasKilled } from './processes.ts'
import { start } from './start.ts'
import { identityOf, type Way } from './way.ts'

/** The resources of one run. */
export interface Confines {
  /** The only writable folder, as an absolute path. */
  readonly folder: string
  /** The only readable file besides the system's libraries. */
  readonly input: string
  /** Files and folders of our own that the program needs; none by default. */
  readonly parts?: readonly string[]
  /** Address space, in bytes; unlimited by default. */
  readonly memoryBytes?: number
  /** Size limit of written files, in bytes. */
  readonly fileBytes: number
}

/** The system's means of confinement that work on this machine, for the code that starts decoders. */
export interface Means {
  readonly nice: boolean
  /** Programs can be made to die with their parent. */
  readonly tied: boolean
  readonly prlimit: boolean
  /** Programs run as an account of their own. */
  readonly account: boolean
  /** Programs have no network even without bubblewrap. */
  readonly offline: boolean
  readonly bubblewrap: boolean
}

/** System folders with programs and libraries; existing ones are bound read-only. */
const SYSTEM_FOLDERS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/nix/store',
  '/etc/alternatives',
  '/etc/ld.so.cache',
]
const TRIAL_MILLISECONDS = 20_000
const TRIES = 2

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
 * Runs a command in the way of a decoder.
 * @returns its output; null when it failed
 * @throws UntriedError when it neither worked nor failed
 */
async function attempt(way: Way, command: readonly string[]): Promise<string | null> {
  for (let tries = 1; ; tries += 1)
    try {
      return await answerOf(await start(way, command, '/', false))
    } catch (error) {
      if (error instanceof Error && NO_PROGRAM.test(error.message)) return null
      if (tries === TRIES) throw new UntriedError(error)
    }
}

async function answerOf(running: RunningDecoder): Promise<string | null> {
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

/** @param seen absolute paths to bind at the same place */
function bubblewrapWords(way: Way, program: string, seen: readonly string[], binds: readonly string[]): string[] {
  // Root keeps its own user namespace, since only there it can become the decoders' account.
  const spaces = ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try']
  const system = SYSTEM_FOLDERS.filter((folder) => existsSync(folder))
  const readable = (place: string) => ['--ro-bind', place, place]
  // Only root could enter the folders above a bound path by default.
  const open = (place: string) => foldersAbove(place).flatMap((folder) => ['--perms', '0755', '--dir', folder])
  return [
    'bwrap',
    ...(way.kind === 'switched' ? spaces : ['--unshare-all']),
    '--die-with-parent',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...(way.kind === 'switched' ? [...system, program, ...seen].flatMap(open) : []),
    ...system.flatMap(readable),
    ...(program.startsWith('/') ? readable(program) : []),
    ...binds,
    ...(way.kind === 'switched' ? [...identityOf(way.account), '--'] : []),
  ]
}

function foldersAbove(place: string): string[] {
  const above = path.dirname(place)
  return above === place || above === '/' || above === '.' ? [] : [...foldersAbove(above), above]
}

/**
 * @param trial the program, with arguments that make it succeed at once
 * @throws UntriedError
 */
async function findMeans(way: Way, trial: readonly [string, ...string[]]): Promise<Means> {
  const works = async (...command: string[]) => (await attempt(way, command)) !== null
  const network = ['readlink', '/proc/self/ns/net']
  const [nice, tied, prlimit, account, offline, bubblewrap] = await Promise.all([
    works('nice', '-n', String(BACKGROUND), 'true'),
    works('setpriv', '--pdeathsig', 'KILL', 'true'),
    works('prlimit', '--core=0', 'true'),
    way.kind === 'spawner' || (way.kind === 'switched' && works(...identityOf(way.account), 'true')),
    way.kind === 'switched'
      ? works('unshare', '--net', 'true')
      : way.kind === 'spawner' &&
        attempt(way, network).then(async (its) => its !== (await attempt({ kind: 'own' }, network))),
    works(...bubblewrapWords(way, trial[0], ['/tmp/trial'], []), ...trial),
  ])
  return { nice, tied, prlimit, account, offline, bubblewrap }
}

const meansOf = new Map<string, Promise<Means>>()

/**
 * The means that work for a program on this machine in this way. Each program is tried once per process, unless its
 * trial was inconclusive: it gave no answer, or the program does not work at all.
 * @param trial the program, with arguments that make it succeed at once
 * @throws UntriedError
 */
export function meansFor(way: Way, trial: readonly [string, ...string[]] = ['true']): Promise<Means> {
  const key = `${way.kind} ${trial[0]}`
  const known = meansOf.get(key)
  if (known) return known
  const means = findMeans(way, trial)
  meansOf.set(key, means)
  const works = async () => (await means).bubblewrap || (await attempt(way, trial)) !== null
  works().then(
    (lasts) => lasts || meansOf.delete(key),
    () => meansOf.delete(key),
  )
  return means
}

/**
 * Command words before a program that give it low priority, limits, and death with its parent. With another account or
 * bubblewrap it also has no network, and reads only its input, its folder, and files that every user may read. Omits
 * what the machine lacks.
 * @param program the tried one
 */
export async function confine(
  way: Way,
  means: Means,
  program: string,
  { folder, input, parts = [], memoryBytes, fileBytes }: Confines,
): Promise<string[]> {
  const memory = memoryBytes === undefined ? [] : [`--as=${memoryBytes}`]
  const tie = means.tied ? ['--pdeathsig', 'KILL'] : []
  const words = means.nice ? ['nice', '-n', String(BACKGROUND)] : []
  if (way.kind === 'switched' && means.account && !means.bubblewrap) {
    // Changing the account removes the tie to the parent, so the tie must come with it or after it.
    if (means.offline) words.push('unshare', '--net', '--')
    // biome-ignore lint/plugin: a few words of a command
    words.push(...identityOf(way.account), ...tie, '--')
  } else if (means.tied) {
    // Bubblewrap does it itself, and may need the rights of its own file before.
    const gains = means.bubblewrap ? [] : ['--no-new-privs']
    // biome-ignore lint/plugin: a few words of a command
    words.push('setpriv', ...tie, ...gains, '--')
  }
  // biome-ignore lint/plugin: one word
  if (means.prlimit) words.push('prlimit', '--core=0', ...memory, `--fsize=${fileBytes}`)
  if (!means.bubblewrap) return words
  const read = [...parts, input]
  const binds = ['--bind', await realpath(folder), folder]
  for (const place of read) binds.push('--ro-bind', await realpath(place), place)
  return [...words, ...bubblewrapWords(way, program, [folder, ...read], [...binds, '--chdir', folder])]
}
