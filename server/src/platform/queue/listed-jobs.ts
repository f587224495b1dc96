import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { JOB_RULES, type JobName, type Jobs } from './jobs.ts'

export const JOB_STATES = ['waiting', 'running', 'given-up'] as const
export type JobState = (typeof JOB_STATES)[number]

/** A job that has not ended, or was given up. */
export interface ListedJob {
  readonly id: string
  readonly name: JobName
  readonly state: JobState
  /** Its input; null if it is confidential. */
  readonly payload: Jobs[JobName] | null
  /** Starts, including those that ended in a kill; null for a job that was given up. */
  readonly starts: number | null
  readonly errors: number
  readonly last_error: string | null
  readonly created_at: Date
}

export interface JobFilter {
  readonly id?: string
  readonly state?: JobState
  readonly name?: string
}

/** Lists jobs that wait, run or were given up; the oldest first. */
export async function listJobs(database: Kysely<Tables>, { id, state, name }: JobFilter): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`
    select * from (
      select job.id, job.name, case job.state when 'active' then 'running' else 'waiting' end as state,
        job.data as payload, job.retry_count + (job.state = 'active')::int as starts,
        coalesce(errors, 0) as errors, last_error, job.created_on as created_at
      from pgboss.job as job left join job_errors on job_id = job.id
      where job.state < 'completed' and job.name = any(${Object.keys(JOB_RULES)}::text[])
      union all
      select job_id, job_name, 'given-up', payload, null, errors, last_error, given_up_at
      from job_errors where given_up_at is not null) as listed
    where (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
      and (${state ?? null}::text is null or state = ${state ?? null})
      and (${name ?? null}::text is null or name = ${name ?? null})
    order by created_at, id`.execute(database)
  return rows.map((row) => (JOB_RULES[row.name]?.confidential ? { ...row, payload: null } : row))
}

/** A job with its whole input, locked until the end of the transaction; undefined when it has ended. */
export async function holdJob(transaction: Transaction<Tables>, id: string): Promise<ListedJob | undefined> {
  await sql`select from pgboss.job where id = ${id} for update`.execute(transaction)
  const held = await transaction
    .selectFrom('job_errors')
    .select('payload')
    .where('job_id', '=', id)
    .where('given_up_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  const [job] = await listJobs(transaction, { id })
  return job && held ? { ...job, payload: held.payload as Jobs[JobName] } : job
}

/** Lets a job that waits for its next attempt begin now. */
export async function hurryJob(transaction: Transaction<Tables>, id: string): Promise<void> {
  await sql`update pgboss.job set start_after = now() where id = ${id} and state < 'active'`.execute(transaction)
}

/** Removes a job that does not run, with its error and its kept input. */
export async function dropJob(transaction: Transaction<Tables>, id: string): Promise<void> {
  await sql`delete from pgboss.job where id = ${id} and state < 'active'`.execute(transaction)
  await transaction.deleteFrom('job_errors').where('job_id', '=', id).execute()
  await transaction.deleteFrom('kept_jobs').where('id', '=', id).execute()
}
