import { UPGRADE } from '@footnote/contract/shared/limits.ts'
import { UpgradeRefused } from '../errors.ts'
import { Connection } from './connections.ts'

/** Databases that every server has, for a connection while nobody may be connected to ours. */
const MAINTENANCE = ['postgres', 'template1']
const OFF = 'Or make a copy yourself, and start with UPGRADE_COPY=off.'

/**
 * Works from another database of the same server, one process at a time.
 * @param lock number of the advisory lock
 * @throws UpgradeRefused when no other database accepts our connection
 */
export async function withServer<T>(
  databaseUrl: string,
  lock: number,
  work: (server: Connection, database: string) => Promise<T>,
): Promise<T> {
  const database = decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
  const server = await connect(databaseUrl, database)
  try {
    await server.query('select pg_advisory_lock($1)', [lock])
    return await work(server, database)
  } finally {
    await server.end()
  }
}

async function connect(databaseUrl: string, database: string): Promise<Connection> {
  let reason = ''
  for (const name of MAINTENANCE) {
    const url = new URL(databaseUrl)
    url.pathname = `/${name}`
    const server = new Connection({ connectionString: url.href, application_name: 'footnote-migrate' })
    try {
      await server.connect()
      return server
    } catch (error) {
      reason = (error as Error).message
    }
  }
  throw new UpgradeRefused(
    `No copy of the database ${database} can be kept before it is upgraded: ${MAINTENANCE.join(' and ')} refuse us (${reason}). ${OFF}`,
  )
}

/**
 * Copies a database on the same server, to NAME_before_TIME, and removes the oldest copies.
 * @throws UpgradeRefused that says what to do when the server refuses
 */
export async function copyBeforeUpgrade(server: Connection, database: string): Promise<void> {
  const kept = await listCopies(server, database)
  for (const name of kept.slice(0, Math.max(0, kept.length - UPGRADE.copies + 1)))
    await server.query(`drop database ${server.escapeIdentifier(name)}`)
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').toLowerCase()
  // PostgreSQL truncates names to 63 bytes.
  const copy = server.escapeIdentifier(`${database.slice(0, 40)}_before_${time}`)
  await server
    .query(`create database ${copy} template ${server.escapeIdentifier(database)}`)
    .catch((error: { code?: string; message: string }) => {
      throw new UpgradeRefused(
        `No copy of the database ${database} could be kept before it is upgraded (${error.message}). ${advice(error.code, server)} ${OFF}`,
      )
    })
}

/** Names of the copies of a database, the oldest first. */
async function listCopies(server: Connection, database: string): Promise<string[]> {
  const { rows } = await server.query<{ datname: string }>('select datname from pg_database order by datname')
  const prefix = `${database.slice(0, 40)}_before_`
  return rows
    .map(({ datname }) => datname)
    .filter((name) => name.startsWith(prefix) && /^\d{8}t\d{6}$/.test(name.slice(prefix.length)))
}

/** What to do about an error of PostgreSQL: somebody is connected, missing rights, no room. */
function advice(code: string | undefined, { user }: Connection): string {
  if (code === '55006') return 'Stop Footnote on every machine, and whatever else is connected to it; then start again.'
  if (code === '42501') return `Type as the server's administrator: ALTER ROLE "${user}" CREATEDB.`
  if (code === '53100') return 'Make room on the disk of the database.'
  return 'See what the server says of it.'
}
