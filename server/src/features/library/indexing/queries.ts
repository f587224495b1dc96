import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import type { EngineChoices, EnginePassedOver } from '../../../platform/db/schema.ts'

/** SQL: whether a collection's videos are paused. Samples belong to everybody: one company's pause pauses them. */
export const PAUSED = sql`exists (
  select from reindexing_pauses as pause where collections.sample or pause.company_id = collections.company_id)`

/** Whether a worker may work on a video at this moment. */
export async function mayBeReindexed(db: Reader, video_id: string): Promise<'yes' | 'paused' | 'gone'> {
  const video = await db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .select(sql<boolean>`${PAUSED}`.as('paused'))
    .where('videos.id', '=', video_id)
    .where('videos.status', '=', 'SUCCESS')
    .executeTakeFirst()
  if (!video) return 'gone'
  return video.paused ? 'paused' : 'yes'
}

/**
 * SQL: a stage is being worked on when its last sign of life is later. Shorter than the time after which the queue
 * gives a dead worker's job to another.
 */
export const SIGN_OF_LIFE = sql`now() - interval '10 seconds'`

/** Whether a worker is working on a video's due stages. */
export async function isWorkedOn(db: Reader, video_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('due_stages')
    .select('stage')
    .where('video_id', '=', video_id)
    .where(sql<boolean>`worked_on_at > ${SIGN_OF_LIFE}`)
    .executeTakeFirst()
  return row !== undefined
}

/** A stage that is to run again. */
export interface Due {
  readonly video_id: string
  readonly stage: string
  readonly engine: string | null
}

/** Stages of a video that failed too often, with the engines that failed. */
export const givenUpStages = (db: Reader, video_id: string): Promise<Omit<Due, 'video_id'>[]> =>
  db
    .selectFrom('due_stages')
    .select(['stage', 'engine'])
    .where('video_id', '=', video_id)
    .where('given_up', '=', true)
    .execute()

/** An engine that a machine has chosen for a kind of indexing. */
export type EngineChoice = Omit<Selectable<EngineChoices>, 'machine' | 'updated_at' | 'models' | 'passed_over'> & {
  readonly models: readonly { readonly title: string; readonly licence: string; readonly by: string }[]
  readonly passed_over: readonly EnginePassedOver[]
}

/** A machine counts as gone when it has not renewed its rows for this long. */
export const FORGOTTEN = sql`now() - interval '3 minutes'`

/** Ids of the engines that indexing machines have chosen for a kind of indexing. */
export async function chosenEngines(db: Reader, kind: string): Promise<string[]> {
  const rows = await db
    .selectFrom('engine_choices')
    .select('engine')
    .distinct()
    .where('kind', '=', kind)
    .where('engine', 'is not', null)
    .where(sql<boolean>`updated_at >= ${FORGOTTEN}`)
    .orderBy('engine')
    .$narrowType<{ engine: string }>()
    .execute()
  return rows.map(({ engine }) => engine)
}
