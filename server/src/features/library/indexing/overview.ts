import {
  type ChosenEngine,
  DUE_STAGES,
  type DueStage,
  ENGINE_KINDS,
  type Indexing,
  STAGE_KINDS,
} from '@footnote/contract/nouns/library/indexing.ts'
import { UNFINISHED_STATUSES } from '@footnote/contract/shared/video-status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { FORGOTTEN, SIGN_OF_LIFE } from './queries.ts'

/** Stages that an engine runs. */
const DONE_BY_ENGINES = DUE_STAGES.filter((stage) => STAGE_KINDS[stage] !== null)
/** Stages that read samples, which are decoded once for all of them. */
const DECODED: readonly DueStage[] = ['visual', 'ocr']
/** Maximum number of failed stages in the list. */
const MOST_FAILURES = 100

/** Seconds of work per second of video, by stage and engine. */
const PACE = sql`(
  select done.stage, done.engine, sum(done.seconds) / sum(video.duration) as pace
  from video_stages as done join videos as video on video.id = done.video_id
  where done.seconds is not null and done.until is null and video.duration > 0 group by done.stage, done.engine) as pace`

/** An admin's overview: the company's own videos and the samples, which belong to everybody. */
export async function readOverview(
  db: Database,
  company_id: string,
  engineName: (id: string) => string,
): Promise<Omit<Indexing, 'models' | 'examinations'>> {
  const seen = sql`(collection.sample or collection.company_id = ${company_id}) and collection.deleted_at is null`
  const [engines, progress, left, stages, new_videos, pause] = await Promise.all([
    readEngines(db),
    readProgress(db, seen, engineName),
    readLeft(db, seen),
    readDue(db, seen),
    readNewVideos(db, seen),
    db.selectFrom('reindexing_pauses').select('company_id').where('company_id', '=', company_id).executeTakeFirst(),
  ])
  return { engines, progress, ...left, ...stages, new_videos, paused: pause !== undefined }
}

/** Machines with the same choice are listed together. */
async function readEngines(db: Database): Promise<ChosenEngine[]> {
  const { rows } = await sql<ChosenEngine>`
    select choice.kind, choice.engine as id, choice.name, choice.reason, choice.models, choice.passed_over,
      (select avg(pace.pace) from ${PACE} where pace.engine = choice.engine) as pace, count(*) as machines
    from engine_choices as choice where updated_at >= ${FORGOTTEN}
    group by choice.kind, choice.engine, choice.name, choice.reason, choice.models, choice.passed_over
    order by choice.kind, machines desc, id`.execute(db)
  return rows
    .map((row) => ({ ...row, passed_over: row.passed_over.map(({ name, reason }) => ({ name, reason })) }))
    .sort((a, b) => ENGINE_KINDS.indexOf(a.kind) - ENGINE_KINDS.indexOf(b.kind))
}

async function readProgress(
  db: Database,
  seen: RawBuilder<unknown>,
  engineName: (id: string) => string,
): Promise<Indexing['progress']> {
  const { rows } = await sql<{
    stage: DueStage
    engine: string | null
    videos: number
    to_do: number
    chosen: boolean
  }>`
    select stage, engine, sum(videos)::int as videos, sum(to_do)::int as to_do,
      exists (select from engine_choices as choice where choice.engine = standing.engine and updated_at >= ${FORGOTTEN}) as chosen
    from (
      select done.stage, done.engine, 1 as videos, 0 as to_do from video_stages as done
        join videos as video on video.id = done.video_id join collections as collection on collection.id = video.collection_id
      where ${seen} and video.status = 'SUCCESS' and done.engine is not null
      union all
      select due.stage, null, 0, 1 from due_stages as due
        join videos as video on video.id = due.video_id join collections as collection on collection.id = video.collection_id
      where ${seen} and video.status = 'SUCCESS'
    ) as standing group by stage, engine order by chosen desc, videos desc, engine`.execute(db)
  return DONE_BY_ENGINES.flatMap((stage) => {
    const ofStage = rows.filter((row) => row.stage === stage)
    if (ofStage.length === 0) return []
    const engines = ofStage.flatMap(({ engine, videos, chosen }) =>
      engine === null ? [] : [{ name: engineName(engine), videos, chosen }],
    )
    return [{ stage, engines, to_do: ofStage.reduce((sum, { to_do }) => sum + to_do, 0) }]
  })
}

