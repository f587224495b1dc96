import { randomUUID } from 'node:crypto'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { pageAsked } from '@footnote/contract/calls/pages.ts'
import { hasSpeechFailed } from '@footnote/contract/shared/language/speech-notes.ts'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import { cleanFileName } from '@footnote/contract/shared/names.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { failedToPlay } from '@footnote/contract/shared/video-status.ts'
import { ProductError } from '../../../platform/errors.ts'
import { announcedVideoType, mediaTypeOf } from '../../../platform/net/media-types.ts'
import { forgetVideoJobs } from '../../../platform/queue/lost-jobs.ts'
import type { Route, Viewer } from '../../../platform/route.ts'
import { videoFolder } from '../../../platform/storage/video-folder.ts'
import type { Services } from '../../services.ts'
import { readCollection } from '../collections/queries.ts'
import { askAgain } from '../indexing/commands.ts'
import { chosenEngines } from '../indexing/queries.ts'
import { stackFor } from '../versions/queries.ts'
import { addRecord } from './add-record.ts'
import {
  chooseVideoLanguage,
  chooseVideoSound,
  deleteVideo,
  prepareForPlaying,
  renameVideo,
  transcribeAgain,
} from './commands.ts'
import { addFetch, enqueueFirst } from './fetches/commands.ts'
import { moveVideos } from './move-videos.ts'
import { openUpload } from './open-upload.ts'
import { authorizeDownload, authorizeSoundChoice, authorizeVideoChange } from './policy.ts'
import { presentVideo, presentVideoDetail, type VideoPresentation } from './present.ts'
import { partsOf, readVideo } from './queries.ts'
import { moveVideo } from './status.ts'

