import { setTimeout as wait } from 'node:timers/promises'
import { JOBS } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import type { Job } from 'pg-boss'
import { whenReachable } from '../db/connections.ts'
import type { Database } from '../db/database.ts'
import { BusyError, isNoRoom, UnreachableError } from '../errors.ts'
import { JOB_RULES, type JobHandler, type JobName, type Jobs, type Log, Postponed } from './jobs.ts'

/** Milliseconds that a job waits after a part of the installation could not be reached, or the database was busy. */
const AWAY = { database: 1_000, storage: 15_000, 'mail server': 5_000 } as const
/** Milliseconds that the end of a job waits for the database; then another worker runs the job again. */
const END_PATIENCE = 10_000

interface Attempt {
  readonly database: Database
  readonly log: Log
  readonly name: JobName
  readonly job: Job<Jobs[JobName]>
  readonly handler: JobHandler<JobName>
  readonly stopping: AbortSignal
  /** Mark of this process's run; null without a supervisor. */
  readonly run: string | null
}

/**
 * Runs a job once. Throws its error, so that the queue tries again, until there were too many. While a part of the
 * installation is unreachable, or the disk is full, the job waits and begins again; that counts neither as an error nor
 * as a start.
 */
export async function attempt(details: Attempt): Promise<void> {
  const { log, name, job, stopping } = details
  const signal = AbortSignal.any([job.signal, stopping])
  const { confidential } = JOB_RULES[name]
  // The process was killed between the end of the job and the queue's record of it.
  if (confidential && !job.data) return
  const named = { job: name, job_id: job.id, ...(confidential ? {} : job.data) }
  log.info({ ...named, start: job.retryCount + 1 }, 'job started')
  let given_up = false
  for (;;)
    try {
      signal.throwIfAborted()
      given_up = (await handle(details, named, signal)) === 'given up'
      break
    } catch (error) {
      const pause = pauseAfter(error)
      if (signal.aborted || pause === null) throw error
      log.warn({ ...named, reason: error instanceof Error ? error.message : String(error) }, 'job waits')
      await wait(pause, undefined, { signal })
    }
  if (!given_up) log.info(named, 'job ended')
  const { database } = details
  const forget = async () => {
    if (confidential)
      await sql`update pgboss.job set data = null where name = ${name} and id = ${job.id}`.execute(database)
    // A job that was given up can be retried.
    if (given_up) return
    await database.deleteFrom('job_errors').where('job_id', '=', job.id).execute()
    await database.deleteFrom('kept_jobs').where('id', '=', job.id).execute()
  }
  await whenReachable(forget, END_PATIENCE)
}

/** Milliseconds until a job begins again after an error that is not its own; null for its own error. */
function pauseAfter(error: unknown): number | null {
  if (error instanceof UnreachableError) return AWAY[error.part]
  if (error instanceof BusyError) return AWAY.database
  return error instanceof Postponed || isNoRoom(error) ? 1_000 * JOBS.look_again : null
}

async function handle(
  { database, log, name, job, handler, run }: Attempt,
  named: object,
  signal: AbortSignal,
): Promise<'done' | 'given up'> {
  const before = await begin(database, name, job.id, run)
  const last_attempt = before + 1 >= JOB_RULES[name].max_errors
  try {
    await handler(job.data, { signal, last_attempt, starts: job.retryCount + 1, log })
    return 'done'
  } catch (error) {
    // A stop, or the loss of the job to another worker, is not the job's own error.
    if (signal.aborted || pauseAfter(error) !== null) throw error
    await addError(database, name, job, error, last_attempt)
    log.error({ ...named, err: error, errors: before + 1 }, last_attempt ? 'job given up' : 'job failed, will retry')
    if (!last_attempt) throw error
    return 'given up'
  }
}

/** Marks a job as that of this process, see `releaseJobs`. @returns the number of its errors */
async function begin(database: Database, name: JobName, id: string, run: string | null): Promise<number> {
  const { rows } = await sql<{ errors: number }>`
    with marked as (
      update pgboss.job set output = jsonb_build_object('run', ${run}::text)
      where name = ${name} and id = ${id} and state = 'active' and ${run}::text is not null)
    select errors from job_errors where job_id = ${id}`.execute(database)
  return rows[0]?.errors ?? 0
}

/** Counts an error; with the last one the job is given up, and its input stays. */
async function addError(
  database: Database,
  name: JobName,
  { id, data }: Attempt['job'],
  error: unknown,
  last: boolean,
): Promise<void> {
  const last_error = error instanceof Error ? error.message : String(error)
  const end = last ? { payload: JSON.stringify(data), given_up_at: new Date() } : {}
  await database
    .insertInto('job_errors')
    .values({ job_id: id, job_name: name, errors: 1, last_error, ...end })
    .onConflict((conflict) =>
      conflict.column('job_id').doUpdateSet((row) => ({
        errors: row('job_errors.errors', '+', 1),
        last_error,
        updated_at: new Date(),
        ...end,
      })),
    )
    .execute()
}
