import { isId } from '../../../platform/db/database.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { lockCompany } from '../../identity/companies/commands.ts'
import { refuseSize } from '../../identity/plans/quota/policy.ts'
import { roomLeft } from '../../identity/plans/quota/queries.ts'
import type { Services } from '../../services.ts'
import { lockCollection } from '../collections/commands.ts'
import type { Circumstances } from '../collections/policy.ts'
import { type CollectionRow, readCollection } from '../collections/queries.ts'
import { lockUpload } from '../uploads/commands.ts'
import { CLOSED, findUpload } from '../uploads/queries.ts'
import { nextVersion } from '../versions/commands.ts'
import { stackFor } from '../versions/queries.ts'
import { addVideo } from './commands.ts'
import { findVideo, type VideoRow } from './queries.ts'

export interface RecordToAdd {
  readonly index_id: string
  readonly file_id: string
  readonly file_name: string
  readonly version_of?: string | null | undefined
}

/**
 * Turns an uploaded file into a video and enqueues it, both or neither. A repeated call for the same file returns the
 * same video.
 * @throws ProductError not_found for a file, collection or video that the viewer may not use, other_collection,
 * upload_missing, limit_storage
 */
export async function addRecord(
  { db, storage, queue, config }: Pick<Services, 'db' | 'storage' | 'queue' | 'config'>,
  viewer: UserViewer,
  record: RecordToAdd,
): Promise<{ video: VideoRow; collection: CollectionRow }> {
  const circumstances: Circumstances = { billing: config.billing, now: new Date() }
  if (!isId(record.file_id)) throw new ProductError('not_found')
  const { company_id } = await readCollection(db, viewer, record.index_id)
  const begun = await findUpload(db, record.file_id)
  // An object store may answer slowly, so it is asked before any lock is taken.
  const file = begun?.user_id === viewer.user_id ? await storage.stat(begun.storage_key) : null
  return await db.transaction().execute(async (transaction) => {
    if (company_id) await lockCompany(transaction, company_id)
    // The lock prevents the deletion of the collection while the video is added.
    await lockCollection(transaction, record.index_id)
    const collection = await readCollection(transaction, viewer, record.index_id)
    const upload = await lockUpload(transaction, record.file_id)
    const mine = (row: { user_id: string | null; collection_id: string }) =>
      row.user_id === viewer.user_id && row.collection_id === collection.id
    if (!upload) {
      const video = await findVideo(transaction, record.file_id)
      if (!video || !mine(video)) throw new ProductError('not_found')
      return { video, collection }
    }
    if (!mine(upload)) throw new ProductError('not_found')
    // An upload that resumes becomes a video by its last byte; the file of a closed one is being removed.
    if (upload.received !== null || upload.expires_at <= CLOSED) throw new ProductError('upload_missing')
    const stack = await stackFor(transaction, viewer, { collection, version_of: record.version_of }, circumstances)
    // Another upload may have replaced the file since `stat`. If it came through the server, the row has the exact
    // size, and none while the file is being replaced.
    const by_server = !upload.direct && upload.writer !== null
    const file_size = by_server ? upload.stored_bytes : ((upload.direct ? null : upload.stored_bytes) ?? file?.size)
    if (file_size === undefined || file_size === null) throw new ProductError('upload_missing')
    refuseSize(file_size, await roomLeft(transaction, collection, config.billing, upload.id), collection.plan)
    const place = stack ? { stack_id: stack, version: await nextVersion(transaction, stack) } : {}
    await addVideo(transaction, queue, upload, { file_name: record.file_name, file_size, ...place })
    const video = await findVideo(transaction, upload.id)
    if (!video) throw new ProductError('not_found')
    return { video, collection }
  })
}
