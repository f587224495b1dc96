import type { JobHandlers } from '../../platform/queue/queue.ts'
import { findDue } from '../renewal/find-due.job.ts'
import { reindexVideo } from '../renewal/reindex-video.job.ts'
import { checkVideo } from './check-video.job.ts'
import { indexVideo, processVideo } from './index-video.job.ts'
import { transcodeVideo } from './transcode-video.job.ts'
import type { IndexingDependencies } from './video-work.ts'

/** The handlers of indexing, for the worker. */
export function indexingJobs(
  dependencies: IndexingDependencies,
): Pick<
  JobHandlers,
  'index-video' | 'process-video' | 'reindex-video' | 'find-due' | 'transcode-video' | 'check-video'
> {
  return {
    'index-video': indexVideo(dependencies),
    'process-video': processVideo(dependencies),
    'reindex-video': reindexVideo(dependencies),
    'find-due': findDue(dependencies),
    'transcode-video': transcodeVideo(dependencies),
    'check-video': checkVideo(dependencies),
  }
}
