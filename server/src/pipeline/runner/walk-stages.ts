import { Checkpoints } from '../stages/checkpoints.ts'
import { type FirstIndexing, lockVideo, removeParts } from '../stages/parts.ts'
import { followProgress } from '../stages/progress.ts'
import type { Stage, StageName } from '../stages/stage.ts'
import { VideoMovedOn } from './outcome.ts'
import { passOver, runStage } from './run-stage.ts'
import type { VideoWork } from './video-work.ts'

/**
 * Runs a list of stages. Skips finished and unrequested ones. Starts each when the stages that it needs are finished
 * or, if it follows them, together with them. Stores results in parts, the last one together with the completion. The
 * first error ends all stages, and is thrown after every one has stopped.
 * @param range percentages of the video for this list
 */
export async function walkStages(
  work: VideoWork,
  stages: readonly Stage[],
  range: { readonly from: number; readonly to: number },
): Promise<void> {
  const asked = stages.filter((stage) => stage.asked(work))
  const finished = await finishedStages(work)
  await using progress = followProgress({
    db: work.db,
    video_id: work.video.id,
    parts: new Map(asked.map(({ stage, weight, status }) => [stage, { weight, status }])),
    ...range,
    onMovedOn: () => work.stop(new VideoMovedOn()),
  })
  const first = firstIndexing(work, asked)
  for (const { stage } of asked) if (finished.has(stage)) progress.report(stage, 1)
  // Unrequested stages have no results, so others do not wait for them.
  for (const each of stages)
    if (finished.has(each.stage) || !asked.includes(each)) first.checkpoints.set(each.stage, Infinity)
  await removeUnasked(work, stages, first)

  const running = new Map<StageName, Promise<void>>()
  for (const stage of asked) {
    const needed = stage.needs.map((name) => running.get(name)).filter((promise) => promise !== undefined)
    const run = async () => {
      if (!stage.follows) await Promise.all(needed)
      if (finished.has(stage.stage)) return
      await runStage(work, [stage], (share) => progress.report(stage.stage, 0.99 * share), first).catch((error) =>
        passOver(work, stage, error, first),
      )
      progress.report(stage.stage, 1)
      first.checkpoints.set(stage.stage, Infinity)
    }
    // A failed stage ends those that follow it only when it is finished, so that no work is repeated.
    const promise = run().catch((error) => Promise.all(needed).then(() => Promise.reject(error)))
    promise.catch((error) => work.stop(error))
    running.set(stage.stage, promise)
  }
  await Promise.allSettled(running.values())
  if (work.signal.aborted) throw work.signal.reason
}

/** Stages whose rows a search finds; embedding stages only add to them. */
const SEARCHED: readonly StageName[] = ['speech', 'visual', 'ocr']

function firstIndexing({ signal }: VideoWork, asked: readonly Stage[]): FirstIndexing {
  const searched = asked.map(({ stage }) => stage).filter((stage) => SEARCHED.includes(stage))
  return { checkpoints: new Checkpoints(signal), searched: new Set(searched) }
}

/** Removes parts of stages that are no longer requested: a worker with other engines may have begun the video. */
async function removeUnasked(work: VideoWork, stages: readonly Stage[], first: FirstIndexing): Promise<void> {
  const unasked = stages.filter((stage) => !stage.asked(work))
  if (unasked.length === 0) return
  await work.db.transaction().execute(async (transaction) => {
    await lockVideo(transaction, work, first)
    for (const stage of unasked) await removeParts(transaction, work, stage, first)
  })
}

async function finishedStages({ db, video }: VideoWork): Promise<Set<string>> {
  const rows = await db
    .selectFrom('video_stages')
    .select('stage')
    .where('video_id', '=', video.id)
    .where('until', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.stage))
}
