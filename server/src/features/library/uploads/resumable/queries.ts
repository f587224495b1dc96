import { sql } from 'kysely'
import { isId } from '../../../../platform/db/database.ts'
import type { Reader } from '../../../../platform/db/reader.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { GrowingFile } from '../../../../platform/storage/storage.ts'
import type { Sender } from '../../../hooks.ts'

/** The time of the database, which all API processes share; in milliseconds, as JavaScript keeps it. */
export const DATABASE_TIME = sql<Date>`date_trunc('milliseconds', clock_timestamp())`

/** The query of `readResumable`, which `lockResumable` extends. */
export const resumableUploads = (db: Reader, id: string) =>
  db
    .selectFrom('uploads')
    .innerJoin('collections', 'collections.id', 'uploads.collection_id')
    .leftJoin('subscriptions', 'subscriptions.company_id', 'collections.company_id')
    .selectAll('uploads')
    .select([
      'collections.company_id',
      'collections.deleted_at',
      sql<'FREE' | 'PRO' | 'TEAM'>`coalesce(subscriptions.plan, 'FREE')`.as('plan'),
      sql<boolean>`uploads.expires_at <= ${DATABASE_TIME}`.as('expired'),
      sql<boolean>`coalesce(uploads.writer_until > ${DATABASE_TIME}, false)`.as('held'),
    ])
    .$narrowType<{ file_name: string; file_size: number; received: number }>()
    .where('uploads.id', '=', id)
    .where('received', 'is not', null)

type ResumableRow = NonNullable<Awaited<ReturnType<ReturnType<typeof resumableUploads>['executeTakeFirst']>>>
/** An upload that resumes, and the owner of its storage. */
export type ResumableUpload = Omit<ResumableRow, 'deleted_at' | 'expired'>

/**
 * An upload of the sender's own.
 * @throws ProductError not_found for others', and when the collection or the sender has left the company; upload_expired;
 * what stops a guest
 */
export async function readResumable(db: Reader, sender: Sender, id: string): Promise<ResumableUpload> {
  await sender.guest?.confirm(db, id)
  return ownUpload(sender, isId(id) ? await resumableUploads(db, id).executeTakeFirst() : undefined)
}

/** @throws ProductError as `readResumable` does */
export function ownUpload(sender: Sender, upload: ResumableRow | undefined): ResumableUpload {
  const own = upload?.user_id === sender.user_id && upload.company_id === sender.company_id && !upload.deleted_at
  // What a guest sends is not the member's to continue, nor the other way round.
  const alike = (upload?.sent_by !== null) === (sender.guest !== undefined)
  if (!own || !alike) throw new ProductError('not_found')
  if (upload.expired) throw new ProductError('upload_expired')
  return upload
}

/** A video of the sender's own that an upload has become; undefined for another. @throws ProductError that stop a guest */
export async function findFinished(
  db: Reader,
  sender: Sender,
  id: string,
): Promise<{ id: string; file_size: number } | undefined> {
  if (!isId(id)) return undefined
  await sender.guest?.confirm(db, id)
  return await db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .select(['videos.id', 'videos.file_size'])
    .$narrowType<{ file_size: number }>()
    .where('videos.id', '=', id)
    .where('videos.user_id', '=', sender.user_id)
    .where('collections.company_id', '=', sender.company_id)
    .where('videos.status', '!=', 'DELETING')
    .where('videos.file_size', 'is not', null)
    .executeTakeFirst()
}

/** The file of an upload, as its storage knows it. */
export const growingFileOf = (upload: ResumableUpload): GrowingFile => ({
  key: upload.storage_key,
  content_type: upload.content_type,
  size: upload.file_size,
  received: upload.received,
  state: upload.store,
})