/** Serves videos: upload forms, adding uploads, details, addresses, retries, and deletion. */
export function videoRoutes(
  route: Route,
  services: Pick<Services, 'db' | 'storage' | 'queue' | 'hooks' | 'config' | 'registry'>,
): void {
  const { db, storage, queue, hooks, config, registry } = services
  const { videos } = endpoints
  const seenBy = (viewer: Viewer): VideoPresentation => ({ viewer, storage, billing: config.billing, now: new Date() })

  route(videos.upload, async ({ body, viewer }) => {
    const collection = await readCollection(db, viewer, body.index_id)
    await stackFor(db, viewer, { collection, version_of: body.version_of }, seenBy(viewer))
    const content_type = announcedVideoType(body.file_type)
    if (!content_type) throw new ProductError('unsupported_media', { detail: 'Only videos can be uploaded.' })
    const id = randomUUID()
    const storage_key = `${videoFolder(id)}original.${body.file_extension}`
    const place = { id, user_id: viewer.user_id, storage_key, file_extension: body.file_extension, content_type }
    const form = await openUpload(services, collection, place, body.file_size ?? null)
    return {
      url: await storage.uploadForm(storage_key, form),
      file_id: id,
      download_url: await storage.address(storage_key, { lifetime: ADDRESS.media, content_type, viewer }),
    }
  })

  route(videos.addRecords, async ({ body, viewer }) => {
    const added = await addRecord(services, viewer, body)
    return { video: await presentVideo(added.video, added.collection, seenBy(viewer)) }
  })

  route(videos.importUrl, async ({ body, viewer }) => {
    const added = await addFetch(services, viewer, body)
    return { video: await presentVideo(added.video, added.collection, seenBy(viewer)) }
  })

  route(videos.rename, async ({ body, viewer }) => {
    const { video, collection } = await readVideo(db, viewer, body.id)
    authorizeVideoChange(viewer, video, collection, seenBy(viewer))
    const file_name = cleanFileName(body.new_name, video.file_extension)
    await db.transaction().execute((transaction) => renameVideo(transaction, video.id, file_name))
    return { message: 'Successfully renamed video', file_name }
  })

  route(videos.move, async ({ body, viewer }) => {
    const moved = await moveVideos(services, viewer, body)
    return { message: moved.kept.length > 0 ? 'Not every video was moved' : 'Successfully moved', ...moved }
  })

  route(videos.delete, async ({ body, viewer }) => {
    const { video, collection } = await readVideo(db, viewer, body.id)
    if (body.index_id !== undefined && body.index_id !== collection.id) throw new ProductError('not_found')
    authorizeVideoChange(viewer, video, collection, seenBy(viewer))
    await db.transaction().execute(async (transaction) => {
      if (body.keep_comments) await hooks.commentsStay(transaction, video)
      const stack = await deleteVideo(transaction, queue, video.id)
      if (!stack) return
      await hooks.videosDeleted(transaction, queue, [video.id], viewer.user_id)
      await hooks.versionsChanged(transaction, stack)
    })
    return { message: 'The video is being deleted' }
  })

  route(videos.retry, async ({ body, viewer }) => {
    const { video, collection } = await readVideo(db, viewer, body.video_id)
    authorizeVideoChange(viewer, video, collection, seenBy(viewer))
    const toPlay = failedToPlay(video)
    if (!toPlay && video.status === 'SUCCESS' && video.reading_note !== null) {
      await db.transaction().execute((transaction) => queue.enqueue(transaction, 'read-again', { video_id: video.id }))
      return { message: 'The video is being indexed again' }
    }
    if (!toPlay && video.status === 'SUCCESS' && hasSpeechFailed(video)) {
      await db.transaction().execute((transaction) => transcribeAgain(transaction, queue, video.id))
      return { message: 'The speech is being transcribed again' }
    }
    await db.transaction().execute(async (transaction) => {
      const begun = toPlay
        ? await prepareForPlaying(transaction, queue, video.id, ['FAILED'])
        : await moveVideo(transaction, video.id, 'PENDING')
      if (!begun) throw new ProductError('not_retryable')
      await forgetVideoJobs(transaction, video.id)
      if (!toPlay) await enqueueFirst(transaction, queue, video.id)
    })
    if (toPlay) return { message: 'The video is being prepared for playing again' }
    return { message: video.fetching ? 'The file is being fetched again' : 'The video is being indexed again' }
  })

  route(videos.languages, async () => ({
    languages: registry.languagesOf(await chosenEngines(db, 'speech')),
  }))

  route(videos.setLanguage, async ({ body, viewer }) => {
    const { video, collection } = await readVideo(db, viewer, body.video_id)
    authorizeVideoChange(viewer, video, collection, seenBy(viewer))
    if (body.language === video.language_choice) return { message: 'The language was chosen before' }
    await db.transaction().execute(async (transaction) => {
      await chooseVideoLanguage(transaction, video.id, body.language)
      await askAgain(transaction, queue, [video.id], 'speech')
    })
    return { message: 'The video is being transcribed again' }
  })

  route(videos.setSound, async ({ body, viewer }) => {
    const { video, collection } = await readVideo(db, viewer, body.video_id)
    authorizeSoundChoice(viewer, video, collection, seenBy(viewer))
    const changed = await db
      .transaction()
      .execute((transaction) => chooseVideoSound(transaction, queue, video, body.sound))
    return { message: changed ? 'The sound is being changed' : 'The video has this sound already' }
  })

  route(videos.downloadUrl, async ({ params, viewer }) => {
    const { video, collection } = await readVideo(db, viewer, params.video_id)
    authorizeDownload(video, collection, seenBy(viewer))
    const content_type = mediaTypeOf(video.storage_key)
    return {
      url: await storage.address(video.storage_key, {
        lifetime: ADDRESS.download,
        content_type,
        viewer,
        download_name: video.file_name,
      }),
    }
  })

  route(videos.details, async ({ params, query, viewer }) => {
    const { video, collection } = await readVideo(db, viewer, params.video_id)
    const parts = await partsOf(db, video.id, pageAsked(query, TRANSCRIPT.page_size))
    return await presentVideoDetail(video, collection, parts, seenBy(viewer), services)
  })
}
