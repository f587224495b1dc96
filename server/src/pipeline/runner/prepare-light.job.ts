import { endLightCopy } from '../../features/library/videos/light/commands.ts'
import { LAST } from '../../platform/confinement/lower-priority.ts'
import type { JobHandler } from '../../platform/queue/jobs.ts'
import { newVideosFirst } from '../renewal/follow-reindexing.ts'
import { lightOf, storeLightCopy } from './make-light.job.ts'
import { type IndexingServices, workBeside } from './video-work.ts'

/** Makes the light copy of a video before anybody asks for it, when no new video waits. */
export const prepareLight =
  (services: IndexingServices): JobHandler<'prepare-light'> =>
  async ({ video_id }, context) =>
    await workBeside(services, video_id, ['SUCCESS'], context, async (work) => {
      if (work.video.light !== 'DUE') return
      if (services.config.light_rendition === 'off') return await endLightCopy(work.db, video_id, 'UNDECIDED')
      // Somebody who asks meanwhile does not wait for new videos.
      await newVideosFirst(work, async () => (await lightOf(work)) !== 'DUE')
      if ((await lightOf(work)) !== 'DUE') return
      // A new video may come while it encodes.
      await storeLightCopy({ ...work, media: { ...work.media, niceness: LAST } }, context)
    })
