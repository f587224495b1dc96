import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { moveVideo } from '../../features/library/videos/status.ts'
import type { JobHandler } from '../../platform/queue/jobs.ts'
import { indexingHandler } from './indexing-handler.ts'
import { VideoMovedOn } from './outcome.ts'
import { VALID, VALIDATION } from './pipeline.ts'
import type { IndexingServices } from './video-work.ts'
import { walkStages } from './walk-stages.ts'

const BEFORE_QUEUED: readonly VideoStatus[] = ['PENDING', 'VALIDATING']

/** Validates a video and enqueues it for processing: PENDING, VALIDATING, QUEUED. */
export const indexVideo = (services: IndexingServices): JobHandler<'index-video'> =>
  indexingHandler(services, BEFORE_QUEUED, async (work) => {
    await walkStages(work, VALIDATION, { from: 0, to: VALID })
    await work.db.transaction().execute(async (transaction) => {
      // Only the run that moves the video enqueues it, so that a repeated job does so once.
      const video = await transaction
        .selectFrom('videos')
        .select('status')
        .where('id', '=', work.video.id)
        .where('status', 'in', BEFORE_QUEUED)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!video) throw new VideoMovedOn()
      await moveVideo(transaction, work.video.id, 'QUEUED')
      await work.queue.enqueue(transaction, 'process-video', { video_id: work.video.id })
    })
  })
