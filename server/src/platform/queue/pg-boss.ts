import { sql, type Transaction } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { ConnectionPool } from '../db/connections.ts'
import type { Database } from '../db/database.ts'
import { Notices } from '../db/notices.ts'
import type { Tables } from '../db/schema.ts'
import { UnreachableError } from '../errors.ts'
import { attempt } from './attempt.ts'
import { JOB_RULES, type JobHandler, type JobName, type Jobs, type Log } from './jobs.ts'
import type { JobHandlers, Queue } from './queue.ts'
import { groupBounds, turnOf } from './turns.ts'

/** A worker that gives no sign for this long is taken to be dead and its job goes to another; seconds. */
const HEARTBEAT_SECONDS = 15
/** How often dead workers are looked for, in seconds. */
const SUPERVISE_SECONDS = 5
const EXPIRE_SECONDS = 24 * 3600
/** Between two attempts, in seconds: short, since it also delays what a killed worker left. */
const RETRY_SECONDS = 2
/** Longest pause between two attempts of a job whose pauses grow, in seconds: what greylisting asks for. */
const BACKOFF_SECONDS = 600
/** pg-boss counts every start, kills included; our own count of errors ends a job long before. */
const RETRY_LIMIT = 10_000
/**
 * A job that waits longer than this is thrown away. pg-boss has two weeks, which a machine may well be switched off; 50
 * years in seconds are about as much as its column holds.
 */
const RETENTION_SECONDS = 50 * 365 * 24 * 3600
/** A notification wakes the worker; this is for those that got lost. Seconds. */
const POLL_SECONDS = 2
/** Longest wait for running jobs to let go when the process stops, in milliseconds. */
const STOP_MILLISECONDS = 6_000

/** A queue that this process can also take jobs from. */
export interface RunningQueue extends Queue {
  /** Starts taking jobs: one handler for each. */
  work(handlers: JobHandlers): Promise<void>
  /** Takes no new job, aborts those that run, and gives them back for another worker to resume. */
  stop(): Promise<void>
}

export interface QueueOptions {
  readonly database_url: string
  readonly database: Database
  readonly log: Log
  /** Whether this process looks for dead workers and enqueues what is due; true where jobs are run. */
  readonly worker: boolean
}

const names = Object.keys(JOB_RULES) as JobName[]

/** Opens the queue, a schema of its own in the same database, and makes what it lacks. */
export async function openQueue(options: QueueOptions): Promise<RunningQueue> {
  const { database, log, worker } = options
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
    // Each of its timers says so; that the database is lost has been said once. What it hands on is a copy of the error.
    if (error.name !== UnreachableError.name) log.error({ err: error }, 'queue failed')
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
    await renameWaiting(database)
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }

  const stopping = new AbortController()
  return {
    async enqueue(transaction: Transaction<Tables>, name, payload) {
      await boss.send(name, payload, {
        db: fromKysely(transaction),
        ...(await turnOf(transaction, name, payload)),
        ...(JOB_RULES[name].once ? { singletonKey: JSON.stringify(payload) } : {}),
      })
    },
    async work(handlers) {
      for (const name of names) await take(boss, name, handlers[name] as JobHandler<JobName>)
    },
    async stop() {
      stopping.abort(new Error('The process is stopping.'))
      await close()
    },
  }

  async function take(from: PgBoss, name: JobName, handler: JobHandler<JobName>): Promise<void> {
    const { concurrency, schedule } = JOB_RULES[name]
    if (schedule) await from.schedule(name, schedule)
    await from.work<Jobs[JobName]>(
      name,
      {
        batchSize: 1,
        localConcurrency: concurrency,
        localGroupConcurrency: groupBounds(concurrency),
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
        heartbeatRefreshSeconds: HEARTBEAT_SECONDS / 3,
      },
      async (jobs) => {
        for (const job of jobs) await attempt({ database, log, name, job, handler, stopping: stopping.signal })
      },
    )
  }
}

/**
 * The queue's own connections, since pg-boss' would end the process when one breaks at the wrong moment, and would say
 * nothing that tells a lost database from another failure.
 */
function openConnections({ database_url, log, worker }: QueueOptions) {
  const pool = new ConnectionPool(database_url, { name: 'footnote-queue', connections: worker ? 6 : 2, log })
  return {
    executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
    async listen(channel: string, heard: (payload: string) => void, resumed: () => void) {
      const notices = new Notices(database_url)
      notices.on(channel, { heard, resumed })
      notices.start()
      return { close: () => notices.close() }
    },
    end: () => pool.end(),
  }
}

/** Whether jobs of some kinds wait or run, here or on another machine. */
export async function hasJobs(database: Database, kinds: readonly JobName[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from pgboss.job where name = any(${kinds}::text[]) and state in ('created', 'retry', 'active'))
      as found`.execute(database)
  return rows[0]?.found ?? false
}

/**
 * Lets jobs wait on that were put in line when they were kept for two weeks only. Before the queue is looked after, since
 * that begins with throwing away those whose time is up.
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

/** Kinds of jobs that earlier versions had, and the kind that does their work now. */
const FORMER: Readonly<Record<string, JobName>> = { 'mail-notification': 'send-mail' }

/** Lets jobs run that an earlier version put in line and this one calls otherwise. */
async function renameWaiting(database: Database): Promise<void> {
  for (const [former, name] of Object.entries(FORMER))
    await sql`update pgboss.job set name = ${name} where name = ${former} and state < 'completed'`.execute(database)
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
