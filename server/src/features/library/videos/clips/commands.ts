import { stat } from 'node:fs/promises'
import { JOBS } from '@footnote/contract/shared/limits.ts'
import type { Selectable } from 'kysely'
import { MediaError } from '../../../../media/media-error.ts'
import type { MediaJob } from '../../../../media/sandbox.ts'
import { reasonToWait, refuseWithoutRoom } from '../../../../media/waiting.ts'
import { killsIn } from '../../../../media/withstand-kills.ts'
import { withJobFolder } from '../../../../platform/confinement/job-folder.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { Videos } from '../../../../platform/db/schema.ts'
import { PassingError, ProductError } from '../../../../platform/errors.ts'
import { type JobContext, Postponed } from '../../../../platform/queue/jobs.ts'
import { Gone, whileThere } from '../../../../platform/queue/while-there.ts'
import { videoFolder } from '../../../../platform/storage/video-folder.ts'
import { notifyPerson } from '../../../ground/notifications/commands.ts'
import { isAnswered } from '../../../ground/notifications/queries.ts'
import { lockCompany } from '../../../identity/companies/commands.ts'
import { forgetFile, type RequestedFile, takeRoom } from '../../../identity/plans/quota/commands.ts'
import type { Services } from '../../../services.ts'

/** A person's request for a file that a job makes from a video. */
interface FileRequest {
  readonly request_id: string
  readonly user_id: string
  readonly video_id: string
}

/** The video of a request, and its requester. */
export interface RequestedVideo
  extends Pick<Selectable<Videos>, 'id' | 'file_name' | 'version' | 'storage_key' | 'sound' | 'sound_choice'> {
  /** The requester's company: the video's own, or that of whoever asks for a sample. */
  readonly company_id: string
}

/** A file that no later attempt could make. The message is for the requester. */
export class Unmakeable extends Error {}

/** How to make a kind of file, and what its requester hears. */
export interface FileKind {
  readonly type: 'DOWNLOAD_CLIP' | 'EXPORT'
  /** Folder among the video's files, and extension. */
  readonly folder: string
  readonly extension: string
  readonly content_type: string
  /** Sentences for a request whose video is gone, and for one that failed on our side. */
  readonly gone: string
  readonly failed: string
  /** Name under which the file is downloaded. */
  readonly nameOf: (video: RequestedVideo) => string
  /**
   * Makes the file in the job's folder.
   * @param input absolute path of the video
   * @returns its absolute path
   * @throws Unmakeable
   */
  readonly make: (job: MediaJob, input: string, video: RequestedVideo) => Promise<string>
}

type ClipServices = Pick<Services, 'db' | 'storage' | 'queue' | 'tools' | 'work_dir' | 'config'>

/**
 * Makes a file, stores it beside the video's other files, and notifies the requester once per request, on success and
 * on failure. A second run for the same request does nothing.
 */
export async function answerWithFile(
  services: ClipServices,
  request: FileRequest,
  kind: FileKind,
  context: JobContext,
): Promise<void> {
  const { db } = services
  if (await isAnswered(db, request.request_id)) return
  const video = await findWanted(db, request)
  if (!video) return await answerGone(services, request, kind)
  const { file_name: video_name } = video
  try {
    const storage_key = await whileThere(
      context.signal,
      async () => (await findWanted(db, request)) !== undefined,
      (signal) => makeAndStore(services, video, request, kind, { ...context, signal }),
    )
    if (!(await findWanted(db, request))) return await answerGone(services, request, kind)
    await answer(services, request, kind, { video_name, storage_key, file_name: kind.nameOf(video) })
  } catch (error) {
    if (context.signal.aborted || error instanceof PassingError) throw error
    if (error instanceof Gone) return await answerGone(services, request, kind)
    const reason = reasonToWait(error)
    if (reason) throw new Postponed(reason, error)
    const refused = error instanceof Unmakeable || (error instanceof ProductError && error.code === 'limit_storage')
    const final = context.last_attempt || refused || (error instanceof MediaError && error.caused_by_file)
    if (!final) throw error
    const { request_id, user_id, video_id } = request
    context.log.warn({ request_id, user_id, video_id, err: error }, 'requested file not made')
    const known = refused || error instanceof MediaError
    await answer(services, request, kind, { video_name, error: known ? error.message : kind.failed })
  }
}