/**
 * The remaining work and its duration. It uses the engine's pace on other videos. Without one it uses the time per
 * sample of the engine's trial, plus the time that the previous engine took.
 */
async function readLeft(
  db: Database,
  seen: RawBuilder<unknown>,
): Promise<Pick<Indexing, 'videos_left' | 'seconds_left' | 'not_measured'>> {
  const { rows } = await sql<{ stage: DueStage; video_id: string; seconds: number | null; decoding: number | null }>`
    select due.stage, due.video_id, (1 - due.share) * coalesce(pace.pace * video.duration,
        choice.seconds_a_sample * (select count(*) from samples where samples.video_id = video.id) + coalesce(done.seconds, 0)) as seconds,
      case when due.stage = any(${[...DECODED]}::text[])
        then (select pace.pace from ${PACE} where pace.stage = 'samples') * video.duration end as decoding
    from due_stages as due
      join videos as video on video.id = due.video_id join collections as collection on collection.id = video.collection_id
      left join video_stages as done on done.video_id = due.video_id and done.stage = due.stage
      left join ${PACE} on pace.stage = due.stage and pace.engine is not distinct from coalesce(due.engine, done.engine)
      left join lateral (select max(seconds_a_sample) as seconds_a_sample from engine_choices
        where engine = due.engine and updated_at >= ${FORGOTTEN}) as choice on true
    where ${seen} and video.status = 'SUCCESS' and not due.given_up`.execute(db)
  const decoding = new Map(
    rows.flatMap(({ video_id, decoding: seconds }) => (seconds === null ? [] : [[video_id, seconds]])),
  )
  const known = [...rows.flatMap(({ seconds }) => seconds ?? []), ...decoding.values()]
  const unknown = rows.flatMap(({ stage, seconds }) =>
    seconds === null && stage !== 'samples' ? [STAGE_KINDS[stage]] : [],
  )
  return {
    videos_left: new Set(rows.map(({ video_id }) => video_id)).size,
    seconds_left: rows.some(({ seconds }) => seconds !== null)
      ? known.reduce((sum, seconds) => sum + seconds, 0)
      : null,
    not_measured: [...new Set(unknown)],
  }
}

async function readDue(db: Database, seen: RawBuilder<unknown>): Promise<Pick<Indexing, 'running' | 'failures'>> {
  const { rows } = await sql<Indexing['running'][number] & Indexing['failures'][number] & { is_running: boolean }>`
    select video.id as video_id, video.file_name as video_name, video.collection_id, due.stage, 100 * due.share as percentage,
      due.error, due.errors, due.given_up is false as is_running
    from due_stages as due
      join videos as video on video.id = due.video_id join collections as collection on collection.id = video.collection_id
    where ${seen} and video.status = 'SUCCESS' and (due.given_up or due.worked_on_at > ${SIGN_OF_LIFE})
    order by video.created_at, video.id, due.stage`.execute(db)
  const named = ({ video_id, video_name, collection_id, stage }: (typeof rows)[number]) => ({
    video_id,
    video_name,
    collection_id,
    stage,
  })
  return {
    running: rows.filter((row) => row.is_running).map((row) => ({ ...named(row), percentage: row.percentage })),
    failures: rows
      .filter((row) => !row.is_running)
      .slice(0, MOST_FAILURES)
      .map((row) => ({ ...named(row), error: row.error ?? '', errors: row.errors })),
  }
}

async function readNewVideos(db: Database, seen: RawBuilder<unknown>): Promise<Indexing['new_videos']> {
  const { rows } = await sql<Indexing['new_videos']['running'][number] & { status: string }>`
    select video.id as video_id, video.file_name as video_name, video.collection_id, video.status_percentage as percentage, video.status
    from videos as video join collections as collection on collection.id = video.collection_id
    where ${seen} and video.status = any(${[...UNFINISHED_STATUSES]}::text[]) order by video.created_at, video.id`.execute(
    db,
  )
  const running = rows.filter(({ status }) => status !== 'PENDING' && status !== 'QUEUED')
  return {
    waiting: rows.length - running.length,
    running: running.map(({ video_id, video_name, collection_id, percentage }) => ({
      video_id,
      video_name,
      collection_id,
      percentage,
    })),
  }
}
