import type { JobContext, JobHandler } from '../queue/jobs.ts'
import { outcomeOf, VideoGone } from './outcome.ts'
import { PROCESSING, VALIDATION } from './pipeline.ts'
import { runStages } from './run-stages.ts'
import { type IndexingDependencies, loadVideo, type VideoWork, videoFolder, workOnVideo } from './video-work.ts'

/** A video that ends its worker this often, without any error of its own, is not given to another. */
const MAX_STARTS = 60
/** Percentage that a video has when it is valid and waits for its turn. */
const VALID = 5

/** Validates a video and puts it in line: PENDING, VALIDATING, QUEUED. */
export const indexVideo = (dependencies: IndexingDependencies): JobHandler<'index-video'> =>
  handler(dependencies, async (work) => {
    await runStages(work, VALIDATION, { from: 0, to: VALID })
    await work.db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('videos')
        .set({ status: 'QUEUED' })
        .where('id', '=', work.video.id)
        .where('status', '!=', 'DELETING')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new VideoGone()
      await work.queue.enqueue(transaction, 'process-video', { video_id: work.video.id })
    })
  })

/** Finds what is said, seen and written in a valid video: QUEUED, PROCESSING, SUCCESS. */
export const processVideo = (dependencies: IndexingDependencies): JobHandler<'process-video'> =>
  handler(dependencies, async (work) => {
    await runStages(work, PROCESSING, { from: VALID, to: 100 })
    await work.db
      .updateTable('videos')
      .set({ status: 'SUCCESS', status_percentage: 100, error: null })
      .where('id', '=', work.video.id)
      .where('status', '!=', 'DELETING')
      .execute()
  })

/** Does the work and settles how the video ends where it does not succeed. */
function handler(dependencies: IndexingDependencies, act: (work: VideoWork) => Promise<void>) {
  return async ({ video_id }: { video_id: string }, context: JobContext): Promise<void> => {
    const loaded = await loadVideo(dependencies.db, video_id)
    if (!loaded) return
    try {
      if (context.starts > MAX_STARTS) throw new Error('The video ended its worker too often.')
      await workOnVideo(dependencies, loaded, context, act)
    } catch (error) {
      if (context.signal.aborted) throw error
      if (error instanceof VideoGone) {
        // What was written while it was being deleted is left to nobody else.
        await dependencies.storage.removeAll(videoFolder(video_id))
        return
      }
      const outcome = outcomeOf(error, context.last_attempt || context.starts > MAX_STARTS)
      if (!outcome) throw error
      context.log.warn({ video_id, err: error, ...outcome }, 'video not indexed')
      await dependencies.db
        .updateTable('videos')
        .set(outcome)
        .where('id', '=', video_id)
        .where('status', '!=', 'DELETING')
        .execute()
      if (outcome.status === 'ERROR' && context.last_attempt) throw error
    }
  }
}
