import { type Config, readConfig } from '../../platform/config.ts'
import { withConnection } from '../../platform/db/connections.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import { databaseObstacle } from '../../platform/db/reach.ts'
import type { Log } from '../../platform/queue/jobs.ts'
import { openQueue } from '../../platform/queue/pg-boss.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { ROLES } from '../../platform/settings.ts'
import { finishRestore } from '../backup/finish-restore.ts'
import { CommandError } from '../command-error.ts'
import { claim } from '../supervisor/claim.ts'
import { clusterOf, findCluster } from '../supervisor/database/cluster-record.ts'
import { runningDatabaseUrl, startEmbeddedDatabase } from '../supervisor/database/embedded-database.ts'
import { postgresAccount } from '../supervisor/database/postgres-account.ts'

/** A database that a command may use, until its disposal. */
export interface OpenedDatabase extends AsyncDisposable {
  readonly config: Config
  /** Whether Footnote may be running on it. False only for an embedded database that this command started. */
  readonly shared: boolean
}

/** Reads the settings as a start does. */
export const commandConfig = (env: NodeJS.ProcessEnv): Config =>
  readConfig({ ...env, DATABASE_URL: env.DATABASE_URL || 'postgresql://embedded' })

/**
 * Finds the database: the server of DATABASE_URL, the embedded one of a running Footnote, or else the embedded one,
 * which then runs until the disposal. Meanwhile no Footnote can start on it.
 * @param say prints a sentence on the console
 */
export async function openDatabaseServer(
  env: NodeJS.ProcessEnv,
  say: (sentence: string) => void,
): Promise<OpenedDatabase> {
  const config = commandConfig(env)
  if (env.DATABASE_URL) return { config, shared: true, [Symbol.asyncDispose]: async () => undefined }
  const place = await findCluster(config.data_dir, postgresAccount(), say)
  const claimed = await claim(clusterOf(config.data_dir, place), config.data_dir, ROLES)
  if (claimed.kind !== 'owned') {
    const database_url = runningDatabaseUrl(config.data_dir)
    return { config: { ...config, database_url }, shared: true, [Symbol.asyncDispose]: async () => undefined }
  }
  const fail = (error: unknown): never => {
    throw error
  }
  try {
    const settings = { data_dir: config.data_dir, upgrade_copy: false }
    const signal = new AbortController().signal
    const database = await startEmbeddedDatabase(settings, place, { say, onLost: fail }, signal)
    return {
      config: { ...config, database_url: database.url },
      shared: false,
      async [Symbol.asyncDispose]() {
        await database.stop()
        claimed.owner.release()
      },
    }
  } catch (error) {
    claimed.owner.release()
    throw error
  }
}

/** A product that a command may read and change, until its disposal. */
export interface OpenedProduct extends AsyncDisposable {
  readonly config: Config
  readonly db: Database
}

/**
 * Opens the product's database, whether or not Footnote runs.
 * @throws CommandError when the database cannot be reached, or is not of this version
 */
export async function openProduct(env: NodeJS.ProcessEnv, say: (sentence: string) => void): Promise<OpenedProduct> {
  await using opened = new AsyncDisposableStack()
  const { config } = opened.use(await openDatabaseServer(env, say))
  await refuseOtherVersion(config.database_url)
  const db = openDatabase(config.database_url, { name: 'footnote-command', connections: 4 })
  opened.defer(() => db.destroy())
  // After a killed restore the rows are new and the files are old: no command may read both.
  await finishRestore(db, config.data_dir)
  const all = opened.move()
  return { config, db, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/** Opens the queue for enqueuing, and closes it after the work. */
export async function withQueue<T>({ config, db }: OpenedProduct, work: (queue: Queue) => Promise<T>): Promise<T> {
  const queue = await openQueue({ database_url: config.database_url, database: db, log: SILENT, worker: false })
  try {
    return await work(queue)
  } finally {
    await queue.stop()
  }
}

const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** @throws CommandError, UpgradeRefused */
async function refuseOtherVersion(database_url: string): Promise<void> {
  const obstacle = await databaseObstacle(database_url)
  if (obstacle)
    throw new CommandError(obstacle.kind === 'setting' ? obstacle.sentence : `Footnote cannot reach ${obstacle.place}.`)
  await withConnection(database_url, 'footnote-command', async (client) => {
    const { applied, pending } = await readMigrations(client)
    if (applied.length === 0)
      throw new CommandError('This database is empty. Start Footnote once, or restore a backup.')
    if (pending.length > 0)
      throw new CommandError('This database is of an earlier version of Footnote. Start Footnote once: it upgrades it.')
  })
}
