import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initialise, start } from '../src/supervisor/postgres.ts'
import { canEnter, postgresAccount } from '../src/supervisor/postgres-account.ts'
import { makeOpenDirectory, postgresBinaries, SYSTEM_DIRECTORY } from '../src/supervisor/postgres-binaries.ts'

/** Starts a real PostgreSQL on a free port; durability is off, and its folder goes away when it is stopped. */
export async function startTestPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
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
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
