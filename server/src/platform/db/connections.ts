import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isBrokenConnection, UnreachableError } from '../errors.ts'

/** A connection that does not come about within this time is given up, in milliseconds. */
const CONNECT_TIMEOUT = 5_000
/**
 * A statement that is not answered within this time has us look whether the server answers anybody, in milliseconds, and
 * again after each such time. The slowest search that was measured took 6.5 s.
 */
const SILENCE = 10_000
/** A server that answers a new connection within this time does not hang, in milliseconds: it may be busy. */
const PROBE_PATIENCE = 10_000
/** A quiet connection is asked for a sign of life after this time, in milliseconds; the system asks ten times, each second. */
const KEEP_ALIVE = 10_000
/** Between two tries of what may happen twice, in milliseconds. */
const RETRY = 250
/** So long without a failure the database counts as back, in milliseconds: of several connections some last longer. */
const QUIET = 1_000

/** Where a process says that the database is lost or back; pino's form. */
interface OutageLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface ConnectionOptions {
  /** What the server lists the connections as. */
  readonly name: string
  /** Most connections at once. */
  readonly connections: number
  /** Says once that the database is lost, and once that it is back; nothing unless given. */
  readonly log?: OutageLog
  /** Longest statement in milliseconds; what takes longer is ended by the server (57014). No end unless given. */
  readonly statement_timeout?: number
}

const LASTING = {
  connectionTimeoutMillis: CONNECT_TIMEOUT,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE,
} as const

/**
 * One connection to the database. A connection that breaks says so to whoever waits for its answer; that it also emits
 * an error must not end the process.
 */
export class Connection extends pg.Client {
  constructor(options: pg.ClientConfig = {}) {
    super({ ...LASTING, ...options })
    this.on('error', () => undefined)
  }
}

/**
 * A pool of connections. What fails because the database cannot be reached throws UnreachableError, also where it takes
 * connections and answers nothing: within 20 seconds. A statement of a server that answers others may take its time.
 */
export class ConnectionPool implements PostgresPool {
  readonly options: pg.PoolConfig
  readonly #pool: pg.Pool
  readonly #outage: Outage
  /** Milliseconds after which the server has ended a statement itself, with its answer on the way. */
  readonly #longest: number
  #probe: Promise<boolean> | undefined
  #ended: Promise<void> | undefined

  /** @param databaseUrl address of a PostgreSQL server, 15 or newer */
  constructor(databaseUrl: string, { name, connections, log, statement_timeout }: ConnectionOptions) {
    this.options = {
      connectionString: databaseUrl,
      max: connections,
      ...LASTING,
      application_name: name,
      Client: Connection,
      ...(statement_timeout === undefined ? {} : { statement_timeout }),
    }
    this.#outage = Outage.of(log)
    this.#longest = (statement_timeout ?? Number.POSITIVE_INFINITY) + SILENCE
    this.#pool = new pg.Pool(this.options)
    // An idle connection that the server closes is replaced when it is needed.
    this.#pool.on('error', () => undefined)
  }

  async connect(): Promise<PostgresPoolClient> {
    const { query, release } = await this.#lend()
    // Cursors, the other form of Kysely's queries, are not used.
    return { query: query as unknown as PostgresPoolClient['query'], release }
  }

  /** Runs one statement, or without parameters several. */
  async query(text: string, parameters?: readonly unknown[]): Promise<pg.QueryResult> {
    const { query, release } = await this.#lend()
    try {
      const result = await query(text, parameters)
      release()
      return result
    } catch (error) {
      // Several statements may have begun a transaction that nobody ends now.
      release(true)
      throw error
    }
  }

  async end(): Promise<void> {
    this.#ended ??= this.#pool.end()
    await this.#ended
  }

