import { JOBS } from '@footnote/contract/shared/limits.ts'
import { sql, type Transaction } from 'kysely'
import { passOverStage } from '../../features/library/indexing/commands.ts'
import { refuseWithoutRoom } from '../../media/waiting.ts'
import { withstandKills } from '../../media/withstand-kills.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { type FirstIndexing, isMoved, lockVideo, removeParts, StageParts, writeSearchable } from '../stages/parts.ts'
import { kindOf, type Stage, type StageResult } from '../stages/stage.ts'
import { isEnginesFault, sentenceOf } from './outcome.ts'
import type { VideoWork } from './video-work.ts'

/** A completed stage. */
interface StageCompletion {
  readonly stage: Stage
  readonly result: StageResult
  readonly parts: StageParts
  /** Duration of the work. */
  readonly seconds: number
}

/**
 * Runs a stage, and stores its results and its completion in one transaction. Removes the results of another engine in
 * the same transaction, so that a search sees the one or the other.
 * @param stages one; or several, run in order, that must change together
 * @param first stores parts in advance; null when a stage runs again on an indexed video
 * @throws VideoMovedOn when the video has been deleted meanwhile
 */
export async function runStage(
  work: VideoWork,
  stages: readonly Stage[],
  onProgress: (share: number) => void,
  first: FirstIndexing | null = null,
): Promise<void> {
  for (;;) {
    try {
      return await runOnce(work, stages, onProgress, first)
    } catch (error) {
      if (work.signal.aborted || !isMoved(error)) throw error
    }
  }
}

async function runOnce(
  work: VideoWork,
  stages: readonly Stage[],
  onProgress: (share: number) => void,
  first: FirstIndexing | null,
): Promise<void> {
  const done: StageCompletion[] = []
  for (const stage of stages) {
    const share = (of: number) => onProgress((done.length + of) / stages.length)
    const each = await withstandKills(work, () => withRoom(work, () => runWhole(work, stage, share, first)))
    if (each) done.push(each)
  }
  work.signal.throwIfAborted()
  await work.db.transaction().execute(async (transaction) => {
    for (const { stage } of done) await stage.hold?.(transaction, work)
    await lockVideo(transaction, work, first)
    for (const each of done) await finish(transaction, work, each)
    if (first) await writeSearchable(transaction, work, first)
  })
  for (const { stage, result, seconds } of done) {
    const { engine, counts } = result
    work.log.info({ video_id: work.video.id, stage: stage.stage, engine, seconds, ...counts }, 'stage finished')
  }
}

/** @returns null when another worker has finished the stage meanwhile */
async function runWhole(
  work: VideoWork,
  stage: Stage,
  onProgress: (share: number) => void,
  first: FirstIndexing | null,
): Promise<StageCompletion | null> {
  work.signal.throwIfAborted()
  const parts = await StageParts.begin(work, stage, first)
  if (!parts) return null
  work.log.info({ video_id: work.video.id, stage: stage.stage, after: parts.until }, 'stage started')
  const result = await stage.run(work, onProgress, parts)
  await parts.followedEnd()
  return { stage, result, parts, seconds: parts.seconds }
}

/** On a full disk programs write incomplete output, or fail with another reason: discard both. */
async function withRoom<T>({ signal, media }: VideoWork, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } finally {
    if (!signal.aborted) await refuseWithoutRoom(media.folder, JOBS.room_after)
  }
}

/**
 * Continues without a stage whose engine failed on this video. Removes its stored parts. The stage stays due: for the
 * next search of due stages if the engine took too long, which a busy machine may cause; else for another engine, or
 * until somebody retries it.
 * @throws the error when it is not the engine's fault, or when the stage is required
 */
export async function passOver(work: VideoWork, stage: Stage, error: unknown, first: FirstIndexing): Promise<void> {
  const { passOver: note } = stage
  const kind = kindOf(stage.stage)
  if (work.signal.aborted || !kind || !note || !isEnginesFault(error)) throw error
  work.log.warn({ video_id: work.video.id, stage: stage.stage, err: error }, 'stage skipped')
  first.searched.delete(stage.stage)
  await work.db.transaction().execute(async (transaction) => {
    await lockVideo(transaction, work, first)
    await removeParts(transaction, work, stage, first)
    const again = error.failure === 'timed_out'
    await note(transaction, work, again)
    const due = { video_id: work.video.id, stage: stage.stage, engine: work.engines[kind].engine?.id ?? null }
    await passOverStage(transaction, due, sentenceOf(error), again)
    await writeSearchable(transaction, work, first)
  })
}

async function finish(
  transaction: Transaction<Tables>,
  work: VideoWork,
  { stage, result, parts, seconds }: StageCompletion,
): Promise<void> {
  const key = { video_id: work.video.id, stage: stage.stage }
  const before = await transaction
    .selectFrom('video_stages')
    .select(['engine', 'until'])
    .where('video_id', '=', key.video_id)
    .where('stage', '=', key.stage)
    .executeTakeFirst()
  if (result.left_out && before?.until === null) return await forgetDue(transaction, key)
  await parts.replace(transaction)
  await result.store(transaction)
  if (before?.engine && before.engine !== result.engine) await stage.remove?.(transaction, key.video_id, before.engine)
  const again = (await result.isOutdated?.(transaction)) ?? false
  await transaction
    .insertInto('video_stages')
    .values({ ...key, engine: result.engine, seconds, again, until: null })
    .onConflict((conflict) =>
      conflict.columns(['video_id', 'stage']).doUpdateSet({
        engine: result.engine,
        seconds,
        until: null,
        finished_at: sql<Date>`now()`,
        // A request that came after the video was read is not part of these results.
        again: sql<boolean>`excluded.again or coalesce(video_stages.asked_at > ${work.since}::timestamptz, false)`,
      }),
    )
    .execute()
  await forgetDue(transaction, key)
}

async function forgetDue(
  transaction: Transaction<Tables>,
  { video_id, stage }: { readonly video_id: string; readonly stage: string },
): Promise<void> {
  await transaction.deleteFrom('due_stages').where('video_id', '=', video_id).where('stage', '=', stage).execute()
}
