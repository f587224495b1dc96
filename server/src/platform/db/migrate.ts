import { readdir, readFile } from 'node:fs/promises'
import { UpgradeRefused } from '../errors.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { type Connection, withConnection } from './connections.ts'
import { copyBeforeUpgrade, withServer } from './upgrade-copy.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Of connections in the server's lists. */
const NAME = 'footnote-migrate'
/** Milliseconds after which a person wants to know how far an upgrade is. */
const PATIENCE = 2_000

/** Names of migrations, in order. */
interface Migrations {
  readonly applied: readonly string[]
  readonly pending: readonly string[]
}

interface MigrateOptions {
  /** Copies a database with content before changing it. */
  readonly keep_copy?: boolean
  /** Receives sentences from migrations that take long. */
  readonly say?: (sentence: string) => void
}

/**
 * Migrates the database to the newest schema: each file of `migrations/` once, in order. All pending ones run in one
 * transaction, so that an interrupted upgrade changes nothing. Several processes may call this at once; one works, the
 * others wait.
 * @throws UpgradeRefused for a database of a newer version, and when a required copy fails
 */
export async function migrate(databaseUrl: string, { keep_copy = false, say }: MigrateOptions = {}): Promise<void> {
  if (!keep_copy || !(await isUpgrade(databaseUrl))) return await apply(databaseUrl, say)
  // A database cannot be copied while somebody is connected, so the lock is taken in another database of the server.
  await withServer(databaseUrl, ADVISORY_LOCKS.migrate, async (server, name) => {
    if (await isUpgrade(databaseUrl)) await copyBeforeUpgrade(server, name)
    await apply(databaseUrl, say)
  })
}

/**
 * The applied and the pending migrations of a database.
 * @throws UpgradeRefused when it has an unknown migration
 */
export async function readMigrations(client: Connection): Promise<Migrations> {
  const found = await client.query<{ there: boolean }>(`select to_regclass('migrations') is not null as there`)
  const { rows } = found.rows[0]?.there
    ? await client.query<{ name: string }>('select name from migrations order by name')
    : { rows: [] }
  const applied = rows.map(({ name }) => name)
  const ours = await ownMigrations()
  const newer = applied.filter((name) => !ours.includes(name))
  if (newer.length > 0)
    throw new UpgradeRefused(
      `The database is of a newer version of Footnote: it has been through ${newer.join(', ')}, which this version does ` +
        'not know. Start that version, or put back the copy that was kept before the upgrade: docs/operate.md, Go back.',
    )
  return { applied, pending: ours.filter((name) => !applied.includes(name)) }
}

/** Whether a database with content lacks migrations. */
const isUpgrade = (databaseUrl: string): Promise<boolean> =>
  withConnection(databaseUrl, NAME, async (client) => {
    const { applied, pending } = await readMigrations(client)
    return applied.length > 0 && pending.length > 0
  })

const apply = (databaseUrl: string, say: MigrateOptions['say']): Promise<void> =>
  withConnection(databaseUrl, NAME, async (client) => {
    // PostgreSQL itself sends nothing at this level.
    client.on('notice', ({ severity, message }) => {
      if (severity === 'INFO' && message) say?.(message)
    })
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migrate])
    const { applied, pending } = await readMigrations(client)
    await client.query('begin')
    // A new database goes through all of them in a second.
    await applyMigrations(client, pending, applied.length > 0 ? say : undefined)
    await client.query('commit')
  })

/** Applies migrations in the caller's transaction, in which constraints then hold after each statement. @param names in order @param say hears of each after `PATIENCE` */
export async function applyMigrations(
  client: Connection,
  names: readonly string[],
  say?: (sentence: string) => void,
): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  // No table can be altered while a check of its rows waits for the end of the transaction.
  await client.query('set constraints all immediate')
  const began = Date.now()
  for (const [at, name] of names.entries()) {
    if (Date.now() - began > PATIENCE) say?.(`upgrading the database: ${at + 1} of ${names.length}, ${name}`)
    await client.query(await readFile(new URL(name, FOLDER), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
  }
}

/** The migrations of this version, in order. */
export const ownMigrations = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
