import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { initialise, start } from '../src/supervisor/postgres.ts'
import { canEnter, postgresAccount } from '../src/supervisor/postgres-account.ts'
import { makeOpenDirectory, postgresBinaries, SYSTEM_DIRECTORY } from '../src/supervisor/postgres-binaries.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the one real server that the run's test databases are made in. */
    postgres_url: string
  }
}

/** Starts one real PostgreSQL for all server tests of the run; durability is off, the folder goes away at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const account = postgresAccount()
  const binaries = await postgresBinaries(account)
  const parent = canEnter(tmpdir(), account) ? tmpdir() : SYSTEM_DIRECTORY
  if (parent === SYSTEM_DIRECTORY) await makeOpenDirectory(parent)
  const folder = await mkdtemp(join(parent, 'footnote-test-postgres-'))
  await chmod(folder, 0o755)
  const cluster = {
    directory: join(folder, 'cluster'),
    password: randomBytes(16).toString('hex'),
    account,
    binaries,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  }
  await initialise(cluster)
  const server = await start(cluster)
  project.provide('postgres_url', server.url)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
