import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { holdVideo, moveVideo } from '../../features/videos/status.ts'
import { reasonToWait } from '../../media/waiting.ts'
import { type JobContext, type JobHandler, Postponed } from '../../platform/queue/jobs.ts'
import { endVideo } from './end-video.ts'
import { outcomeOf, VideoMovedOn } from './outcome.ts'
import { PROCESSING, VALIDATION } from './pipeline.ts'
import { runStages } from './run-stages.ts'
import { type IndexingServices, loadVideo, removeLeftovers, type VideoWork, workOnVideo } from './video-work.ts'

/** A video that ends its worker this often, without any error of its own, is not given to another. */
const MAX_STARTS = 60
/** Percentage that a video has when it is valid and waits for its turn. */
const VALID = 5

const BEFORE_QUEUED: readonly VideoStatus[] = ['PENDING', 'VALIDATING']
const FROM_QUEUED: readonly VideoStatus[] = ['QUEUED', 'PROCESSING_SPEECH', 'PROCESSING_VISUAL', 'PROCESSING_OCR']

/** Validates a video and puts it in line: PENDING, VALIDATING, QUEUED. */
export const indexVideo = (services: IndexingServices): JobHandler<'index-video'> =>
  handler(services, BEFORE_QUEUED, async (work) => {
    await runStages(work, VALIDATION, { from: 0, to: VALID })
    await work.db.transaction().execute(async (transaction) => {
      // Only who moves it on puts it in line: a job that runs twice does so once.
      const video = await transaction
        .selectFrom('videos')
        .select('status')
        .where('id', '=', work.video.id)
        .where('status', 'in', BEFORE_QUEUED)
        .forUpdate()
        .executeTakeFirst()
      if (!video) throw new VideoMovedOn()
      await moveVideo(transaction, work.video.id, 'QUEUED')
      await work.queue.enqueue(transaction, 'process-video', { video_id: work.video.id })
    })
  })

/** Finds what is said, seen and written in a valid video: QUEUED, PROCESSING, SUCCESS. */
export const processVideo = (services: IndexingServices): JobHandler<'process-video'> =>
  handler(services, FROM_QUEUED, async (work) => {
    await runStages(work, PROCESSING, { from: VALID, to: 100 })
    await endVideo(work, work.video.id, 'SUCCESS')
  })

/** Does the work and settles how the video ends where it does not succeed. */
function handler(
  services: IndexingServices,
  statuses: readonly VideoStatus[],
  act: (work: VideoWork) => Promise<void>,
) {
  return async ({ video_id }: { video_id: string }, context: JobContext): Promise<void> => {
    const loaded = await loadVideo(services.db, video_id, statuses)
    if (!loaded) return
    const lastAttempt = context.last_attempt || context.starts > MAX_STARTS
    try {
      if (context.starts > MAX_STARTS) throw new Error('The video ended its worker too often.')
      await workOnVideo(services, loaded, context, act)
    } catch (error) {
      if (context.signal.aborted) throw error
      if (error instanceof VideoMovedOn) return await removeLeftovers(services, video_id)
      const reason = reasonToWait(error)
      if (reason) {
        // Where the database has no room either, the sentence is missing and nothing else.
        await holdVideo(services.db, video_id, reason).catch(() => undefined)
        throw new Postponed(reason, error)
      }
      const outcome = outcomeOf(error, lastAttempt)
      if (!outcome) throw error
      context.log.warn({ video_id, err: error, ...outcome }, 'video not indexed')
      await endVideo(services, video_id, outcome)
      if (outcome.status === 'ERROR') throw error
    }
  }
}
