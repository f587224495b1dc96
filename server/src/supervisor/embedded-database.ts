import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { type ClusterOptions, initialise, type RunningPostgres, start, stopLeftBehind } from './postgres.ts'
import { type Account, canEnter, postgresAccount } from './postgres-account.ts'
import { makeOpenDirectory, postgresBinaries, SYSTEM_DIRECTORY } from './postgres-binaries.ts'

const DATABASE = 'footnote'

interface Place {
  /** Relative to the data directory, or absolute when it had to live elsewhere. */
  readonly directory: string
  readonly password: string
  /** Of the last start. */
  readonly port?: number
}

interface DatabaseEvents {
  /** Tells the person who watches the console. */
  readonly say: (sentence: string) => void
  /** The server died and could not be started again. */
  readonly onLost: (error: unknown) => void
}

/** The product's own PostgreSQL: one cluster per data directory, started again when it dies. */
export class EmbeddedDatabase {
  readonly url: string
  readonly #cluster: ClusterOptions
  readonly #events: DatabaseEvents
  #server: RunningPostgres
  #stopping = false

  constructor(cluster: ClusterOptions, server: RunningPostgres, events: DatabaseEvents) {
    this.#cluster = cluster
    this.#server = server
    this.#events = events
    this.url = server.url.replace(/\/postgres$/, `/${DATABASE}`)
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
 * Makes the cluster if there is none, ends a server left behind by a killed parent, and starts ours.
 * @throws Error with a sentence a person can act on.
 */
export async function startEmbeddedDatabase(data_dir: string, events: DatabaseEvents): Promise<EmbeddedDatabase> {
  const { say } = events
  const account = postgresAccount()
  const place = readPlace(data_dir) ?? (await choosePlace(data_dir, account, say))
  const directory = isAbsolute(place.directory) ? place.directory : join(data_dir, place.directory)
  const cluster = { directory, password: place.password, account, binaries: await postgresBinaries(account) }
  await initialise(cluster)
  const left = await stopLeftBehind(cluster)
  if (left !== undefined) say(`stopped the database server that an earlier run had left behind (process ${left})`)
  const server = await start(cluster)
  await createDatabase(server.url)
  writePlace(data_dir, { ...place, port: server.port })
  return new EmbeddedDatabase(cluster, server, events)
}

/** The connection string of the database that another supervisor runs for this data directory. */
export function runningDatabaseUrl(data_dir: string): string {
  const place = readPlace(data_dir)
  if (!place?.port) throw new Error(`The database of ${data_dir} is not ready yet. Try again in a moment.`)
  return `postgresql://footnote:${place.password}@127.0.0.1:${place.port}/${DATABASE}`
}

async function choosePlace(
  data_dir: string,
  account: Account | undefined,
  say: (sentence: string) => void,
): Promise<Place> {
  let directory = 'postgres'
  if (!canEnter(data_dir, account)) {
    directory = join(SYSTEM_DIRECTORY, randomBytes(6).toString('hex'), 'postgres')
    await makeOpenDirectory(SYSTEM_DIRECTORY)
    await makeOpenDirectory(join(directory, '..'))
    say(`the user postgres may not enter ${data_dir}, so the database lives in ${directory}`)
  }
  const place = { directory, password: randomBytes(24).toString('hex') }
  writePlace(data_dir, place)
  return place
}

function placeFile(data_dir: string): string {
  return join(data_dir, 'postgres.json')
}

function readPlace(data_dir: string): Place | undefined {
  try {
    return JSON.parse(readFileSync(placeFile(data_dir), 'utf8')) as Place
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function writePlace(data_dir: string, place: Place): void {
  const partial = `${placeFile(data_dir)}.new`
  writeFileSync(partial, JSON.stringify(place), { mode: 0o600 })
  renameSync(partial, placeFile(data_dir))
}

async function createDatabase(url: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}
