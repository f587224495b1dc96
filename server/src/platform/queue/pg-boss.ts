import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { Channels } from '../db/channels.ts'
import { ConnectionPool, whenReachable } from '../db/connections.ts'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import { BusyError, UnreachableError } from '../errors.ts'
import { attempt } from './attempt.ts'
import { JOB_RULES, type JobHandler, type JobName, type Jobs, type Log } from './jobs.ts'
import type { JobHandlers, Queue } from './queue.ts'
import { groupBounds, turnOf } from './turns.ts'

/** Seconds without a sign of life after which a worker counts as dead and its job goes to another. */
const HEARTBEAT_SECONDS = 15
/** Seconds between two searches for dead workers. */
const SUPERVISE_SECONDS = 5
const EXPIRE_SECONDS = 24 * 3600
/** Seconds between two attempts: short, since it also delays the jobs of a killed worker. */
const RETRY_SECONDS = 2
/** Longest pause between two attempts of a job with growing pauses, in seconds: as long as greylisting requires. */
const BACKOFF_SECONDS = 600
/** pg-boss counts every start, including kills; our own count of errors ends a job much earlier. */
const RETRY_LIMIT = 10_000
/**
 * Jobs that wait longer are deleted. pg-boss's default is two weeks, for which a machine may well be off; 50 years in
 * seconds are about the maximum of its column.
 */
const RETENTION_SECONDS = 50 * 365 * 24 * 3600
/** Notifications wake the worker; polling replaces lost ones. Seconds. */
const POLL_SECONDS = 2
/** Milliseconds to wait for running jobs when the process stops. */
const STOP_MILLISECONDS = 6_000

/** A queue from which this process can also take jobs. */
export interface RunningQueue extends Queue {
  /** Starts taking jobs, with one handler for each kind. */
  work(handlers: JobHandlers): Promise<void>
  /**
   * Lets the jobs of ended processes begin again at once. Those of a machine that vanished wait for their heartbeat.
   * @param runs marks of processes that the caller knows to be dead
   * @returns the number of jobs
   */
  release(runs: readonly string[]): Promise<number>
  /** Takes no new job, aborts running ones, and returns them for another worker. */
  stop(): Promise<void>
}

export interface QueueOptions {
  readonly database_url: string
  readonly database: Database
  readonly log: Log
  /** Whether this process finds dead workers and enqueues scheduled jobs; true for processes that run jobs. */
  readonly worker: boolean
  /** Mark of this process's run, by which its jobs are found when it is killed; none without a supervisor. */
  readonly run?: string | undefined
}

const names = Object.keys(JOB_RULES) as JobName[]

