import { stat } from 'node:fs/promises'
import path from 'node:path'
import { VIDEO_STATUSES } from '@footnote/contract/shared/video-status.ts'
import { failMarkedCopy, keepMarkedCopy, type MadeCopy } from '../../features/library/videos/marked/commands.ts'
import { findDueCopy } from '../../features/library/videos/marked/queries.ts'
import { MediaError } from '../../media/media-error.ts'
import { makePoster } from '../../media/pictures/thumbnail.ts'
import { probe } from '../../media/probe.ts'
import { makeMarkedCopy } from '../../media/rendition.ts'
import { withstandKills } from '../../media/withstand-kills.ts'
import type { JobHandler } from '../../platform/queue/jobs.ts'
import { Gone, whileThere } from '../../platform/queue/while-there.ts'
import { markedKeys } from '../../platform/storage/video-folder.ts'
import { sentenceFor } from '../runner/transcode-video.job.ts'
import { type IndexingServices, type VideoWork, workBeside } from '../runner/video-work.ts'

const PLAYABLE = VIDEO_STATUSES.filter((status) => status !== 'FAILED' && status !== 'DELETING')

/**
 * Makes the copy of a video with the watermark of a link in its picture. Ends within seconds when the link has ended, or
 * has another text.
 */
export const markVideo =
  (services: IndexingServices): JobHandler<'mark-video'> =>
  async ({ video_id, copy_id }, context) =>
    await workBeside(services, video_id, PLAYABLE, context, async (work) => {
      const { db, log } = work
      const copy = await findDueCopy(db, copy_id)
      if (!copy) return
      const isDue = async () => (await findDueCopy(db, copy_id)) !== undefined
      try {
        await whileThere(work.signal, isDue, async (signal) => {
          const watched = { ...work, signal, media: { ...work.media, signal } }
          const made = await withstandKills(watched, () => writeMarkedCopy(watched, copy))
          if (await keepMarkedCopy(db, copy_id, made)) return
          await Promise.all([work.storage.remove(made.storage_key), work.storage.remove(made.poster_key)])
        })
      } catch (error) {
        if (error instanceof Gone) return
        const ofTheFile = error instanceof MediaError && error.caused_by_file
        if (work.signal.aborted || !(ofTheFile || context.last_attempt)) throw error
        await failMarkedCopy(db, copy_id, sentenceFor(error))
        if (!ofTheFile) throw error
        log.warn({ video_id, copy_id, err: error }, 'copy with a watermark not made')
      }
    })

/** Makes the copy and its picture for lists, which has the watermark, too, and stores both. */
async function writeMarkedCopy(
  work: VideoWork,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<MadeCopy> {
  const { media, storage } = work
  const output = path.join(media.folder, 'marked.mp4')
  const [input, info, sound] = [await work.input(), await work.info(), await work.plannedSound()]
  const { file, exact } = await makeMarkedCopy(media, input, info, sound, text, output)
  if (!exact) work.log.warn({ video_id: work.video.id, copy_id: id }, 'the copy with a watermark lacks frames')
  const poster = await makePoster(media, file, await probe(media, file), path.join(media.folder, 'marked.jpg'))
  const keys = markedKeys(work.video.id, id)
  const { size: bytes } = await stat(file)
  await storage.writeFile(keys.storage_key, file, 'video/mp4')
  await storage.writeFile(keys.poster_key, poster, 'image/jpeg')
  return { ...keys, bytes, frames_differ: !exact }
}
