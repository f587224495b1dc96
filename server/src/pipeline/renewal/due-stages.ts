import { type Selectable, sql } from 'kysely'
import type { ChosenHere, Engines } from '../../engines/registry.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Collections } from '../../platform/db/schema.ts'
import { PROCESSING } from '../runner/pipeline.ts'
import { kindOf, type Stage } from '../stages/stage.ts'

/** A stage of an indexed video that is to run again. */
export interface StageToRun {
  readonly video_id: string
  readonly stage: string
  /** That is to do it; null where none is needed. */
  readonly engine: string | null
}

/**
 * Stages that are to run again on indexed videos of some collections: those that never ran to their end, that another engine would do now,
 * that somebody has asked for, or that need a stage which has run after them. Where a video stands on a better engine than this machine
 * has, it stays.
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
    due.push(...(await dueOf(db, engines, stage, asked, only)))
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
  // Nobody here who could do it: what was found before stays.
  if ((kind && engine === null) || collection_ids.length === 0) return []
  const better = choice?.passed_over.map(({ id }) => id) ?? []
  const { rows } = await sql<StageToRun>`
    select video.id as video_id, ${stage}::text as stage, ${engine}::text as engine
    from videos as video left join video_stages as done on done.video_id = video.id and done.stage = ${stage}
    where video.status = 'SUCCESS' and video.collection_id = any(${collection_ids}::uuid[])
      and (${only ?? null}::uuid is null or video.id = ${only ?? null}::uuid)
      and (done.video_id is null or done.until is not null or done.again
        or done.engine is distinct from ${engine}::text and not coalesce(done.engine = any(${better}::text[]), false)
        or exists (select from video_stages as needed where needed.video_id = video.id
          and needed.stage = any(${[...needs]}::text[]) and needed.finished_at > done.finished_at))
    order by video.created_at, video.id`.execute(db)
  return rows
}
