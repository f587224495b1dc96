import { isId } from '../../platform/db/database.ts'
import { ProductError } from '../../platform/errors.ts'
import type { UserViewer } from '../../platform/route.ts'
import { lockCollection } from '../collections/commands.ts'
import { authorizeUpload, type Circumstances } from '../collections/policy.ts'
import { type CollectionRow, readCollection } from '../collections/queries.ts'
import { lockCompany } from '../companies/commands.ts'
import { refuseSize } from '../plans/quota/policy.ts'
import { roomLeft } from '../plans/quota/queries.ts'
import type { Services } from '../services.ts'
import { turnIntoVideo } from './commands.ts'
import { findVideo, type VideoRow } from './queries.ts'
import { lockUpload } from './uploads/commands.ts'
import { findUpload } from './uploads/queries.ts'

export interface RecordToAdd {
  readonly index_id: string
  readonly file_id: string
  readonly file_name: string
}

/**
 * Makes a video of an uploaded file and has it indexed: both, or neither. Asked again for the same file it answers the
 * same video.
 * @throws ProductError not_found for a file or collection that is not the viewer's to add, upload_missing, limit_storage
 */
export async function addRecord(
  { db, storage, queue, config }: Pick<Services, 'db' | 'storage' | 'queue' | 'config'>,
  viewer: UserViewer,
  record: RecordToAdd,
): Promise<{ video: VideoRow; collection: CollectionRow }> {
  const circumstances: Circumstances = { billing: config.billing, now: new Date() }
  if (!isId(record.file_id)) throw new ProductError('not_found')
  const { company_id } = await readCollection(db, viewer, record.index_id)
  const place = await findUpload(db, record.file_id)
  // An object store may take long to answer: it is asked before anything is held.
  const file = place?.user_id === viewer.user_id ? await storage.stat(place.storage_key) : null
  return await db.transaction().execute(async (transaction) => {
    if (company_id) await lockCompany(transaction, company_id)
    // Held so that the collection is not deleted while a video comes into it.
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
    authorizeUpload(viewer, collection, circumstances)
    // What the server itself took in may have been replaced since it was looked at; its row is exact.
    const file_size = (upload.direct ? null : upload.stored_bytes) ?? file?.size
    if (file_size === undefined) throw new ProductError('upload_missing')
    refuseSize(file_size, await roomLeft(transaction, collection, config.billing, upload.id), collection.plan)
    await turnIntoVideo(transaction, upload, { file_name: record.file_name, file_size })
    await queue.enqueue(transaction, 'index-video', { video_id: upload.id })
    const video = await findVideo(transaction, upload.id)
    if (!video) throw new ProductError('not_found')
    return { video, collection }
  })
}