  async #lend() {
    const client = await this.#watch(this.#pool.connect())
    let broken = false
    return {
      query: async (text: string, parameters?: readonly unknown[]): Promise<pg.QueryResult> => {
        try {
          return await this.#watch(this.#hear(client, client.query(text, parameters && [...parameters])))
        } catch (error) {
          broken ||= error instanceof UnreachableError
          throw error
        }
      },
      release: (destroy?: boolean) => client.release(destroy || broken),
    }
  }

  /** Ends the connection, and by that the wait, where the answer to a statement will not come. */
  async #hear<T>(client: pg.PoolClient, answer: Promise<T>): Promise<T> {
    const began = Date.now()
    let waiting = true
    const look = async () => {
      if (Date.now() - began > this.#longest || (await this.#hangs())) if (waiting) await client.end()
    }
    const timer = setInterval(() => void look().catch(() => undefined), SILENCE)
    try {
      return await answer
    } finally {
      waiting = false
      clearInterval(timer)
    }
  }

  /** Whether the server answers nobody; asked once for all who wait. */
  #hangs(): Promise<boolean> {
    this.#probe ??= hangs(this.options.connectionString).finally(() => {
      this.#probe = undefined
    })
    return this.#probe
  }

  async #watch<T>(answer: Promise<T>): Promise<T> {
    try {
      const value = await answer
      this.#outage.answered()
      return value
    } catch (error) {
      if (!isLoss(error)) throw error
      this.#outage.failed(error)
      throw new UnreachableError('database', error)
    }
  }
}

/** Whether a server takes a connection, or not even that, and says nothing. One that refuses has an answer. */
async function hangs(connectionString: string | undefined): Promise<boolean> {
  const client = new Connection({
    ...{ connectionString, application_name: 'footnote-probe' },
    ...{ connectionTimeoutMillis: PROBE_PATIENCE, query_timeout: PROBE_PATIENCE },
  })
  try {
    await client.connect()
    await client.query('select 1')
    return false
  } catch (error) {
    return error instanceof Error && SILENT.test(error.message)
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Says once that the database is lost and once that it is back, however many connections it had. */
class Outage {
  static readonly #known = new WeakMap<OutageLog, Outage>()
  readonly #log: OutageLog | undefined
  #failed_at: number | null = null

  private constructor(log: OutageLog | undefined) {
    this.#log = log
  }

  /** Pools that write into one log lose the same database. */
  static of(log: OutageLog | undefined): Outage {
    const known = (log && Outage.#known.get(log)) ?? new Outage(log)
    if (log) Outage.#known.set(log, known)
    return known
  }

  failed(error: unknown): void {
    if (this.#failed_at === null)
      this.#log?.warn({ reason: error instanceof Error ? error.message : String(error) }, 'database lost')
    this.#failed_at = Date.now()
  }

  answered(): void {
    if (this.#failed_at === null || Date.now() - this.#failed_at < QUIET) return
    this.#failed_at = null
    this.#log?.info({}, 'database is back')
  }
}

/**
 * How PostgreSQL says that it is not to be reached (its error codes): connection exceptions (08), shutting down, killed,
 * starting up (57P01 to 57P03), idle for too long (57P05), and no connection left (53300).
 */
const LOSS = /^(08...|57P0[1235]|53300)$/
/** How node-postgres says it, which has no codes of its own. */
const LOSS_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed)|Query read timeout)/

/** How node-postgres says that no answer came in time. */
const SILENT = /^(timeout expired|Query read timeout)/

/** Whether an error says that the connection, and not the statement, failed. */
export function isLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (isBrokenConnection(error)) return true
  return (code !== undefined && LOSS.test(code)) || LOSS_MESSAGE.test(error.message)
}

/**
 * Runs what may happen twice, again and again while the database cannot be reached.
 * @param patience milliseconds
 * @throws UnreachableError when it could not be reached for so long
 */
export async function whenReachable<T>(run: () => Promise<T>, patience: number): Promise<T> {
  const end = Date.now() + patience
  for (;;)
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof UnreachableError) || Date.now() >= end) throw error
      await wait(RETRY)
    }
}