const findVideo = (db: Database, { video_id }: FileRequest) =>
  db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .select(['videos.id', 'file_name', 'version', 'storage_key', 'sound', 'sound_choice', 'company_id'])
    .where('videos.id', '=', video_id)
    .where('status', '!=', 'DELETING')
    .executeTakeFirst()

/** The video, if the requester still has an account in its company, or anywhere for a sample. */
async function findWanted(db: Database, request: FileRequest): Promise<RequestedVideo | undefined> {
  const asker = await db.selectFrom('users').select('company_id').where('id', '=', request.user_id).executeTakeFirst()
  const video = await findVideo(db, request)
  if (!asker || !video || (video.company_id ?? asker.company_id) !== asker.company_id) return
  return { ...video, company_id: asker.company_id }
}

// Beside the video's other files, so that they are deleted together.
const keyOf = ({ video_id, request_id }: FileRequest, { folder, extension }: FileKind): string =>
  `${videoFolder(video_id)}${folder}/${request_id}.${extension}`

/**
 * Notifies the requester that the video is gone. Its files may have been removed before the new one was stored among
 * them.
 */
async function answerGone(
  services: Pick<Services, 'db' | 'storage' | 'queue'>,
  request: FileRequest,
  kind: FileKind,
): Promise<void> {
  const { db, storage } = services
  if (await findVideo(db, request)) {
    await storage.remove(keyOf(request, kind))
    await forgetFile(db, keyOf(request, kind))
    return
  }
  await storage.removeAll(videoFolder(request.video_id))
  await answer(services, request, kind, { video_name: '', error: kind.gone })
}

/** Returns the key of the stored file. */
const makeAndStore = (
  { db, storage, tools, work_dir, config }: ClipServices,
  video: RequestedVideo,
  request: FileRequest,
  kind: FileKind,
  { signal, log }: JobContext,
): Promise<string> =>
  withJobFolder(work_dir, async (folder) => {
    await refuseWithoutRoom(folder, JOBS.room_before)
    const input = await storage.local(video.storage_key, folder)
    const onKill = killsIn(log, { request_id: request.request_id, video_id: video.id })
    const made = await kind.make({ tools, folder, signal, onKill }, input, video)
    const key = keyOf(request, kind)
    const { size: bytes } = await stat(made)
    if (!(await count(db, video, { storage_key: key, user_id: request.user_id, bytes }, config.billing))) return key
    try {
      await storage.writeFile(key, made, kind.content_type)
    } catch (error) {
      await forgetFile(db, key)
      throw error
    }
    return key
  })

/**
 * Counts a file before storing it.
 * @returns false when the video or the requester is gone, or the requester has left the company: then nobody needs the
 * file
 * @throws ProductError limit_storage
 */
const count = (
  db: Database,
  { id: video_id, company_id }: RequestedVideo,
  file: Pick<RequestedFile, 'storage_key' | 'user_id' | 'bytes'>,
  billing: boolean,
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const asker = await transaction
      .selectFrom('users')
      .select('company_id')
      .where('id', '=', file.user_id)
      .executeTakeFirst()
    if (company_id !== asker?.company_id) return false
    await lockCompany(transaction, company_id)
    // Lock the video until the file is counted: the file's row refers to it.
    const kept = await transaction.selectFrom('videos').select('id').where('id', '=', video_id).forKeyShare().execute()
    if (kept.length === 0) return false
    await takeRoom(transaction, { ...file, company_id, video_id }, billing)
    return true
  })

async function answer(
  { db, queue }: Pick<Services, 'db' | 'queue'>,
  { user_id, request_id, video_id }: FileRequest,
  { type }: FileKind,
  outcome: {
    readonly video_name: string
    readonly storage_key?: string
    readonly file_name?: string
    readonly error?: string
  },
): Promise<void> {
  const { video_name, storage_key = null, file_name = null, error = null } = outcome
  const payload = { video_id, video_name, storage_key, file_name, error }
  await db
    .transaction()
    .execute((transaction) => notifyPerson(transaction, queue, { user_id, type, request_id, payload }))
}
