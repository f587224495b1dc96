// Past 250 lines: what a connection is, and what counts as its loss, belong together.
import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { BusyError, isBrokenConnection, PassingError, UnreachableError } from '../errors.ts'
import { repeatLost } from './conflicts.ts'

/** Milliseconds for opening a connection, and for waiting until one of a pool is free. */
const CONNECT_TIMEOUT = 5_000
/**
 * Milliseconds without an answer to a statement after which we check whether the server answers at all, repeatedly. The
 * slowest measured search took 6.5 s.
 */
const SILENCE = 10_000
/** A server that accepts a new connection within this time is busy but does not hang, in milliseconds. */
const PROBE_PATIENCE = 10_000
/** Milliseconds before the system probes an idle connection; it then probes ten times, every second. */
const KEEP_ALIVE = 10_000
/** Milliseconds between two attempts of repeatable work. */
const RETRY = 250
/**
 * Milliseconds without a failure after which the database counts as back, since its connections fail at different
 * times.
 */
const QUIET = 1_000

/** Log for the loss and the return of the database; pino's form. */
export interface OutageLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface ConnectionOptions {
  /** Name of the connections in the server's lists. */
  readonly name: string
  /** Maximum number of connections. */
  readonly connections: number
  /** Reports the loss and the return of the database once each; nowhere by default. */
  readonly log?: OutageLog
  /** Milliseconds for opening a connection, and for waiting until one is free; five seconds by default. */
  readonly patience?: number
  /** Milliseconds after which the server ends a statement (57014); unlimited by default. */
  readonly statement_timeout?: number
}

/**
 * PostgreSQL translates a statement into machine code (JIT) when it guesses high costs. For a search that takes longer
 * than the statement.
 */
const SETTINGS = '-c jit=off'

/** How a transaction begins. */
const BEGINS = /^(begin|start transaction)\b/i

const LASTING = {
  connectionTimeoutMillis: CONNECT_TIMEOUT,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE,
} as const

/**
 * One connection to the database. A broken connection fails its pending query; its additional 'error' event must not
 * end the process.
 */
export class Connection extends pg.Client {
  constructor(options: pg.ClientConfig = {}) {
    super({ ...LASTING, ...options })
    this.on('error', () => undefined)
  }
}

/**
 * Works with a connection of its own, which ends with the work.
 * @param name of the connection in the server's lists
 */
