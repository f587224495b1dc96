import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { transcribeAfterUndo } from '../../features/library/transcripts/commands.ts'
import { endVideo } from '../../features/library/videos/status.ts'
import type { JobHandler } from '../../platform/queue/jobs.ts'
import { indexingHandler } from './indexing-handler.ts'
import { PROCESSING, VALID } from './pipeline.ts'
import type { IndexingServices } from './video-work.ts'
import { walkStages } from './walk-stages.ts'

const FROM_QUEUED: readonly VideoStatus[] = ['QUEUED', 'PROCESSING_SPEECH', 'PROCESSING_VISUAL', 'PROCESSING_OCR']

/** Finds what is said, seen and written in a valid video: QUEUED, PROCESSING, SUCCESS. */
export const processVideo = (services: IndexingServices): JobHandler<'process-video'> =>
  indexingHandler(services, FROM_QUEUED, async (work) => {
    await walkStages(work, PROCESSING, { from: VALID, to: 100 })
    await endVideo(work, work.video.id, 'SUCCESS')
    await work.db.transaction().execute((transaction) => transcribeAfterUndo(transaction, work.queue, work.video.id))
  })