/** Opens the queue, which has its own schema in the same database, and creates what is missing. */
export async function openQueue(options: QueueOptions): Promise<RunningQueue> {
  const { database, log, worker, run = null } = options
  const connections = openConnections(options)
  const boss = new PgBoss({
    db: connections,
    supervise: worker,
    schedule: worker,
    useListenNotify: worker,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => {
    // Each of its timers reports this, while the loss of the database was already logged once. The error is a copy, so
    // its name identifies it. A busy database is asked again by the next timer.
    if (![UnreachableError.name, BusyError.name].includes(error.name)) log.error({ err: error }, 'queue failed')
  })
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warns'))
  const close = async () => {
    await boss.stop({ timeout: STOP_MILLISECONDS })
    await connections.end()
  }
  try {
    await keepWaiting(database)
    await boss.start()
    for (const name of names) await prepare(boss, name)
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }

  const stopping = new AbortController()
  return {
    async enqueue(transaction: Transaction<Tables>, name, payload, delay = 0) {
      const id = randomUUID()
      if (JOB_RULES[name].kept)
        await transaction
          .insertInto('kept_jobs')
          .values({ id, job_name: name, payload: JSON.stringify(payload) })
          .execute()
      await boss.send(name, payload, {
        id,
        startAfter: delay,
        db: fromKysely(transaction),
        ...(await turnOf(transaction, name, payload)),
        ...(JOB_RULES[name].once ? { singletonKey: JSON.stringify(payload) } : {}),
      })
    },
    async work(handlers) {
      for (const name of names) await take(boss, name, handlers[name] as JobHandler<JobName>)
    },
    release: (runs) => releaseJobs(database, boss, runs),
    async stop() {
      stopping.abort(new Error('The process is stopping.'))
      await close()
    },
  }

  async function take(from: PgBoss, name: JobName, handler: JobHandler<JobName>): Promise<void> {
    const { concurrency, schedule } = JOB_RULES[name]
    // The database may end while the worker starts.
    if (schedule) await whenReachable(() => from.schedule(name, schedule), Number.POSITIVE_INFINITY)
    await from.work<Jobs[JobName]>(
      name,
      {
        batchSize: 1,
        localConcurrency: concurrency,
        localGroupConcurrency: groupBounds(JOB_RULES[name]),
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
        heartbeatRefreshSeconds: HEARTBEAT_SECONDS / 3,
      },
      async (jobs) => {
        for (const job of jobs) await attempt({ database, log, name, job, handler, stopping: stopping.signal, run })
      },
    )
  }
}

/** While a job runs, its output names the process that runs it; pg-boss itself does not know that. */
async function releaseJobs(database: Database, boss: PgBoss, runs: readonly string[]): Promise<number> {
  return await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ name: JobName; id: string }>`
      select name, id from pgboss.job
      where state = 'active' and name = any(${names}::text[]) and output ->> 'run' = any(${runs}::text[])
      for update`.execute(transaction)
    const db = fromKysely(transaction)
    for (const { name, id } of rows) await boss.fail(name, id, { message: 'Its process was killed.' }, { db })
    const ids = rows.map(({ id }) => id)
    await sql`
      update pgboss.job set start_after = now()
      where state = 'retry' and name = any(${names}::text[]) and id = any(${ids}::uuid[])`.execute(transaction)
    return rows.length
  })
}

/**
 * Our own connections: pg-boss's would end the process when one breaks at the wrong moment, and could not distinguish a
 * lost database from another failure.
 */
function openConnections({ database_url, log, worker }: QueueOptions) {
  const pool = new ConnectionPool(database_url, { name: 'footnote-queue', connections: worker ? 6 : 2, log })
  return {
    executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
    async listen(channel: string, onMessage: (payload: string) => void, onResume: () => void) {
      const channels = new Channels(database_url)
      channels.on(channel, { onMessage, onResume })
      channels.start()
      return { close: () => channels.close() }
    },
    end: () => pool.end(),
  }
}

/** Whether jobs of some kinds wait or run, on any machine. */
export async function hasJobs(database: Kysely<Tables>, kinds: readonly JobName[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from pgboss.job where name = any(${kinds}::text[]) and state in ('created', 'retry', 'active'))
      as found`.execute(database)
  return rows[0]?.found ?? false
}

/**
 * Extends the lifetime of jobs from when they were kept for two weeks only. Runs before the queue's maintenance, which
 * begins by deleting expired jobs.
 */
async function keepWaiting(database: Database): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('pgboss.job') is not null as found`.execute(
    database,
  )
  if (!rows[0]?.found) return
  await sql`
    update pgboss.job set keep_until = created_on + make_interval(secs => ${RETENTION_SECONDS})
    where name = any(${names}::text[]) and state in ('created', 'retry', 'active')
      and keep_until < created_on + make_interval(secs => ${RETENTION_SECONDS})`.execute(database)
}

async function prepare(boss: PgBoss, name: JobName): Promise<void> {
  const { once, backoff } = JOB_RULES[name]
  const settings = {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: EXPIRE_SECONDS,
    retryLimit: RETRY_LIMIT,
    retryDelay: RETRY_SECONDS,
    retentionSeconds: RETENTION_SECONDS,
    notify: true,
    ...(backoff ? { retryBackoff: true, retryDelayMax: BACKOFF_SECONDS } : {}),
  }
  await boss.createQueue(name, { ...settings, policy: once ? 'short' : 'standard' })
  await boss.updateQueue(name, settings)
}
