import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/db/schema.ts'
import { JOB_RULES } from '../../platform/queue/jobs.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { type Due, type EngineChoice, FORGOTTEN, PAUSED } from './queries.ts'

/** Videos put in line at once; the rest follow when due stages are next looked for. */
const MOST_IN_LINE = 200

/**
 * Has a stage of videos run again though their engine is the same: what it is to find has been set otherwise. What it found before
 * answers until then. Nothing happens to videos whose stage has not run yet.
 * @param stage name of the stage, for example 'speech'
 */
export async function askAgain(
  transaction: Transaction<Tables>,
  queue: Queue,
  video_ids: readonly string[],
  stage: string,
): Promise<void> {
  const videos = await transaction
    .updateTable('video_stages')
    .set({ again: true, asked_at: sql<Date>`clock_timestamp()` })
    .where('stage', '=', stage)
    .where(sql<boolean>`video_id = any(${video_ids}::uuid[])`)
    .returning('video_id')
    .execute()
  if (videos.length === 0) return
  await transaction
    .insertInto('due_stages')
    .values(videos.map(({ video_id }) => ({ video_id, stage, engine: null })))
    .onConflict((conflict) =>
      conflict.columns(['video_id', 'stage']).doUpdateSet({ errors: 0, error: null, given_up: false }),
    )
    .execute()
  await enqueueDue(
    transaction,
    queue,
    videos.map(({ video_id }) => video_id),
  )
}

/**
 * Has stages run that never ran on indexed videos. What such a stage needs before it is found when it runs; one that failed on
 * a video waits until somebody asks for it.
 * @param stages names of stages, for example 'ocr'
 */
export async function askForMissing(
  transaction: Transaction<Tables>,
  queue: Queue,
  video_ids: readonly string[],
  stages: readonly string[],
): Promise<void> {
  await sql`
    insert into due_stages (video_id, stage)
    select video.id, asked.stage from videos as video cross join unnest(${stages}::text[]) as asked(stage)
    where video.id = any(${video_ids}::uuid[]) and video.status = 'SUCCESS' and not exists (
      select from video_stages as done where done.video_id = video.id and done.stage = asked.stage)
    on conflict do nothing`.execute(transaction)
  await enqueueDue(transaction, queue, video_ids)
}

/**
 * Puts videos with due stages in line, those that wait longest first.
 * @param among only of these; of all by default
 */
export async function enqueueDue(
  transaction: Transaction<Tables>,
  queue: Queue,
  among: readonly string[] | 'all' = 'all',
): Promise<void> {
  const waiting = await transaction
    .selectFrom('due_stages')
    .innerJoin('videos', 'videos.id', 'due_stages.video_id')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .select('video_id')
    .where('given_up', '=', false)
    .where('videos.status', '=', 'SUCCESS')
    .where(among === 'all' ? sql<boolean>`true` : sql<boolean>`video_id = any(${among}::uuid[])`)
    .where(sql<boolean>`not ${PAUSED}`)
    .groupBy('video_id')
    .orderBy(sql`min(due_since)`)
    .limit(MOST_IN_LINE)
    .execute()
  for (const { video_id } of waiting) await queue.enqueue(transaction, 'reindex-video', { video_id })
}

