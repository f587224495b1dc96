import { stat } from 'node:fs/promises'
import path from 'node:path'
import { JOBS } from '@footnote/contract/shared/limits.ts'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { cutClip } from '../../../media/clip.ts'
import { MediaError } from '../../../media/media-error.ts'
import { probe } from '../../../media/probe.ts'
import { reasonToWait, refuseWithoutRoom } from '../../../media/waiting.ts'
import { withJobFolder } from '../../../platform/confinement/job-folder.ts'
import type { Database } from '../../../platform/db/database.ts'
import { ProductError, UnreachableError } from '../../../platform/errors.ts'
import { type JobHandler, type Jobs, Postponed } from '../../../platform/queue/jobs.ts'
import { Gone, whileThere } from '../../../platform/queue/while-there.ts'
import { videoFolder } from '../../../platform/storage/video-folder.ts'
import { lockCompany } from '../../companies/commands.ts'
import { notifyPerson } from '../../notifications/commands.ts'
import { isAnswered } from '../../notifications/queries.ts'
import { forgetFile, type RequestedFile, takeRoom } from '../../plans/quota/commands.ts'
import type { Services } from '../../services.ts'

interface ClipVideo {
  readonly id: string
  readonly file_name: string
  readonly storage_key: string
  /** Null for a sample: its clips count for the requester's company. */
  readonly company_id: string | null
}

const GONE = 'The video was deleted before the clip was made.'
const OURS = 'Something went wrong on our side while the clip was made. Please ask for it again.'

/** Cuts a clip, stores it and notifies the requester once per request, on success and on failure. */
export const makeClip =
  (services: Pick<Services, 'db' | 'storage' | 'queue' | 'tools' | 'work_dir' | 'config'>): JobHandler<'make-clip'> =>
  async (request, context) => {
    const { db } = services
    if (await isAnswered(db, request.request_id)) return
    const video = await findWanted(db, request)
    if (!video) return await answerGone(services, request)
    try {
      const storage_key = await whileThere(
        context.signal,
        async () => (await findWanted(db, request)) !== undefined,
        (signal) => cutAndStore(services, video, request, signal),
      )
      if (!(await findWanted(db, request))) return await answerGone(services, request)
      await answer(services, request, { video_name: video.file_name, storage_key })
    } catch (error) {
      if (context.signal.aborted || error instanceof UnreachableError) throw error
      if (error instanceof Gone) return await answerGone(services, request)
      const reason = reasonToWait(error)
      if (reason) throw new Postponed(reason, error)
      const refused = error instanceof ProductError && error.code === 'limit_storage'
      const final = context.last_attempt || refused || (error instanceof MediaError && error.caused_by_file)
      if (!final) throw error
      context.log.warn({ ...request, err: error }, 'clip not made')
      await answer(services, request, {
        video_name: video.file_name,
        error: refused || error instanceof MediaError ? error.message : OURS,
      })
    }
  }

const findClipVideo = (db: Database, { video_id }: Jobs['make-clip']): Promise<ClipVideo | undefined> =>
  db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .select(['videos.id', 'file_name', 'storage_key', 'company_id'])
    .where('videos.id', '=', video_id)
    .where('status', '!=', 'DELETING')
    .executeTakeFirst()

/** The video, if the requester still has an account in its company, or anywhere for a sample. */
async function findWanted(db: Database, request: Jobs['make-clip']): Promise<ClipVideo | undefined> {
  const asker = await db.selectFrom('users').select('company_id').where('id', '=', request.user_id).executeTakeFirst()
  const video = await findClipVideo(db, request)
  return asker && (video?.company_id ?? asker.company_id) === asker.company_id ? video : undefined
}

// Beside the video's other files, so that they are deleted together.
const keyOf = ({ video_id, request_id }: Jobs['make-clip']): string => `${videoFolder(video_id)}clips/${request_id}.mp4`

/**
 * Notifies the requester that the video is gone. Its files may have been removed before the clip was stored among them.
 */
async function answerGone(
  services: Pick<Services, 'db' | 'storage' | 'queue'>,
  request: Jobs['make-clip'],
): Promise<void> {
  const { db, storage } = services
  if (await findClipVideo(db, request)) {
    await storage.remove(keyOf(request))
    await forgetFile(db, keyOf(request))
    return
  }
  await storage.removeAll(videoFolder(request.video_id))
  await answer(services, request, { video_name: '', error: GONE })
}

/** Returns the key of the stored clip. */
const cutAndStore = (
  { db, storage, tools, work_dir, config }: Pick<Services, 'db' | 'storage' | 'tools' | 'work_dir' | 'config'>,
  video: ClipVideo,
  request: Jobs['make-clip'],
  signal: AbortSignal,
): Promise<string> =>
  withJobFolder(work_dir, async (folder) => {
    const media = { tools, folder, signal }
    await refuseWithoutRoom(folder, JOBS.room_before)
    const input = await storage.local(video.storage_key, folder)
    const output = path.join(folder, 'clip.mp4')
    const range = { start: request.start_time, end: request.end_time }
    await cutClip(media, input, await probe(media, input), range, output)
    const key = keyOf(request)
    const { size: bytes } = await stat(output)
    if (!(await countClip(db, video, { storage_key: key, user_id: request.user_id, bytes }, config.billing))) return key
    try {
      await storage.writeFile(key, output, 'video/mp4')
    } catch (error) {
      await forgetFile(db, key)
      throw error
    }
    return key
  })

/**
 * Counts a clip before storing it.
 * @returns false when the video or the requester is gone, or the requester has left the company: then nobody needs the
 * clip
 * @throws ProductError limit_storage
 */
const countClip = (
  db: Database,
  video: ClipVideo,
  clip: Pick<RequestedFile, 'storage_key' | 'user_id' | 'bytes'>,
  billing: boolean,
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const asker = await transaction
      .selectFrom('users')
      .select('company_id')
      .where('id', '=', clip.user_id)
      .executeTakeFirst()
    const company_id = video.company_id ?? asker?.company_id
    if (!asker || company_id !== asker.company_id) return false
    await lockCompany(transaction, company_id)
    // Lock the video until the clip is counted: the clip's row refers to it.
    const kept = await transaction.selectFrom('videos').select('id').where('id', '=', video.id).forKeyShare().execute()
    if (kept.length === 0) return false
    await takeRoom(transaction, { ...clip, company_id, video_id: video.id }, billing)
    return true
  })

async function answer(
  { db, queue }: Pick<Services, 'db' | 'queue'>,
  request: Jobs['make-clip'],
  outcome: { readonly video_name: string; readonly storage_key?: string; readonly error?: string },
): Promise<void> {
  const { video_name, storage_key = null, error = null } = outcome
  await db.transaction().execute((transaction) =>
    notifyPerson(transaction, queue, {
      user_id: request.user_id,
      type: 'DOWNLOAD_CLIP',
      request_id: request.request_id,
      payload: {
        video_id: request.video_id,
        video_name,
        storage_key,
        file_name: storage_key ? clipName(video_name, request.start_time, request.end_time) : null,
        error,
      },
    }),
  )
}

/**
 * For example `Harbour 1.02-1.10.mp4`: the video's name without extension, and the range with times that file systems
 * accept.
 */
export function clipName(videoName: string, start: number, end: number): string {
  const time = (seconds: number) => formatTimecode(seconds).replaceAll(':', '.')
  return `${videoName.replace(/\.[^.]{1,8}$/, '')} ${time(start)}-${time(end)}.mp4`
}
