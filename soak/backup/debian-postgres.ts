import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { start } from '../../server/src/app/supervisor/database/postgres.ts'
import { postgresAccount } from '../../server/src/app/supervisor/database/postgres-account.ts'
import { queryAt } from '../kept.ts'

/** The oldest version that Footnote accepts, in the place of Debian's package `postgresql-15`. */
const PROGRAMS = '/usr/lib/postgresql/15/bin'

/** A server of Debian's PostgreSQL 15, with a cluster of its own. */
export interface DebianPostgres {
  /** Makes an empty database. @returns its connection string */
  database(name: string): Promise<string>
  stop(): Promise<void>
}

/** Why there is none on this machine; null if there is. */
export const whyNoDebianPostgres = (): string | null =>
  existsSync(path.join(PROGRAMS, 'initdb')) ? null : "Debian's package postgresql-15 is not installed"

/** @throws Error without the package `postgresql-15` */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const missing = whyNoDebianPostgres()
  if (missing) throw new Error(`${missing}.`)
  const account = postgresAccount()
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-postgres-15-'))
  await chmod(folder, 0o755)
  const [directory, password, password_file] = [path.join(folder, 'cluster'), 'secret', path.join(folder, 'password')]
  await writeFile(password_file, password)
  await mkdir(directory)
  if (account) await chown(directory, account.uid, account.gid)
  const binaries = {
    initdb: path.join(PROGRAMS, 'initdb'),
    pg_ctl: path.join(PROGRAMS, 'pg_ctl'),
    postgres: path.join(PROGRAMS, 'postgres'),
  }
  const words = [`--pgdata=${directory}`, '--username=footnote', `--pwfile=${password_file}`]
  const run = spawnSync(binaries.initdb, [...words, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8'], {
    ...account,
    cwd: folder,
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`The cluster could not be made: ${run.stderr}`)
  const server = await start({ directory, password, account, binaries })
  return {
    async database(name) {
      await queryAt(server.url, `create database ${name}`)
      return server.url.replace(/postgres$/, name)
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