/** Has the videos of a company wait; a stage that is running is let go within a second or two. */
export async function pauseCompany(db: Kysely<Tables>, company_id: string): Promise<void> {
  await db
    .insertInto('reindexing_pauses')
    .values({ company_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Puts what waited in line again. */
export async function resumeCompany(transaction: Transaction<Tables>, queue: Queue, company_id: string): Promise<void> {
  await transaction.deleteFrom('reindexing_pauses').where('company_id', '=', company_id).execute()
  await enqueueDue(transaction, queue)
}

/**
 * Gives stages of a video that failed too often another try.
 * @returns whether there were any
 */
export async function forgiveStages(
  transaction: Transaction<Tables>,
  queue: Queue,
  video_id: string,
): Promise<boolean> {
  const stages = await transaction
    .updateTable('due_stages')
    .set({ given_up: false, errors: 0, error: null })
    .where('video_id', '=', video_id)
    .where('given_up', '=', true)
    .returning('stage')
    .execute()
  if (stages.length > 0) await enqueueDue(transaction, queue, [video_id])
  return stages.length > 0
}

/** Says that a worker has begun with a stage. */
export async function beginDueStage(db: Kysely<Tables>, { video_id, stage, engine }: Due): Promise<void> {
  const begun = { engine, share: 0, worked_on_at: sql<Date>`now()` }
  await db
    .insertInto('due_stages')
    .values({ video_id, stage, ...begun })
    .onConflict((conflict) => conflict.columns(['video_id', 'stage']).doUpdateSet(begun))
    .execute()
}

/** Says how far a stage is and that somebody is still at it. @param share 0 to 1 */
export async function writeShare(db: Kysely<Tables>, video_id: string, stage: string, share: number): Promise<void> {
  await db
    .updateTable('due_stages')
    .set({ share, worked_on_at: sql<Date>`now()` })
    .where('video_id', '=', video_id)
    .where('stage', '=', stage)
    .execute()
}

/** Says that nobody works on a stage for now. */
export async function leaveDueStage(db: Kysely<Tables>, video_id: string, stage: string): Promise<void> {
  await db
    .updateTable('due_stages')
    .set({ share: 0, worked_on_at: null })
    .where('video_id', '=', video_id)
    .where('stage', '=', stage)
    .execute()
}

/**
 * Notes that a stage failed. However many jobs were enqueued for its video, it is given up when it has failed as often as a job may.
 * @param error a sentence for a person
 * @param given_up whether it is given up in any case
 */
export async function failDueStage(
  db: Kysely<Tables>,
  { video_id, stage }: Due,
  error: string,
  given_up: boolean,
): Promise<void> {
  await db
    .updateTable('due_stages')
    .set((row) => ({
      errors: row('errors', '+', 1),
      error,
      given_up: sql<boolean>`${given_up} or errors + 1 >= ${JOB_RULES['reindex-video'].max_errors}`,
    }))
    .where('video_id', '=', video_id)
    .where('stage', '=', stage)
    .execute()
}

/** Has a stage wait that failed on a video which was indexed without it: until another engine comes, or somebody asks for it. */
export async function giveUpStage(
  transaction: Transaction<Tables>,
  { video_id, stage, engine }: Due,
  error: string,
): Promise<void> {
  const failed = { engine, error, given_up: true, errors: JOB_RULES['reindex-video'].max_errors }
  await transaction
    .insertInto('due_stages')
    .values({ video_id, stage, ...failed })
    .onConflict((conflict) => conflict.columns(['video_id', 'stage']).doUpdateSet(failed))
    .execute()
}

/** Writes which engines a machine has chosen, and forgets machines that are gone. */
export async function writeEngineChoices(
  db: Kysely<Tables>,
  machine: string,
  choices: readonly EngineChoice[],
): Promise<void> {
  await db.deleteFrom('engine_choices').where(sql<boolean>`updated_at < ${FORGOTTEN}`).execute()
  await db
    .insertInto('engine_choices')
    .values(
      choices.map(({ models, passed_over, ...choice }) => ({
        machine,
        ...choice,
        models: JSON.stringify(models),
        passed_over: JSON.stringify(passed_over),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['machine', 'kind']).doUpdateSet((row) => ({
        engine: row.ref('excluded.engine'),
        name: row.ref('excluded.name'),
        reason: row.ref('excluded.reason'),
        models: row.ref('excluded.models'),
        passed_over: row.ref('excluded.passed_over'),
        seconds_a_sample: row.ref('excluded.seconds_a_sample'),
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute()
}
