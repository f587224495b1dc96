import { JOBS } from '@footnote/contract/limits.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { refuseWithoutRoom } from '../media/waiting.ts'
import { giveUpStage } from '../reindexing/queries.ts'
import { isEnginesFault, sentenceOf, VideoMovedOn } from './outcome.ts'
import type { Stage, StageResult } from './stage.ts'
import type { VideoWork } from './video-work.ts'
import { withstandKills } from './withstand-kills.ts'

/** A stage whose work is done, and the seconds that it took. */
interface Done {
  readonly stage: Stage
  readonly result: StageResult
  readonly seconds: number
}

/**
 * Does the work of a stage and stores what it found together with the fact that it is finished. What another engine had found for it
 * is removed in the same moment: whoever searches sees the one or the other.
 * @param stages one; or several, one after the other, that must not be seen apart
 * @throws VideoMovedOn when the video has been deleted meanwhile
 */
export async function runStage(
  work: VideoWork,
  stages: readonly Stage[],
  onProgress: (share: number) => void,
): Promise<void> {
  const done: Done[] = []
  for (const stage of stages) {
    work.signal.throwIfAborted()
    const started = performance.now()
    work.log.info({ video_id: work.video.id, stage: stage.stage }, 'stage started')
    const result = await withstandKills(work, () =>
      withRoom(work, () => stage.run(work, (share) => onProgress((done.length + share) / stages.length))),
    )
    done.push({ stage, result, seconds: (performance.now() - started) / 1000 })
  }
  work.signal.throwIfAborted()
  await work.db.transaction().execute(async (transaction) => {
    for (const { stage } of done) await stage.hold?.(transaction, work)
    await lockVideo(transaction, work)
    for (const each of done) await finish(transaction, work, each)
  })
  for (const { stage, result, seconds } of done) {
    const { engine, counts } = result
    work.log.info({ video_id: work.video.id, stage: stage.stage, engine, seconds, ...counts }, 'stage finished')
  }
}

/** On a full disk programs leave half of what they found, or fail for another reason than they say: neither counts. */
async function withRoom<T>({ signal, media }: VideoWork, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } finally {
    if (!signal.aborted) await refuseWithoutRoom(media.folder, JOBS.room_after)
  }
}

/**
 * Goes on without a stage whose engine failed on this very video: it stays due, for another engine or until an admin asks for it.
 * @throws the error where it says nothing about the engine, or a video is not indexed without the stage
 */
export async function passOver(work: VideoWork, { stage, kind, passOver: note }: Stage, error: unknown): Promise<void> {
  if (work.signal.aborted || !kind || !note || !isEnginesFault(error)) throw error
  work.log.warn({ video_id: work.video.id, stage, err: error }, 'stage passed over')
  await work.db.transaction().execute(async (transaction) => {
    await lockVideo(transaction, work)
    await note(transaction, work)
    const due = { video_id: work.video.id, stage, engine: work.engines[kind].engine?.id ?? null }
    await giveUpStage(transaction, due, sentenceOf(error))
  })
}

/**
 * The lock orders this worker with another that was given the same job while this one was out of reach.
 * @throws VideoMovedOn
 */
async function lockVideo(transaction: Transaction<Tables>, { video }: VideoWork): Promise<void> {
  const found = await transaction
    .selectFrom('videos')
    .select('status')
    .where('id', '=', video.id)
    .forUpdate()
    .executeTakeFirst()
  if (!found || found.status === 'DELETING') throw new VideoMovedOn()
}

async function finish(
  transaction: Transaction<Tables>,
  work: VideoWork,
  { stage, result, seconds }: Done,
): Promise<void> {
  const key = { video_id: work.video.id, stage: stage.stage }
  const before = await transaction
    .selectFrom('video_stages')
    .select('engine')
    .where('video_id', '=', key.video_id)
    .where('stage', '=', key.stage)
    .executeTakeFirst()
  await result.store(transaction)
  if (before?.engine && before.engine !== result.engine) await stage.remove?.(transaction, key.video_id, before.engine)
  const again = (await result.isOutdated?.(transaction)) ?? false
  await transaction
    .insertInto('video_stages')
    .values({ ...key, engine: result.engine, seconds, again })
    .onConflict((conflict) =>
      conflict.columns(['video_id', 'stage']).doUpdateSet({
        engine: result.engine,
        seconds,
        finished_at: sql<Date>`now()`,
        // Asked for after the video was looked up: what was asked for then is not what was found now.
        again: sql<boolean>`excluded.again or coalesce(video_stages.asked_at > ${work.since}::timestamptz, false)`,
      }),
    )
    .execute()
  await transaction
    .deleteFrom('due_stages')
    .where('video_id', '=', key.video_id)
    .where('stage', '=', key.stage)
    .execute()
}
