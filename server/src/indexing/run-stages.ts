import { VideoMovedOn } from './outcome.ts'
import { followProgress } from './progress.ts'
import { passOver, runStage } from './run-stage.ts'
import type { Stage, StageName } from './stage.ts'
import type { VideoWork } from './video-work.ts'

/**
 * Walks a list of stages: skips those that are finished or not asked for, starts each when what it needs is finished,
 * and stores what it found together with the fact that it is finished.
 * The first error ends all of them and is thrown once every one has let go.
 * @param range percentages of the video between which this list moves
 */
export async function runStages(
  work: VideoWork,
  stages: readonly Stage[],
  range: { readonly from: number; readonly to: number },
): Promise<void> {
  const asked = stages.filter((stage) => stage.asked(work))
  const finished = await finishedStages(work)
  const progress = followProgress({
    db: work.db,
    video_id: work.video.id,
    parts: new Map(asked.map(({ stage, weight, status }) => [stage, { weight, status }])),
    ...range,
    onMovedOn: () => work.stop(new VideoMovedOn()),
  })
  for (const { stage } of asked) if (finished.has(stage)) progress.report(stage, 1)

  const running = new Map<StageName, Promise<void>>()
  for (const stage of asked) {
    const needed = stage.needs.map((name) => running.get(name)).filter((promise) => promise !== undefined)
    const run = async () => {
      await Promise.all(needed)
      if (finished.has(stage.stage)) return
      await runStage(work, [stage], (share) => progress.report(stage.stage, 0.99 * share)).catch((error) =>
        passOver(work, stage, error),
      )
      progress.report(stage.stage, 1)
    }
    const promise = run()
    promise.catch((error) => work.stop(error))
    running.set(stage.stage, promise)
  }
  try {
    await Promise.allSettled(running.values())
    if (work.signal.aborted) throw work.signal.reason
  } finally {
    await progress.end()
  }
}

async function finishedStages({ db, video }: VideoWork): Promise<Set<string>> {
  const rows = await db.selectFrom('video_stages').select('stage').where('video_id', '=', video.id).execute()
  return new Set(rows.map((row) => row.stage))
}
