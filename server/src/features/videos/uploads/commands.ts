import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Tables, Uploads } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import { lockCompany } from '../../companies/commands.ts'
import { noRoomIn } from '../../plans/quota/policy.ts'
import { ARRIVAL_LIFETIME, roomLeft, type StorageOwner } from '../../plans/quota/queries.ts'
import { findOpenUpload, openUploads, since, type UploadRow } from './queries.ts'

/**
 * Keeps the place that a file may be uploaded to, until it expires.
 * @throws ProductError limit_uploads where the person has as many open as one can have
 */
export async function createUpload(
  transaction: Transaction<Tables>,
  upload: Insertable<Uploads> & { readonly user_id: string },
): Promise<void> {
  const { open } = await transaction
    .selectFrom('uploads')
    .select((rows) => rows.fn.countAll<number>().as('open'))
    .where('user_id', '=', upload.user_id)
    .where('active_at', '>', since(UPLOAD.idle))
    .executeTakeFirstOrThrow()
  if (open >= UPLOAD.open) throw new ProductError('limit_uploads')
  await transaction.insertInto('uploads').values(upload).execute()
}

/** An upload by its id, held against others until the end of the transaction. */
export const lockUpload = async (transaction: Transaction<Tables>, id: string): Promise<UploadRow | undefined> =>
  await transaction.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** What `findOpenUpload` finds, held against others until the end of the transaction. */
export const lockOpenUpload = (transaction: Transaction<Tables>, storageKey: string) =>
  openUploads(transaction, storageKey).forUpdate('uploads').executeTakeFirst()

/** A request that receives a file. */
export interface Arrival {
  readonly id: string
  readonly upload_id: string
  readonly owner: StorageOwner
  /** Bytes that it may write, and that count. */
  readonly bytes: number
}

/**
 * Begins to receive a file. What was announced is counted at once, also where the form had lost the room that it kept.
 * @throws ProductError upload_refused, limit_storage
 */
export async function openArrival(db: Database, storageKey: string, billing: boolean): Promise<Arrival> {
  const found = await findOpenUpload(db, storageKey)
  if (!found) throw new ProductError('upload_refused')
  return await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, found.company_id)
    const upload = await lockOpenUpload(transaction, storageKey)
    if (!upload) throw new ProductError('upload_refused')
    const { id: upload_id, company_id, plan } = upload
    const bytes = upload.file_size ?? 0
    await transaction
      .deleteFrom('upload_arrivals')
      .where('upload_id', '=', upload_id)
      .where('active_at', '<', since(ARRIVAL_LIFETIME))
      .execute()
    const { id } = await transaction
      .insertInto('upload_arrivals')
      .values({ upload_id, bytes })
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction.updateTable('uploads').set({ active_at: new Date() }).where('id', '=', upload_id).execute()
    const owner = { company_id, plan }
    const room = await roomLeft(transaction, owner, billing)
    if (room < 0) throw noRoomIn(plan, room + bytes, bytes)
    return { id, upload_id, owner, bytes }
  })
}

/**
 * Lets a request write more than it may so far, as much as there is room for.
 * @param least bytes of the file without which it cannot go on @param most bytes of it that are of use
 * @throws ProductError limit_storage
 */
export async function growArrival(
  db: Database,
  arrival: Arrival,
  { least, most }: { readonly least: number; readonly most: number },
  billing: boolean,
): Promise<Arrival> {
  const { id, owner } = arrival
  return await db.transaction().execute(async (transaction) => {
    if (owner.company_id) await lockCompany(transaction, owner.company_id)
    const room = await roomLeft(transaction, owner, billing)
    const bytes = Math.min(most, arrival.bytes + Math.max(0, room))
    if (bytes < least) throw noRoomIn(owner.plan, room)
    await noteArrival(transaction, id, bytes)
    return { ...arrival, bytes }
  })
}

/** Notes that the file still arrives. @param bytes that the request may write; left as they are without it */
export async function noteArrival(db: Kysely<Tables>, id: string, bytes?: number): Promise<void> {
  const active_at = new Date()
  const noted = await db
    .updateTable('upload_arrivals')
    .set({ active_at, ...(bytes === undefined ? {} : { bytes }) })
    .where('id', '=', id)
    .returning('upload_id')
    .executeTakeFirst()
  if (noted) await db.updateTable('uploads').set({ active_at }).where('id', '=', noted.upload_id).execute()
}

/** Notes that the file has arrived. @param bytes of the file */
export async function settleArrival(
  transaction: Transaction<Tables>,
  { id, upload_id }: Arrival,
  bytes: number,
): Promise<void> {
  await transaction.deleteFrom('upload_arrivals').where('id', '=', id).execute()
  await transaction.updateTable('uploads').set({ stored_bytes: bytes }).where('id', '=', upload_id).execute()
}

/** Notes that the file did not arrive: unless another request receives it, its form keeps no room free any more. */
export async function dropArrival(db: Kysely<Tables>, { id, upload_id }: Arrival): Promise<void> {
  await db.deleteFrom('upload_arrivals').where('id', '=', id).execute()
  await db
    .updateTable('uploads')
    .set({ active_at: null })
    .where('id', '=', upload_id)
    .where('stored_bytes', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('upload_arrivals').select('id').where('upload_id', '=', upload_id))),
    )
    .execute()
}
