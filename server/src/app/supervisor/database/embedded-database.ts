import type { Config } from '../../../platform/config.ts'
import { readMigrations } from '../../../platform/db/migrate.ts'
import { APPLICATION_ROLE, giveToApplication } from '../application-role.ts'
import { copyCluster } from './cluster-copy.ts'
import { type ClusterRecord, clusterOf, newPassword, readRecord, writePlace } from './cluster-record.ts'
import { migrateCluster } from './migrate-cluster.ts'
import { DATABASE, inDatabase, urlOf } from './own-database.ts'
import { pageCache } from './page-cache.ts'
import { type ClusterOptions, initialise, type RunningPostgres, start, stopLeftBehind } from './postgres.ts'
import { postgresAccount } from './postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'

interface DatabaseEvents {
  /** Prints a sentence on the console. */
  readonly say: (sentence: string) => void
  /** Called when the server died and could not be started again. */
  readonly onLost: (error: unknown) => void
}

/** The product's own PostgreSQL: one cluster per data directory. Restarts the server when it dies. */
export class EmbeddedDatabase {
  readonly url: string
  readonly #cluster: ClusterOptions
  readonly #events: DatabaseEvents
  #server: RunningPostgres
  #stopping = false

  /** @param url connection string for the application */
  constructor(cluster: ClusterOptions, server: RunningPostgres, url: string, events: DatabaseEvents) {
    this.#cluster = cluster
    this.#server = server
    this.#events = events
    this.url = url
    this.#watch()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#server.stop()
  }

  #watch(): void {
    this.#server.process.once('exit', async (code, signal) => {
      if (this.#stopping) return
      this.#events.say(`the database ended (${signal ?? `exit code ${code}`}); starting it again`)
      try {
        this.#server = await start(this.#cluster, this.#server.port)
        if (this.#stopping) await this.#server.stop()
        else this.#watch()
      } catch (error) {
        this.#events.onLost(error)
      }
    })
  }
}

/**
 * Creates the cluster if there is none, ends a server that a killed parent left behind, and starts ours.
 * @param place of a cluster that this process has claimed
 * @param signal aborts a copy before an upgrade
 * @throws UpgradeRefused, or Error with a sentence a person can act on
 */
export async function startEmbeddedDatabase(
  { data_dir, upgrade_copy }: Pick<Config, 'data_dir' | 'upgrade_copy'>,
  place: ClusterRecord,
  events: DatabaseEvents,
  signal: AbortSignal,
): Promise<EmbeddedDatabase> {
  const account = postgresAccount()
  const binaries = await postgresBinaries(account)
  const directory = clusterOf(data_dir, place)
  const cluster = { directory, password: place.password, account, binaries, settings: pageCache() }
  await migrateCluster(cluster, { say: events.say, signal })
  await initialise(cluster)
  const left = await stopLeftBehind(cluster)
  if (left !== undefined)
    events.say(`stopped the database server that an earlier run had left behind (process ${left})`)
  const server = await startReady(cluster, { keep: upgrade_copy, say: events.say, signal })
  const application_password = place.application_password ?? newPassword()
  await inDatabase(urlOf(server.url), (admin) => giveToApplication(admin, application_password))
  const running = { ...place, application_password, port: server.port }
  writePlace(data_dir, running)
  return new EmbeddedDatabase(cluster, server, applicationUrl(running), events)
}

interface CopyOptions {
  readonly keep: boolean
  readonly say: (sentence: string) => void
  readonly signal: AbortSignal
}

/** Starts the server with the application's database. Before an upgrade, copies the stopped cluster. */
async function startReady(cluster: ClusterOptions, { keep, say, signal }: CopyOptions): Promise<RunningPostgres> {
  const server = await start(cluster)
  try {
    await createDatabase(server.url)
    const { applied, pending } = await inDatabase(urlOf(server.url), readMigrations)
    if (applied.length === 0 || pending.length === 0 || !keep) return server
    await server.stop()
    say('keeping a copy of the database before it is upgraded')
    say(`the copy is ${await copyCluster(cluster.directory, signal)}`)
  } catch (error) {
    await server.stop()
    throw error
  }
  return await start(cluster)
}

/** The connection string of the database that another supervisor runs for this data directory. */
export function runningDatabaseUrl(data_dir: string): string {
  const place = readRecord(data_dir)
  if (!place?.port) throw new Error(`The database of ${data_dir} is not ready yet. Try again in a moment.`)
  return applicationUrl(place)
}

const applicationUrl = ({ application_password, port }: ClusterRecord): string =>
  `postgresql://${APPLICATION_ROLE}:${application_password}@127.0.0.1:${port}/${DATABASE}`

/** The connection string of the application's database, for the same role. */
async function createDatabase(url: string): Promise<void> {
  await inDatabase(url, async (admin) => {
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await admin.query(`CREATE DATABASE ${DATABASE}`)
  })
}
