import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The only variables a media program sees: none of the product's settings or secrets. */
export const PROGRAM_ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  LC_ALL: 'C.UTF-8',
  // Each glibc arena reserves 64 MB of address space a thread, which counts against the memory limit.
  MALLOC_ARENA_MAX: '2',
}

/** What one run may touch and use. */
export interface Confines {
  /** The one folder that can be written. */
  readonly folder: string
  /** The one file that can be read besides the system's libraries. */
  readonly input: string
  /** Address space, in bytes. */
  readonly memoryBytes: number
  /** Largest file that may be written, in bytes. */
  readonly fileBytes: number
}

/**
 * The option by which this ffmpeg keeps the times of frames as they come instead of repeating and dropping frames to an
 * even pace: renamed in 5.1. A version without a number is a current one.
 */
async function frameTimesOption(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['-version'], { env: PROGRAM_ENVIRONMENT, timeout: 10_000 })
  const [major = 99, minor = 0] = (/version n?(\d+)\.(\d+)/.exec(stdout) ?? []).slice(1).map(Number)
  return major < 5 || (major === 5 && minor < 1) ? '-vsync' : '-fps_mode'
}

const frameTimesOptions = new Map<string, Promise<string>>()

/** Output options that keep the times of frames; asks each program once a process. */
export async function keepFrameTimes(program: string): Promise<string[]> {
  const option = frameTimesOptions.get(program) ?? frameTimesOption(program)
  frameTimesOptions.set(program, option)
  return [await option.catch(() => '-fps_mode'), 'vfr']
}

/** Which of the system's means of confinement work on this machine. */
interface Means {
  readonly nice: boolean
  readonly setpriv: boolean
  readonly prlimit: boolean
  readonly bubblewrap: boolean
}

/** System folders with programs and libraries; all of them are bound read-only where they exist. */
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

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command, args, { env: PROGRAM_ENVIRONMENT, timeout: 10_000 }, (error) => resolve(error === null))
  })
}

function bubblewrapArguments(program: string, binds: readonly string[]): string[] {
  const system = SYSTEM_FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) => [
    '--ro-bind',
    folder,
    folder,
  ])
  const own = program.startsWith('/') ? ['--ro-bind', program, program] : []
  return [
    'bwrap',
    '--unshare-all',
    '--die-with-parent',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...system,
    ...own,
    ...binds,
  ]
}

async function findMeans(program: string): Promise<Means> {
  const bubblewrap = bubblewrapArguments(program, [])
  const [nice, setpriv, prlimit, confined] = await Promise.all([
    succeeds('nice', ['-n', '10', 'true']),
    succeeds('setpriv', ['--pdeathsig', 'KILL', 'true']),
    succeeds('prlimit', ['--core=0', 'true']),
    succeeds('bwrap', [...bubblewrap.slice(1), program, '-version']),
  ])
  return { nice, setpriv, prlimit, bubblewrap: confined }
}

const meansOf = new Map<string, Promise<Means>>()

/**
 * The words to put before a program so that it runs at low priority, dies with this process, keeps to its limits and,
 * where bubblewrap works, has no network and sees nothing but its input, its folder and the system's libraries.
 * What the machine lacks is left out; each program is tried once a process.
 */
export async function confine(program: string, confines: Confines): Promise<string[]> {
  let means = meansOf.get(program)
  if (!means) {
    means = findMeans(program)
    meansOf.set(program, means)
  }
  const { nice, setpriv, prlimit, bubblewrap } = await means
  const words: string[] = []
  if (nice) words.push('nice', '-n', '10')
  if (setpriv) words.push('setpriv', '--pdeathsig', 'KILL')
  if (prlimit) words.push('prlimit', '--core=0', `--as=${confines.memoryBytes}`, `--fsize=${confines.fileBytes}`)
  if (bubblewrap) {
    const { folder, input } = confines
    const binds = [
      '--bind',
      await realpath(folder),
      folder,
      '--ro-bind',
      await realpath(input),
      input,
      '--chdir',
      folder,
    ]
    words.push(...bubblewrapArguments(program, binds))
  }
  return words
}
