import { JOBS } from '@footnote/contract/shared/limits.ts'
import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { endVideo, holdVideo } from '../../features/library/videos/status.ts'
import { reasonToWait } from '../../media/waiting.ts'
import { type JobContext, Postponed } from '../../platform/queue/jobs.ts'
import { outcomeOf, VideoMovedOn } from './outcome.ts'
import { type IndexingServices, loadVideo, removeLeftovers, type VideoWork, workOnVideo } from './video-work.ts'

/** Does the work and stores how the video ended where it does not succeed. */
export function indexingHandler(
  services: IndexingServices,
  statuses: readonly VideoStatus[],
  act: (work: VideoWork) => Promise<void>,
) {
  return async ({ video_id }: { video_id: string }, context: JobContext): Promise<void> => {
    const loaded = await loadVideo(services.db, video_id, statuses)
    if (!loaded) return
    const lastAttempt = context.last_attempt || context.starts > JOBS.starts
    try {
      if (context.starts > JOBS.starts) throw new Error('The video ended its worker too often.')
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
