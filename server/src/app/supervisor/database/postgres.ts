import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SystemAccount } from '../../../platform/confinement/accounts/accounts.ts'
import { freePort } from '../network.ts'
import { tiedCommand } from '../processes.ts'
import { databaseFailure } from './database-obstacle.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** Title of the supervisor in the list of processes. */
export const SUPERVISOR_TITLE = 'footnote-supervisor'
const SUPERUSER = 'footnote'
const READY = 'database system is ready to accept connections'
const FAST_STOP_SECONDS = 6
/** Starts that may fail, and the longest pause between two. */
const ATTEMPTS = 5
const MOST_PAUSE_MS = 1_000
/** What PostgreSQL says while sessions of a killed server still use its memory. */
const IN_USE = 'pre-existing shared memory block'
/** Such a session ends after its statement, which a busy machine delays. */
const SESSIONS_END_MS = 120_000

/** A cluster on disk and how to run it. */
export interface ClusterOptions {
  readonly directory: string
  readonly password: string
  readonly account: SystemAccount | undefined
  readonly binaries: PostgresBinaries
  /** Server settings, as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>
  readonly onLog?: (line: string) => void
}

/** A running server. */
export interface RunningPostgres {
  readonly port: number
  /** Connection string of the database `postgres`. */
  readonly url: string
  readonly process: ChildProcess
  /** Fast shutdown: open sessions are ended, everything committed is kept. */
  stop(): Promise<void>
}

/**
 * Creates the cluster unless it exists. A cluster gets its name only when complete, so that an interrupted one is
 * created again and a complete one never is.
 * @throws ConfigError, or Error with a sentence or initdb's own words.
 */
export async function initialise(options: ClusterOptions): Promise<void> {
  if (existsSync(join(options.directory, 'PG_VERSION'))) return
  const partial = `${options.directory}.new`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o700 })
  const password_file = join(partial, '..', `.postgres-password-${process.pid}`)
  await writeFile(password_file, `${options.password}\n`, { mode: 0o600 })
  try {
    if (options.account) {
      await chown(partial, options.account.uid, options.account.gid)
      await chown(password_file, options.account.uid, options.account.gid)
    }
    const command = [
      options.binaries.initdb,
      `--pgdata=${partial}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${password_file}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]
    const { program, args } = tiedCommand('KILL', command)
    const cwd = dirname(options.binaries.initdb)
    const run = spawnSync(program, args, { ...options.account, cwd, encoding: 'utf8' })
    if (run.status !== 0)
      throw databaseFailure(
        'The database could not be made',
        run.stderr || String(run.error?.message),
        dirname(options.directory),
      )
  } finally {
    await rm(password_file, { force: true })
  }
  await rename(partial, options.directory)
}

/**
 * Starts the server on a local port (a free one, or the given one) and resolves when it accepts connections. Waits for
 * the sessions of a killed one.
 * @throws Error with the last lines of the server's log.
 */
export async function start(options: ClusterOptions, wanted_port?: number): Promise<RunningPostgres> {
  const patience = Date.now() + SESSIONS_END_MS
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted_port ?? (await freePort('127.0.0.1'))
    try {
      return await startOn(options, port)
    } catch (error) {
      const in_use = error instanceof Error && error.message.includes(IN_USE)
      if (in_use ? Date.now() > patience : attempt >= ATTEMPTS) throw error
      await sleep(Math.min(MOST_PAUSE_MS, 200 * attempt))
    }
  }
}

async function startOn(options: ClusterOptions, port: number): Promise<RunningPostgres> {
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...options.settings }
  const args = ['-D', options.directory, '-p', String(port)]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const child = spawnTied(options.binaries.postgres, args, options.account)
  const log: string[] = []
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () =>
      reject(databaseFailure('PostgreSQL did not start', log.slice(-5).join(' '), options.directory)),
    )
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      for (const line of chunk.split('\n').filter(Boolean)) {
        log.push(line)
        if (log.length > 50) log.shift()
        options.onLog?.(line)
        if (line.includes(READY)) resolve()
      }
    })
  })
  const url = `postgresql://${SUPERUSER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGINT')
    const killer = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_SECONDS * 1000)
    await exited
    clearTimeout(killer)
  }
  return { port, url, process: child, stop }
}

/**
 * Spawns in its own session, since a terminal's Ctrl+C must reach only us. On Linux the system sends the server SIGQUIT
 * when we are killed: it ends at once, and the next start recovers from its log. An orderly end would write all changes
 * first, which takes long on a busy disk.
 */
function spawnTied(program: string, args: readonly string[], account: SystemAccount | undefined): ChildProcess {
  const tied = tiedCommand('QUIT', [program, ...args])
  return spawn(tied.program, tied.args, {
    ...account,
    cwd: dirname(program),
    env: { ...process.env, LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/**
 * Stops a server that a killed supervisor left running on this cluster. Removes a lock file whose server does not run
 * here: it came with a copy, or another program has its process id by now.
 * @returns its process id, if there was one
 * @throws Error when a living supervisor runs it
 */
export async function stopLeftBehind(options: ClusterOptions): Promise<number | undefined> {
  const lock = join(options.directory, 'postmaster.pid')
  const [first, written] = (await readFile(lock, 'utf8').catch(() => '')).split('\n')
  const pid = Number(first)
  if (!pid) return undefined
  if (!(await runsIn(pid, written, options.directory))) {
    await rm(lock)
    return undefined
  }
  const parent = await supervisorOf(pid)
  if (parent !== undefined) throw new Error(`Footnote already runs on this database (process ${parent}).`)
  const stop = (mode: string) =>
    spawnSync(options.binaries.pg_ctl, ['stop', '-D', options.directory, '-m', mode, '-w', '-t', '6'], {
      ...options.account,
      cwd: dirname(options.binaries.pg_ctl),
    }).status === 0
  if (!stop('fast')) stop('immediate')
  return pid
}

/**
 * Whether the process lives and is this cluster's server. It may also be a stranger with a reused id, or the server of
 * the cluster from which this one was copied.
 * @param written the folder that the lock file names
 */
async function runsIn(pid: number, written: string | undefined, directory: string): Promise<boolean> {
  const ours = await realpath(directory)
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) === ours
  if (written === undefined || (await realpath(written).catch(() => undefined)) !== ours) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The living supervisor that started a server; only Linux names it. Older versions wrote their claim elsewhere. */
async function supervisorOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1])
  const name = await readFile(`/proc/${parent}/cmdline`, 'utf8').catch(() => '')
  return name.startsWith(SUPERVISOR_TITLE) ? parent : undefined
}
