import type { JobHandlers } from '../../platform/queue/queue.ts'
import { findDue } from '../renewal/find-due.job.ts'
import { reindexVideo } from '../renewal/reindex-video.job.ts'
import { checkVideo } from './check-video.job.ts'
import { indexVideo, processVideo } from './index-video.job.ts'
import { transcodeVideo } from './transcode-video.job.ts'
import type { IndexingServices } from './video-work.ts'

/** The handlers of indexing, for the worker. */
export function indexingJobs(
  services: IndexingServices,
): Pick<
  JobHandlers,
  'index-video' | 'process-video' | 'reindex-video' | 'find-due' | 'transcode-video' | 'check-video'
> {
  return {
    'index-video': indexVideo(services),
    'process-video': processVideo(services),
    'reindex-video': reindexVideo(services),
    'find-due': findDue(services),
    'transcode-video': transcodeVideo(services),
    'check-video': checkVideo(services),
  }
}
