import type { JobHandler } from '../../../platform/queue/jobs.ts'
import { videoFolder } from '../../../platform/storage/video-folder.ts'
import type { Services } from '../../services.ts'
import { removeEmptyCollection } from '../collections/commands.ts'
import { removeVideo } from './commands.ts'
import { findFetch } from './fetches/queries.ts'
import { findVideo } from './queries.ts'

/** Removes a video that is DELETING: files, then rows. Its charged minutes stay. */
export const deleteVideo =
  ({ db, storage }: Pick<Services, 'db' | 'storage'>): JobHandler<'delete-video'> =>
  async ({ video_id }) => {
    const video = await findVideo(db, video_id)
    if (video?.status !== 'DELETING') return
    const folder = videoFolder(video_id)
    const fetch = await findFetch(db, video_id)
    if (fetch) await storage.abandon({ key: fetch.storage_key, state: fetch.store })
    await storage.removeAll(folder)
    await removeVideo(db, video_id)
    // A running stage may have written one more file before it noticed the deletion.
    await storage.removeAll(folder)
    await removeEmptyCollection(db, video.collection_id)
  }
