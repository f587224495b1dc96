import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { initialise, start } from '../src/app/supervisor/database/postgres.ts'
import { postgresAccount } from '../src/app/supervisor/database/postgres-account.ts'
import { postgresBinaries } from '../src/app/supervisor/database/postgres-binaries.ts'
import { makeOpenFolder } from './open-folder.ts'
import { noteStart } from './starts.ts'

export interface TestPostgres {
  readonly url: string
  /** Makes a fresh database. @returns its connection string */
  createDatabase(): Promise<string>
  /** Crashes the server, and starts it again on the same port. */
  crash(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Stops the server in order, and starts it again on the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Starts a real PostgreSQL on a free port; stopping it removes its folder.
 * @param settings of the server; by default it does not survive a crash
 */
export async function startTestPostgres(
  settings: Readonly<Record<string, string>> = NOT_DURABLE,
): Promise<TestPostgres> {
  const account = postgresAccount()
  const binaries = await postgresBinaries(account)
  const folder = await makeOpenFolder('test-postgres')
  const cluster = {
    directory: join(folder, 'cluster'),
    password: randomBytes(16).toString('hex'),
    account,
    binaries,
    settings: { ...settings, max_connections: '200' },
  }
  noteStart('clusters')
  await initialise(cluster)
  let server = await start(cluster)
  return {
    url: server.url,
    createDatabase: () => createDatabase(server.url),
    async crash(signal = 'SIGQUIT') {
      const exited = once(server.process, 'exit')
      server.process.kill(signal)
      await exited
      server = await start(cluster, server.port)
    },
    async restart() {
      await server.stop()
      server = await start(cluster, server.port)
    },
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Makes a fresh database in a server.
 * @param server_url connection string of any database there
 * @param template name of the database to copy, without connections; an empty one by default
 * @returns connection string of the new one
 */
export async function createDatabase(server_url: string, template = 'template1'): Promise<string> {
  const url = new URL(server_url)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  } finally {
    await client.end()
  }
  url.pathname = `/${name}`
  return url.href
}
