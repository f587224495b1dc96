import { type Kysely, sql, type Transaction } from 'kysely'
import { ADVISORY_LOCKS } from '../db/advisory-locks.ts'
import type { Tables } from '../db/schema.ts'
import type { JobName, Jobs } from './jobs.ts'
import type { Queue } from './queue.ts'

/** Waits until no other transaction reconciles. */
export async function lockReconciling(transaction: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.reconcile})`.execute(transaction)
}

/** Whether a job of this kind waits, runs or was given up for the video of the outer statement's row. */
export const hasVideoJob = (name: JobName) => hasJobFor(name, 'video_id', 'videos.id')

/** The same for another row. @param field of the payload @param column of the outer statement */
export const hasJobFor = (name: JobName, field: string, column: string) => sql<boolean>`(
  exists (select from pgboss.job
    where name = ${name} and state < 'completed' and data ->> ${field} = ${sql.ref(column)}::text)
  or exists (select from job_errors
    where job_name = ${name} and given_up_at is not null and payload ->> ${field} = ${sql.ref(column)}::text))`

/** Forgets the jobs of a video that were given up, since it is indexed again or gone. */
export async function forgetVideoJobs(database: Kysely<Tables>, videoId: string): Promise<void> {
  await database
    .deleteFrom('job_errors')
    .where('given_up_at', 'is not', null)
    .where(sql`payload ->> 'video_id'`, '=', videoId)
    .execute()
}

/** Enqueues the kept jobs that the queue has lost. @returns their number */
export async function enqueueKept(transaction: Transaction<Tables>, queue: Queue): Promise<number> {
  const { rows } = await sql<{ job_name: JobName; payload: Jobs[JobName] }>`
    delete from kept_jobs as kept
    where not exists (select from pgboss.job where name = kept.job_name and id = kept.id and state < 'completed')
      and not exists (select from job_errors where job_id = kept.id and given_up_at is not null)
    returning job_name, payload`.execute(transaction)
  for (const { job_name, payload } of rows) await queue.enqueue(transaction, job_name, payload)
  return rows.length
}

/** Forgets jobs that were given up before this moment. Reconciling then tries those again that a row calls for. */
export async function forgetGivenUp(database: Kysely<Tables>, before: Date): Promise<void> {
  await sql`
    with old as (delete from job_errors where given_up_at < ${before} returning job_id)
    delete from kept_jobs where id in (select job_id from old)`.execute(database)
}
