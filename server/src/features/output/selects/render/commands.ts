import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import { cleanFileName } from '@footnote/contract/shared/names.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../../../../platform/db/database.ts'
import type { NotificationPayload, SourcePiece, Tables } from '../../../../platform/db/schema.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { Jobs } from '../../../../platform/queue/jobs.ts'
import { exportFolder } from '../../../../platform/storage/export-folder.ts'
import { videoFolder } from '../../../../platform/storage/video-folder.ts'
import { notifyPerson } from '../../../ground/notifications/commands.ts'
import { lockCompany } from '../../../identity/companies/commands.ts'
import { forgetFile, takeRoom } from '../../../identity/plans/quota/commands.ts'
import { refuseSize } from '../../../identity/plans/quota/policy.ts'
import { roomLeft } from '../../../identity/plans/quota/queries.ts'
import { lockCollection } from '../../../library/collections/commands.ts'
import { collectionsWithTotals } from '../../../library/collections/queries.ts'
import { createUpload, lockUpload } from '../../../library/uploads/commands.ts'
import { lockStacks, nextVersion } from '../../../library/versions/commands.ts'
import { addVideo } from '../../../library/videos/commands.ts'
import type { Services } from '../../../services.ts'

type Request = Jobs['render-selects']
type RenderServices = Pick<Services, 'db' | 'storage' | 'queue' | 'config'>

/** The selects of a rendering, and their company, in which the requester has an account. */
export interface RenderRequest {
  readonly name: string
  readonly company_id: string
  readonly stack_id: string | null
}

/** A rendered file on this disk. */
export interface RenderedFile {
  /** Absolute path. */
  readonly file: string
  readonly bytes: number
  readonly source_map: readonly SourcePiece[]
  /** A sentence about what is missing from it, or null. */
  readonly missing: string | null
}

/** The selects, if they and the requester's account in their company still exist. */
export const findRequest = (db: Database, { selects_id, user_id }: Request): Promise<RenderRequest | undefined> =>
  db
    .selectFrom('selects')
    .innerJoin('users', 'users.company_id', 'selects.company_id')
    .select(['selects.name', 'selects.company_id', 'stack_id'])
    .where('selects.id', '=', selects_id)
    .where('deleted_at', 'is', null)
    .where('users.id', '=', user_id)
    .executeTakeFirst()

/** Stores how far a rendering is. @param share 0 to 1 */
export const noteShare = async (db: Database, id: string, share: number): Promise<void> => {
  await db.updateTable('select_renderings').set({ share }).where('id', '=', id).execute()
}

/** Ends a rendering with its only notification. */
export async function answerRendering(
  transaction: Transaction<Tables>,
  queue: Services['queue'],
  { request_id, user_id, selects_id }: Request,
  payload: NotificationPayload,
): Promise<void> {
  await transaction.deleteFrom('select_renderings').where('id', '=', request_id).execute()
  await notifyPerson(transaction, queue, {
    user_id,
    type: 'SELECTS_READY',
    request_id,
    payload: { selects_id, ...payload },
  })
}

/**
 * Stores the file for its requester to download, and notifies them.
 * @throws ProductError limit_storage
 */
export async function offerDownload(
  { db, storage, queue, config }: RenderServices,
  request: Request,
  { name, company_id }: RenderRequest,
  { file, bytes, missing }: RenderedFile,
): Promise<void> {
  const { request_id, user_id } = request
  const storage_key = `${exportFolder(user_id)}${request_id}.mp4`
  const counted = await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, company_id)
    const user = await transaction.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst()
    if (user) await takeRoom(transaction, { storage_key, company_id, user_id, video_id: null, bytes }, config.billing)
    return user !== undefined
  })
  if (!counted) return
  try {
    await storage.writeFile(storage_key, file, 'video/mp4')
  } catch (error) {
    await forgetFile(db, storage_key)
    throw error
  }
  const payload = { selects_name: name, company_id, storage_key, file_name: `${name}.mp4`, text: missing }
  await db.transaction().execute((transaction) => answerRendering(transaction, queue, request, payload))
  // If the account was deleted meanwhile, its files are gone, and this one must go, too.
  const user = await db.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst()
  if (!user) await storage.remove(storage_key)
}

/**
 * Makes the file a video of a collection, as an upload would: it counts, is indexed and can be a version. The video has
 * the id of the request, so that it is made once.
 * @throws ProductError limit_storage, limit_uploads, not_found when the collection is gone
 */
export async function addToReview(
  { db, storage, queue, config }: RenderServices,
  request: Request & { readonly index_id: string },
  { name, company_id }: RenderRequest,
  { file, bytes, source_map, missing }: RenderedFile,
): Promise<void> {
  const { request_id: id, user_id, selects_id, index_id } = request
  const storage_key = `${videoFolder(id)}original.mp4`
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, company_id)
    // An earlier attempt was killed before the end.
    await transaction.deleteFrom('uploads').where('id', '=', id).execute()
    const collection = await findCollection(transaction, index_id, company_id)
    refuseSize(bytes, await roomLeft(transaction, collection, config.billing), collection.plan)
    const place = { id, user_id, storage_key, file_extension: 'mp4', content_type: 'video/mp4' }
    const expires_at = new Date(Date.now() + UPLOAD.slot_lifetime * 1000)
    await createUpload(transaction, {
      ...place,
      collection_id: index_id,
      max_bytes: bytes,
      file_size: bytes,
      expires_at,
    })
  })
  await storage.writeFile(storage_key, file, 'video/mp4')
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, company_id)
    await lockCollection(transaction, index_id)
    await findCollection(transaction, index_id, company_id)
    const stack_id = await stackThere(transaction, selects_id, index_id)
    const upload = await lockUpload(transaction, id)
    if (!upload) throw new ProductError('not_found')
    const version = stack_id ? { stack_id, version: await nextVersion(transaction, stack_id) } : {}
    const file_name = cleanFileName(name, 'mp4') || 'selects.mp4'
    await addVideo(transaction, queue, upload, { file_name, file_size: bytes, ...version })
    const video = await transaction
      .updateTable('videos')
      .set({ source_map: JSON.stringify(source_map) })
      .where('id', '=', id)
      .returning(['stack_id', 'version'])
      .executeTakeFirstOrThrow()
    await transaction.updateTable('selects').set({ stack_id: video.stack_id }).where('id', '=', selects_id).execute()
    const payload = { selects_name: name, company_id, video_id: id, video_name: file_name, version: video.version }
    await answerRendering(transaction, queue, request, { ...payload, text: missing })
  })
}

/** @throws ProductError not_found when it was deleted */
async function findCollection(transaction: Transaction<Tables>, id: string, company_id: string) {
  const collection = await collectionsWithTotals(transaction)
    .where('collections.id', '=', id)
    .where('collections.company_id', '=', company_id)
    .executeTakeFirst()
  if (!collection)
    throw new ProductError('not_found', { detail: 'The collection was deleted before the selects were rendered.' })
  return collection
}

/** The stack of earlier renderings, if it is in that collection; locked. */
async function stackThere(transaction: Transaction<Tables>, selectsId: string, collectionId: string) {
  const found = await transaction
    .selectFrom('selects')
    .innerJoin('stacks', 'stacks.id', 'selects.stack_id')
    .select('stacks.id')
    .where('selects.id', '=', selectsId)
    .where('stacks.collection_id', '=', collectionId)
    .executeTakeFirst()
  if (!found) return null
  await lockStacks(transaction, [found.id])
  return found.id
}
