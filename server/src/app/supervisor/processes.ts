import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { RUN_MARK } from '../../platform/confinement/processes.ts'

/** A process and when it began: the system reuses ids. */
export interface ProcessMark {
  readonly pid: number
  /** In the system's notation; only compared. */
  readonly began: string
}

/** The mark of a living process; undefined when there is none (a zombie counts as none). */
export function markOf(pid: number): ProcessMark | undefined {
  const began = process.platform === 'linux' ? beganLinux(pid) : beganElsewhere(pid)
  return began === undefined ? undefined : { pid, began }
}

/** Whether the marked process, and not a later one with its id, still lives. */
export function lives(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.began === mark.began
}

/** Waits until the process is gone, for at most this many milliseconds. @returns whether it is gone */
export async function waitUntilGone(mark: ProcessMark, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds
  while (lives(mark)) {
    if (Date.now() >= end) return false
    await sleep(50)
  }
  return true
}

/** Sends a signal, to a process group when the id is negative. Ignores a process that is gone. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * A command that ends with us, however we end: on Linux the system sends it the signal when we are killed. Without the
 * program `setpriv`, which asks the system for that, the command as it is.
 */
export function tiedCommand(signal: 'KILL' | 'QUIT', command: readonly string[]): { program: string; args: string[] } {
  const ties = process.platform === 'linux' && spawnSync('setpriv', ['--version']).status === 0
  const [program = '', ...args] = ties ? ['setpriv', '--pdeathsig', signal, '--', ...command] : command
  return { program, args }
}

/** Runs a program that writes files. It ends with us, since the next start must not meet it. */
export async function runTied(command: readonly string[], signal?: AbortSignal): Promise<void> {
  const { program, args } = tiedCommand('KILL', command)
  await promisify(execFile)(program, args, signal ? { signal } : {})
}

/** One run of a supervised process, from start to end. */
export interface Life extends ProcessMark {
  /** Value of `RUN_MARK` in the environment of the process and of everything it starts. */
  readonly run: string
}

/** Kills everything that an ended process left behind: its process group, and what `sweepRun` finds. */
export function sweep(ended: { pid: number; run: string }): void {
  send(-ended.pid, 'SIGKILL')
  sweepRun(ended.run)
}

/**
 * Kills every process except ourselves that carries the run's mark, in any group or session. Only Linux shows the
 * environment of a process; elsewhere this does nothing.
 */
export function sweepRun(run: string): void {
  if (process.platform !== 'linux') return
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (pid === process.pid || !Number.isInteger(pid)) continue
    if (environmentOf(pid).includes(`\0${RUN_MARK}=${run}\0`)) send(pid, 'SIGKILL')
  }
}

function environmentOf(pid: number): string {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`
  } catch {
    return ''
  }
}

// Fields after the name in /proc/PID/stat, see proc(5): the third is the state, the twenty-second the start time.
function beganLinux(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

function beganElsewhere(pid: number): string | undefined {
  const run = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return run.status === 0 && run.stdout.trim() ? run.stdout.trim() : undefined
}
