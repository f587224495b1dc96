import { JOBS } from '@footnote/contract/shared/limits.ts'
import { beginDueStage, failDueStage } from '../../features/library/indexing/commands.ts'
import { givenUpStages, isWorkedOn, mayBeReindexed } from '../../features/library/indexing/queries.ts'
import { reasonToWait } from '../../media/waiting.ts'
import { withstandKills } from '../../media/withstand-kills.ts'
import { PassingError } from '../../platform/errors.ts'
import { type JobContext, type JobHandler, Postponed } from '../../platform/queue/jobs.ts'
import { sentenceOf, VideoMovedOn } from '../runner/outcome.ts'
import { PROCESSING } from '../runner/pipeline.ts'
import { runStage } from '../runner/run-stage.ts'
import { type IndexingServices, loadVideo, removeLeftovers, type VideoWork, workOnVideo } from '../runner/video-work.ts'
import { samples } from '../stages/samples.ts'
import type { Stage } from '../stages/stage.ts'
import { findDueStages, type StageToRun } from './due-stages.ts'
import { followReindexing, Paused } from './follow-reindexing.ts'

/** Each round finds stages that were requested during the one before; endless requests must wait for a later job. */
const MAX_ROUNDS = 5
/** Share of a stage for decoding samples, if it needs them. */
const DECODING_SHARE = 0.3

/**
 * Runs the due stages of an indexed video. The results of each replace the old ones when complete; until then, and
 * after a failure, searches use the old ones. Charges nothing, and keeps the video's status.
 */
export const reindexVideo =
  (services: IndexingServices): JobHandler<'reindex-video'> =>
  async ({ video_id }, context) => {
    if (await isWorkedOn(services.db, video_id)) {
      if (context.starts === 1) return
      // The sign of life may be the last one of this job's own killed worker.
      throw new Postponed('Waiting until nobody else works on this video.', null)
    }
    const failed = new Map<string, unknown>()
    try {
      for (let round = 0; round < MAX_ROUNDS; round += 1)
        if (!(await runRound(services, video_id, context, failed))) break
    } catch (error) {
      if (context.signal.aborted) throw error
      if (error instanceof VideoMovedOn) return await removeLeftovers(services, video_id)
      if (error instanceof Paused) return
      const reason = reasonToWait(error)
      throw reason ? new Postponed(reason, error) : error
    }
    const [first] = failed.values()
    if (failed.size > 0) throw first
  }

/** @returns whether a stage ran */
async function runRound(
  services: IndexingServices,
  video_id: string,
  context: JobContext,
  failed: Map<string, unknown>,
): Promise<boolean> {
  const { db } = services
  if ((await mayBeReindexed(db, video_id)) !== 'yes') return false
  const loaded = await loadVideo(db, video_id, ['SUCCESS'])
  if (!loaded) return false
  let ran = false
  await workOnVideo(services, loaded, context, async (work) => {
    for (const stage of PROCESSING) {
      const due = await findDueStages(db, work.engines, [work.collection], video_id)
      const given_up = await givenUpStages(db, video_id)
      const next = due.find((row) => row.stage === stage.stage && !failed.has(row.stage))
      if (!next || given_up.some((row) => row.stage === next.stage && row.engine === next.engine)) continue
      ran = true
      await runDueStage(work, stage, next, context, failed)
    }
  })
  return ran
}

async function runDueStage(
  work: VideoWork,
  stage: Stage,
  due: StageToRun,
  context: JobContext,
  failed: Map<string, unknown>,
): Promise<void> {
  await beginDueStage(work.db, due)
  await using following = followReindexing(work, stage.stage)
  try {
    if (context.starts > JOBS.starts) throw new Error('The video ended its worker too often.')
    await following.turn()
    if (!stage.needs.includes('samples')) return await runStage(work, [stage], following.report)
    // Decode in advance, so that the time for decoding does not count for the stage.
    await withstandKills(work, async () => {
      for await (const { progress } of work.samples()) following.report(DECODING_SHARE * progress)
    })
    const together = stage.stage === 'visual' && !(await hasSameSamples(work)) ? [samples, stage] : [stage]
    await runStage(work, together, (share) => following.report(DECODING_SHARE + (1 - DECODING_SHARE) * share))
  } catch (error) {
    if (work.signal.aborted) throw work.signal.reason
    if (error instanceof VideoMovedOn || error instanceof PassingError || reasonToWait(error)) throw error
    failed.set(stage.stage, error)
    work.log.warn({ video_id: work.video.id, stage: stage.stage, err: error }, 'stage not run again')
    const given_up = context.last_attempt || context.starts > JOBS.starts
    await failDueStage(work.db, due, sentenceOf(error), given_up)
  }
}

/** Whether decoding gives the same samples as stored: another version of the decoder may give others. */
async function hasSameSamples(work: VideoWork): Promise<boolean> {
  const frames = await Array.fromAsync(work.samples())
  const stored = await work.db.selectFrom('samples').select('time').where('video_id', '=', work.video.id).execute()
  const times = new Set(stored.map(({ time }) => time))
  const kept = frames.flatMap(({ sample }) => sample ?? [])
  return kept.length === times.size && kept.every(({ time }) => times.has(time))
}
