import { VIDEO_STATUSES } from '@footnote/contract/videos.ts'
import type { JobHandler } from '../queue/jobs.ts'
import { writeRendition } from './rendition.ts'
import { type IndexingDependencies, loadVideo, removeLeftovers, workOnVideo } from './video-work.ts'

/** Whether or not it could be indexed, a valid video is played. */
const PLAYABLE = VIDEO_STATUSES.filter((status) => status !== 'DELETING')

/** Encodes a video that browsers cannot play. Until it is done, and where it fails, they are offered the original. */
export const transcodeVideo =
  (dependencies: IndexingDependencies): JobHandler<'transcode-video'> =>
  async ({ video_id }, context) => {
    const loaded = await loadVideo(dependencies.db, video_id, PLAYABLE)
    if (!loaded || loaded.video.rendition_key) return
    await workOnVideo(dependencies, loaded, context, async (work) => {
      const rendition_key = await writeRendition(work, { kind: 'transcode' })
      const { numUpdatedRows } = await work.db
        .updateTable('videos')
        .set({ rendition_key })
        .where('id', '=', video_id)
        .where('status', '!=', 'DELETING')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) await removeLeftovers(dependencies, video_id)
    })
  }
