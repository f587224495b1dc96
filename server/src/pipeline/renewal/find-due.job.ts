import { sql } from 'kysely'
import { openCollections } from '../../features/library/collections/queries.ts'
import { enqueueDue } from '../../features/library/indexing/commands.ts'
import type { JobHandler } from '../../platform/queue/jobs.ts'
import type { IndexingServices } from '../runner/video-work.ts'
import { findDueStages } from './due-stages.ts'

/** Records the due stages of indexed videos, and enqueues the videos. */
export const findDue =
  (services: IndexingServices): JobHandler<'find-due'> =>
  async () =>
    await writeDueStages(services)

/** The same, without a job. */
export async function writeDueStages({ db, queue, pool, config }: IndexingServices): Promise<void> {
  using loan = pool.lend()
  const { engines } = loan
  const collections = await openCollections(db, { billing: config.billing, now: new Date() })
  const due = await findDueStages(db, engines, collections)
  const found = sql`unnest(${due.map(({ video_id }) => video_id)}::uuid[], ${due.map(({ stage }) => stage)}::text[],
    ${due.map(({ engine }) => engine)}::text[]) as found(video_id, stage, engine)`
  const here = Object.values(engines).flatMap(({ engine }) => engine?.id ?? [])
  await db.transaction().execute(async (transaction) => {
    // Keeps stages that are due for another machine's engines.
    await sql`
      delete from due_stages as due
      where not exists (select from ${found} where found.video_id = due.video_id and found.stage = due.stage)
        and exists (select from videos where videos.id = due.video_id and videos.status = 'SUCCESS')
        and (due.engine is null or due.engine = any(${here}::text[])
          or not exists (select from engine_choices as choice where choice.engine = due.engine))`.execute(transaction)
    await sql`
      insert into due_stages (video_id, stage, engine)
      select found.* from ${found} join videos on videos.id = found.video_id
      on conflict (video_id, stage) do update
        set engine = excluded.engine, errors = 0, error = null, given_up = false
        where due_stages.engine is distinct from excluded.engine`.execute(transaction)
    await enqueueDue(transaction, queue)
  })
}
