import { sql, type Transaction } from 'kysely'
import { fromKysely, type Job, PgBoss } from 'pg-boss'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import { JOB_RULES, type JobHandler, type JobName, type Jobs, type Log } from './jobs.ts'
import type { JobHandlers, Queue } from './queue.ts'

/** A worker that gives no sign for this long is taken to be dead and its job goes to another; seconds. */
const HEARTBEAT_SECONDS = 15
/** How often dead workers are looked for, in seconds. */
const SUPERVISE_SECONDS = 5
const EXPIRE_SECONDS = 24 * 3600
/** Between two attempts, in seconds: short, since it also delays what a killed worker left. */
const RETRY_SECONDS = 2
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
  const boss = new PgBoss({
    connectionString: options.database_url,
    application_name: 'footnote-queue',
    max: worker ? 6 : 2,
    supervise: worker,
    schedule: worker,
    useListenNotify: worker,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue failed'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warns'))
  await keepWaiting(database)
  await boss.start()
  for (const name of names) await prepare(boss, name)

  const stopping = new AbortController()
  return {
    async enqueue(transaction: Transaction<Tables>, name, payload) {
      const db = fromKysely(transaction)
      await boss.send(name, payload, JOB_RULES[name].once ? { db, singletonKey: JSON.stringify(payload) } : { db })
    },
    async work(handlers) {
      for (const name of names) await take(boss, name, handlers[name] as JobHandler<JobName>)
    },
    async stop() {
      stopping.abort(new Error('The process is stopping.'))
      await boss.stop({ timeout: STOP_MILLISECONDS })
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

async function prepare(boss: PgBoss, name: JobName): Promise<void> {
  const settings = {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: EXPIRE_SECONDS,
    retryLimit: RETRY_LIMIT,
    retryDelay: RETRY_SECONDS,
    retentionSeconds: RETENTION_SECONDS,
    notify: true,
  }
  await boss.createQueue(name, { ...settings, policy: JOB_RULES[name].once ? 'short' : 'standard' })
  await boss.updateQueue(name, settings)
}

interface Attempt {
  readonly database: Database
  readonly log: Log
  readonly name: JobName
  readonly job: Job<Jobs[JobName]>
  readonly handler: JobHandler<JobName>
  readonly stopping: AbortSignal
}

/** Runs a job once. An error is thrown on, so that the queue tries again, until there were too many. */
async function attempt({ database, log, name, job, handler, stopping }: Attempt): Promise<void> {
  const signal = AbortSignal.any([job.signal, stopping])
  signal.throwIfAborted()
  const details = { job: name, job_id: job.id, ...job.data }
  const before = await countErrors(database, job.id)
  log.info({ ...details, start: job.retryCount + 1 }, 'job started')
  const last_attempt = before + 1 >= JOB_RULES[name].max_errors
  try {
    await handler(job.data, { signal, last_attempt, starts: job.retryCount + 1, log })
  } catch (error) {
    // Being stopped, or having lost the job to another worker, is no error of the job.
    if (signal.aborted) throw error
    await addError(database, name, job.id, error)
    log.error({ ...details, err: error, errors: before + 1 }, last_attempt ? 'job given up' : 'job failed, will retry')
    if (!last_attempt) throw error
  }
  log.info(details, 'job ended')
  await database.deleteFrom('job_errors').where('job_id', '=', job.id).execute()
}

async function countErrors(database: Database, jobId: string): Promise<number> {
  const row = await database.selectFrom('job_errors').select('errors').where('job_id', '=', jobId).executeTakeFirst()
  return row?.errors ?? 0
}

async function addError(database: Database, name: JobName, jobId: string, error: unknown): Promise<void> {
  const last_error = error instanceof Error ? error.message : String(error)
  await database
    .insertInto('job_errors')
    .values({ job_id: jobId, job_name: name, errors: 1, last_error })
    .onConflict((conflict) =>
      conflict.column('job_id').doUpdateSet((row) => ({
        errors: row('job_errors.errors', '+', 1),
        last_error,
        updated_at: new Date(),
      })),
    )
    .execute()
}
