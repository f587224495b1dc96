import { prepareForPlaying } from '../../features/library/videos/commands.ts'
import { isDamaged } from '../../media/damage.ts'
import { samplesEveryPicture } from '../../media/pictures/sampling/samples.ts'
import { withstandKills } from '../../media/withstand-kills.ts'
import type { JobHandler } from '../../platform/queue/jobs.ts'
import { newVideosFirst } from '../renewal/follow-reindexing.ts'
import { samples } from '../stages/samples.ts'
import { type IndexingServices, workBeside } from './video-work.ts'

/**
 * Decodes the parts of an indexed video that no stage has decoded. Since a browser would stop at a broken part, a
 * broken video gets a rendition. The check costs about a quarter of indexing, so it waits while new videos are indexed.
 */
export const checkVideo =
  (services: IndexingServices): JobHandler<'check-video'> =>
  async ({ video_id }, context) =>
    await workBeside(services, video_id, ['SUCCESS'], context, async (work) => {
      if (work.video.playback !== 'UNCHECKED') return
      await newVideosFirst(work)
      const damaged = await withstandKills(work, async () => {
        const info = await work.info()
        const pictures = !(samples.asked(work) && samplesEveryPicture(info))
        return await isDamaged(work.media, await work.input(), info, { pictures, sound: await work.plannedSound() })
      })
      if (damaged)
        await work.db
          .transaction()
          .execute((transaction) => prepareForPlaying(transaction, work.queue, video_id, ['UNCHECKED']))
      else
        await work.db
          .updateTable('videos')
          .set({ playback: 'READY' })
          .where('id', '=', video_id)
          .where('playback', '=', 'UNCHECKED')
          .execute()
    })
