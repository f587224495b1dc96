import { type Kysely, sql, type Transaction } from 'kysely'
import { inserted } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { JOB_RULES } from '../../../platform/queue/jobs.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { type Due, type EngineChoice, FORGOTTEN, PAUSED } from './queries.ts'

/** Maximum videos to enqueue at once; the next search for due stages enqueues the rest. */
const MOST_IN_LINE = 200

/**
 * Runs a stage again although its engine is the same, because its settings changed. Its old results stay until then.
 * Does nothing for videos whose stage has not run yet.
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
 * Runs stages that never ran on indexed videos. The run finds the stages that they depend on. A stage that failed on a
 * video waits until somebody retries it.
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
 * Runs a stage of an indexed video that ended without an engine, that never ran, or whose settings changed since.
 * @param stage name of the stage, for example 'speech'
 * @returns whether it will run; false for a collection that does not ask for it, and while no machine has an engine for it
 */
export async function askForSkipped(
  transaction: Transaction<Tables>,
  queue: Queue,
  video_id: string,
  stage: 'speech',
): Promise<boolean> {
  const { rows } = await sql`
    insert into due_stages (video_id, stage)
    select video.id, ${stage} from videos as video join collections as collection on collection.id = video.collection_id
      left join video_stages as done on done.video_id = video.id and done.stage = ${stage}
    where video.id = ${video_id} and video.status = 'SUCCESS' and collection.audio
      and exists (select from engine_choices as choice
        where choice.kind = ${stage} and choice.engine is not null and choice.updated_at >= ${FORGOTTEN})
      and (done.engine is null or done.again)
    on conflict (video_id, stage) do update set errors = 0, error = null, given_up = false
    returning stage`.execute(transaction)
  if (rows.length === 0) return false
  await enqueueDue(transaction, queue, [video_id])
  return true
}

/**
 * Enqueues videos with due stages, longest waiting first.
 * @param among only these videos; all by default
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

/** Pauses the indexing of a company's videos. A running stage stops within a second or two. */
export async function pauseCompany(db: Kysely<Tables>, company_id: string): Promise<void> {
  await db
    .insertInto('reindexing_pauses')
    .values({ company_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Enqueues the paused videos again. */
export async function resumeCompany(transaction: Transaction<Tables>, queue: Queue, company_id: string): Promise<void> {
  await transaction.deleteFrom('reindexing_pauses').where('company_id', '=', company_id).execute()
  await enqueueDue(transaction, queue)
}

/**
 * Retries the stages of a video that failed too often.
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

/** Records that a worker has begun a stage. */
export async function beginDueStage(db: Kysely<Tables>, { video_id, stage, engine }: Due): Promise<void> {
  const begun = { engine, share: 0, worked_on_at: sql<Date>`now()` }
  await db
    .insertInto('due_stages')
    .values({ video_id, stage, ...begun })
    .onConflict((conflict) => conflict.columns(['video_id', 'stage']).doUpdateSet(begun))
    .execute()
}

const dueStage = (db: Kysely<Tables>, video_id: string, stage: string) =>
  db.updateTable('due_stages').where('video_id', '=', video_id).where('stage', '=', stage)

/** Records the progress of a stage, which is also the worker's sign of life. @param share 0 to 1 */
export async function writeShare(db: Kysely<Tables>, video_id: string, stage: string, share: number): Promise<void> {
  await dueStage(db, video_id, stage).set({ share, worked_on_at: sql<Date>`now()` }).execute()
}

/** Records that nobody works on a stage. */
export async function leaveDueStage(db: Kysely<Tables>, video_id: string, stage: string): Promise<void> {
  await dueStage(db, video_id, stage).set({ share: 0, worked_on_at: null }).execute()
}

/**
 * Records a failure of a stage. Gives it up after as many failures as a job may have, however many jobs its video had.
 * @param error a sentence for a person
 * @param given_up true gives it up at once
 */
export async function failDueStage(
  db: Kysely<Tables>,
  { video_id, stage }: Due,
  error: string,
  given_up: boolean,
): Promise<void> {
  const ends = sql<boolean>`${given_up} or errors + 1 >= ${JOB_RULES['reindex-video'].max_errors}`
  await dueStage(db, video_id, stage)
    .set((row) => ({ errors: row('errors', '+', 1), error, given_up: ends }))
    .execute()
}

/**
 * Records that a video was indexed without a failed stage.
 * @param again whether the stage runs again by itself; otherwise it waits for another engine, or until somebody retries it
 */
export async function passOverStage(
  transaction: Transaction<Tables>,
  { video_id, stage, engine }: Due,
  error: string,
  again: boolean,
): Promise<void> {
  const failed = { engine, error, given_up: !again, errors: again ? 1 : JOB_RULES['reindex-video'].max_errors }
  await transaction
    .insertInto('due_stages')
    .values({ video_id, stage, ...failed })
    .onConflict((conflict) => conflict.columns(['video_id', 'stage']).doUpdateSet(failed))
    .execute()
}

/** Writes the engines that a machine has chosen, and deletes machines that are gone. */
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
      conflict.columns(['machine', 'kind']).doUpdateSet({
        ...inserted('engine', 'name', 'reason', 'models', 'passed_over', 'seconds_a_sample'),
        updated_at: sql<Date>`now()`,
      }),
    )
    .execute()
}
