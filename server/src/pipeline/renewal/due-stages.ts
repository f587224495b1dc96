import { type Selectable, sql } from 'kysely'
import type { ChosenHere, Engines } from '../../engines/registry.ts'
import { subtitlesThatHold } from '../../features/library/transcripts/lines/queries.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Collections } from '../../platform/db/schema.ts'
import { PROCESSING } from '../runner/pipeline.ts'
import { kindOf, type Stage } from '../stages/stage.ts'

/** A stage that will run again on an indexed video. */
export interface StageToRun {
  readonly video_id: string
  readonly stage: string
  /** The engine to run it; null if it needs none. */
  readonly engine: string | null
}

/**
 * Finds the stages to run again on indexed videos of some collections: those that never finished, that another engine
 * would run now, that somebody requested, or whose needed stage ran after them. Results of a better engine than this
 * machine has stay, unless it was refused. Speech waits while subtitles of people are shown.
 * @param only this video; all by default
 * @returns in the order of the pipeline
 */
export async function findDueStages(
  db: Database,
  engines: Engines,
  collections: readonly Selectable<Collections>[],
  only?: string,
): Promise<StageToRun[]> {
  const due: StageToRun[] = []
  for (const stage of PROCESSING) {
    const asked = collections.filter((collection) => stage.asked({ collection, engines })).map(({ id }) => id)
    for (const one of await dueOf(db, engines, stage, asked, only)) due.push(one)
  }
  return due
}

async function dueOf(
  db: Database,
  engines: Engines,
  { stage, needs }: Stage,
  collection_ids: readonly string[],
  only: string | undefined,
): Promise<StageToRun[]> {
  const kind = kindOf(stage)
  const choice: ChosenHere<{ id: string }> | null = kind && engines[kind]
  const engine = choice?.engine?.id ?? null
  // This machine cannot run the stage, so the old results stay.
  if ((kind && engine === null) || collection_ids.length === 0) return []
  const better = choice?.passed_over.flatMap(({ id, refused }) => (refused ? [] : id)) ?? []
  const { rows } = await sql<StageToRun>`
    select video.id as video_id, ${stage}::text as stage, ${engine}::text as engine
    from videos as video left join video_stages as done on done.video_id = video.id and done.stage = ${stage}
    where video.status = 'SUCCESS' and video.collection_id = any(${collection_ids}::uuid[])
      and (${only ?? null}::uuid is null or video.id = ${only ?? null}::uuid)
      and (${stage}::text <> 'speech' or not exists (select from ${subtitlesThatHold(sql`video.id`)}))
      and (done.video_id is null or done.until is not null or done.again
        or done.engine is distinct from ${engine}::text and not coalesce(done.engine = any(${better}::text[]), false)
        or exists (select from video_stages as needed where needed.video_id = video.id
          and needed.stage = any(${[...needs]}::text[]) and needed.finished_at > done.finished_at))
    order by video.created_at, video.id`.execute(db)
  return rows
}
