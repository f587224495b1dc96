import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { ProductError } from '../errors.ts'
import type { JobName, JobRule, Jobs } from './jobs.ts'

/** Group of the sample films' jobs, which nobody waits for. */
const SAMPLES = 'samples'
/** Offset that puts samples' jobs behind all jobs of people. */
const BEHIND_PEOPLE = -1_000_000_000
/** Parallel jobs of samples per worker: the second place stays free for people. */
const SAMPLES_AT_ONCE = 1

/** Parallel jobs of a group per worker, in pg-boss's form. */
export const groupBounds = ({ concurrency, per_company = concurrency }: JobRule) => ({
  default: per_company,
  tiers: { [SAMPLES]: SAMPLES_AT_ONCE },
})

/** A job's place in the queue, in pg-boss's form: the highest priority first, then the oldest. */
export interface Turn {
  readonly priority: number
  readonly group: { readonly id: string; readonly tier?: string }
}

/**
 * Orders jobs so that companies take turns, however many jobs one of them has: start-time fair queueing (Goyal, Vin and
 * Cheng 1996) with jobs of equal length. A job's number is one more than its company's last one, and at least that of
 * the running jobs; the smallest number is next.
 * @returns null for a job without a company
 */
export async function turnOf<Name extends JobName>(
  transaction: Transaction<Tables>,
  name: Name,
  payload: Jobs[Name],
): Promise<Turn | null> {
  const group = await groupOf(transaction, payload)
  if (group === SAMPLES) return { priority: BEHIND_PEOPLE, group: { id: SAMPLES, tier: SAMPLES } }
  if (group === null) return null
  const { rows } = await sql<{ number: number }>`
    with unfinished as (
      select group_id, -priority as number, false as at_work from pgboss.job
        where name = ${name} and state < 'active' and priority > ${BEHIND_PEOPLE}
      union all
      select group_id, -priority, true from pgboss.job
        where name = ${name} and state = 'active' and group_id is not null and priority > ${BEHIND_PEOPLE})
    select greatest(
      coalesce(max(number) filter (where group_id = ${group}) + 1, 0),
      coalesce(max(number) filter (where at_work), min(number), 0)) as number
    from unfinished`.execute(transaction)
  return { priority: -(rows[0]?.number ?? 0), group: { id: group } }
}

/** The company of a job: the requester's, else the video's. */
async function groupOf(transaction: Transaction<Tables>, payload: Jobs[JobName]): Promise<string | null> {
  if ('user_id' in payload) {
    const user = await transaction
      .selectFrom('users')
      .select('company_id')
      .where('id', '=', payload.user_id)
      .executeTakeFirst()
    return user?.company_id ?? null
  }
  if (!('video_id' in payload)) return null
  const collection = await transaction
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .select(['company_id', 'sample'])
    .where('videos.id', '=', payload.video_id)
    .executeTakeFirst()
  return collection?.sample ? SAMPLES : (collection?.company_id ?? null)
}

/** Jobs that a person asks for and waits for. */
const REQUESTS = ['make-clip', 'cut-stills', 'render-selects', 'export-data'] as const satisfies readonly JobName[]

/** Deletes a person's waiting and given-up requests; running ones end by themselves once the account is gone. */
export async function endAskedFor(transaction: Transaction<Tables>, user_id: string): Promise<void> {
  await sql`
    delete from pgboss.job
    where name in (${sql.join(REQUESTS)}) and state in ('created', 'retry') and data ->> 'user_id' = ${user_id}`.execute(
    transaction,
  )
  for (const table of ['kept_jobs', 'job_errors'] as const)
    await transaction
      .deleteFrom(table)
      .where('job_name', 'in', REQUESTS)
      .where(sql`payload ->> 'user_id'`, '=', user_id)
      .execute()
}

/**
 * Counts a person's unfinished jobs of a kind. Locks the person, so that counts do not overlap.
 * @throws ProductError unauthenticated when the account was deleted a moment ago
 */
export async function countUnfinished(
  transaction: Transaction<Tables>,
  name: (typeof REQUESTS)[number],
  user_id: string,
): Promise<number> {
  const person = transaction.selectFrom('users').select('id').where('id', '=', user_id)
  if (!(await person.forNoKeyUpdate().executeTakeFirst())) throw new ProductError('unauthenticated')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = ${name} and state in ('created', 'retry', 'active') and data ->> 'user_id' = ${user_id}`.execute(
    transaction,
  )
  return rows[0]?.count ?? 0
}