export async function withConnection<T>(
  url: string,
  name: string,
  work: (client: Connection) => Promise<T>,
): Promise<T> {
  const client = new Connection({ connectionString: url, application_name: name })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * A pool of connections. Failures to reach the database throw UnreachableError, within 20 seconds even if the server
 * accepts connections but answers nothing. A statement may take long while the server answers others. If they all do,
 * whoever waits for a connection gets a BusyError. A statement outside of transactions that lost against others is
 * repeated.
 */
export class ConnectionPool implements PostgresPool {
  readonly options: pg.PoolConfig
  readonly #pool: pg.Pool
  readonly #outage: Outage
  /** Milliseconds after which the server has certainly ended a statement and sent its answer. */
  readonly #longest: number
  #probe: Promise<unknown> | undefined
  #ended: Promise<void> | undefined

  /** @param databaseUrl address of a PostgreSQL server, 15 or newer */
  constructor(databaseUrl: string, { name, connections, log, patience, statement_timeout }: ConnectionOptions) {
    this.options = {
      connectionString: databaseUrl,
      max: connections,
      ...LASTING,
      ...(patience === undefined ? {} : { connectionTimeoutMillis: patience }),
      options: SETTINGS,
      application_name: name,
      Client: Connection,
      ...(statement_timeout === undefined ? {} : { statement_timeout }),
    }
    this.#outage = Outage.of(log)
    this.#longest = (statement_timeout ?? Number.POSITIVE_INFINITY) + SILENCE
    this.#pool = new pg.Pool(this.options)
    // The pool replaces an idle connection that the server closed.
    this.#pool.on('error', () => undefined)
  }

  async connect(): Promise<PostgresPoolClient> {
    const { query, release } = await this.#lend()
    let in_transaction = false
    const send: typeof query = async (text, parameters) => {
      in_transaction ||= BEGINS.test(text)
      // Of a transaction only the whole can be repeated.
      return in_transaction ? await query(text, parameters) : await repeatLost(() => query(text, parameters))
    }
    // Kysely also queries with cursors, which this product does not use.
    return { query: send as unknown as PostgresPoolClient['query'], release }
  }

  /** Runs one statement or, without parameters, several. */
  async query(text: string, parameters?: readonly unknown[]): Promise<pg.QueryResult> {
    return await repeatLost(async () => {
      const { query, release } = await this.#lend()
      try {
        const result = await query(text, parameters)
        release()
        return result
      } catch (error) {
        // The statements may have left a transaction open, so the connection cannot be used again.
        release(true)
        throw error
      }
    })
  }

  async end(): Promise<void> {
    this.#ended ??= this.#pool.end()
    await this.#ended
  }

  async #lend() {
    const client = await this.#watch(this.#borrow())
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

  /** A connection of the pool. If none is free, asks the server why: it is well, or its silence holds them all. */
  async #borrow(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      if (!(error instanceof Error) || error.message !== NONE_FREE) throw error
      const failure = await this.#ask()
      throw failure && isLoss(failure) ? failure : new BusyError('no connection was free in time', error)
    }
  }

  /** Destroys the connection, which ends the wait, when the answer will not arrive. */
  async #hear<T>(client: pg.PoolClient, answer: Promise<T>): Promise<T> {
    const began = Date.now()
    let waiting = true
    const look = async () => {
      if (Date.now() - began > this.#longest || isSilence(await this.#ask())) if (waiting) await client.end()
    }
    const timer = setInterval(() => void look().catch(() => undefined), SILENCE)
    try {
      return await answer
    } finally {
      waiting = false
      clearInterval(timer)
    }
  }

  /** Asks the server over another connection, once for all who wait. @returns the failure, or null */
  #ask(): Promise<unknown> {
    this.#probe ??= ask(this.options.connectionString).finally(() => {
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
      if (isCrowded(error)) throw new BusyError('the server has no connection left', error)
      if (!isLoss(error)) throw error
      this.#outage.failed(error)
      throw new UnreachableError('database', error)
    }
  }
}

/** Asks a server for a connection and an answer. @returns the failure, or null */
async function ask(connectionString: string | undefined): Promise<unknown> {
  const client = new Connection({
    ...{ connectionString, application_name: 'footnote-probe' },
    ...{ connectionTimeoutMillis: PROBE_PATIENCE, query_timeout: PROBE_PATIENCE },
  })
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    return error
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Reports the loss and the return of the database once each, however many connections it had. */
class Outage {
  static readonly #known = new WeakMap<OutageLog, Outage>()
  readonly #log: OutageLog | undefined
  #failed_at: number | null = null

  private constructor(log: OutageLog | undefined) {
    this.#log = log
  }

  /** Pools with the same log lose the same database. */
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
 * PostgreSQL's error codes when it cannot be reached: connection exceptions (08), shutting down, killed, starting up
 * (57P01 to 57P03), idle for too long (57P05), and no connection left (53300).
 */
const LOSS = /^(08...|57P0[1235]|53300)$/
/** node-postgres' messages for the same, since it has no codes. */
const LOSS_MESSAGE =
  /^(Connection terminated|timeout expired|Client (has encountered a connection error|was closed)|Query read timeout)/

/** The pool's message when all its connections are in use for too long. */
const NONE_FREE = 'timeout exceeded when trying to connect'

/** node-postgres' messages for a timeout. */
const SILENT = /^(timeout expired|Query read timeout)/

/** Whether a server accepted no connection, or accepted it and stayed silent. A refusal is an answer. */
const isSilence = (failure: unknown): boolean => failure instanceof Error && SILENT.test(failure.message)

/** Whether the server turned a connection away because it has too many: it answers those that it has. */
const isCrowded = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '53300'

/** Whether the connection failed, not the statement. */
export function isLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (isBrokenConnection(error)) return true
  return (code !== undefined && LOSS.test(code)) || LOSS_MESSAGE.test(error.message)
}

/**
 * Repeats work while the database cannot be reached or is busy. The work must be safe to repeat.
 * @param patience milliseconds
 * @throws PassingError when that took this long
 */
export async function whenReachable<T>(run: () => Promise<T>, patience: number): Promise<T> {
  const end = Date.now() + patience
  for (;;)
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof PassingError) || Date.now() >= end) throw error
      await wait(RETRY)
    }
}
