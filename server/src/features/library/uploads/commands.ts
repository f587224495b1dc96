import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import type { Insertable, Kysely, Transaction } from 'kysely'
import { whenReachable } from '../../../platform/db/connections.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Tables, Uploads } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { StagedFile } from '../../../platform/storage/storage.ts'
import { lockCompany } from '../../identity/companies/commands.ts'
import { noRoomIn } from '../../identity/plans/quota/policy.ts'
import { ARRIVAL_LIFETIME, roomLeft, type StorageOwner } from '../../identity/plans/quota/queries.ts'
import type { Services } from '../../services.ts'
import { removeEmptyCollection } from '../collections/commands.ts'
import { CLOSED, findOpenUpload, openUploads, since, type UploadRow } from './queries.ts'
import { Lease } from './resumable/lease.ts'

/**
 * Creates an upload with an expiry.
 * @throws ProductError limit_uploads when the person has too many open
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
    .where('received', 'is', null)
    .executeTakeFirstOrThrow()
  if (open >= UPLOAD.open) throw new ProductError('limit_uploads')
  await transaction.insertInto('uploads').values(upload).execute()
}

/** Locks an upload, by its id, until the end of the transaction. */
export const lockUpload = async (transaction: Transaction<Tables>, id: string): Promise<UploadRow | undefined> =>
  await transaction.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks the result of `findOpenUpload` until the end of the transaction. */
const lockOpenUpload = (transaction: Transaction<Tables>, storageKey: string) =>
  openUploads(transaction, storageKey).forNoKeyUpdate('uploads').executeTakeFirst()

/** A request that receives a file. */
export interface Arrival {
  readonly id: string
  readonly upload_id: string
  readonly owner: StorageOwner
  /** Bytes that it may write, and that count towards the storage. */
  readonly bytes: number
}

/**
 * Begins to receive a file. The announced bytes count at once, even if the form had lost its reservation.
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
 * Extends the bytes that a request may write, as far as there is room.
 * @param least bytes of the file that it needs to continue
 * @param most bytes of the file that it can use
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

/** Records a sign of life of a request. @param bytes that the request may write; unchanged without it */
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

/** Milliseconds that an arrived file waits for an unreachable database. */
const PATIENCE = 30_000

/**
 * Makes an arrived file visible under its key, and records it. An object store may take long, so the upload is not
 * locked meanwhile: its lease keeps others from replacing the file, and without a size nobody makes a video of it.
 * @throws ProductError upload_refused, upload_taken
 */
export async function placeArrival(
  db: Database,
  storageKey: string,
  arrival: Arrival,
  file: StagedFile,
): Promise<void> {
  const { id, upload_id } = arrival
  const hold = async (transaction: Transaction<Tables>) => {
    if (!(await lockOpenUpload(transaction, storageKey))) throw new ProductError('upload_refused')
    await transaction.updateTable('uploads').set({ stored_bytes: null }).where('id', '=', upload_id).execute()
    // A file that began to arrive in time may end later.
    return await Lease.take(db, transaction, upload_id, false)
  }
  await using lease = await whenReachable(() => db.transaction().execute(hold), PATIENCE)
  let attempts = 0
  const confirmFile = async (transaction: Transaction<Tables>) => {
    const open = await lockOpenUpload(transaction, storageKey)
    // An attempt before may have committed although its connection was lost, and a video may use the file already.
    if (!open && attempts > 1) return
    if (!open) throw new ProductError('upload_refused')
    await lease.confirm(transaction)
    await transaction.deleteFrom('upload_arrivals').where('id', '=', id).execute()
    await transaction.updateTable('uploads').set({ stored_bytes: file.size }).where('id', '=', upload_id).execute()
  }
  await lease.begin()
  await file.commit()
  await whenReachable(() => {
    attempts += 1
    return db.transaction().execute(confirmFile)
  }, PATIENCE)
}

/** Records that the file did not arrive. Ends the form's reservation unless another request receives the file. */
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

/**
 * Removes an upload with its bytes. It is closed first, so that nobody writes to it or makes a video of it while the
 * storage is asked without a lock. A kill in between leaves a closed upload, which `removeExpiredUploads` removes.
 * @param confirm throws when the upload may not be removed; it runs with the upload locked
 */
export async function endUpload(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  id: string,
  confirm: (transaction: Transaction<Tables>) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const upload = await db.transaction().execute(async (transaction) => {
    const found = await lockUpload(transaction, id)
    await confirm(transaction)
    await transaction.updateTable('uploads').set({ expires_at: CLOSED }).where('id', '=', id).execute()
    return found
  })
  if (!upload) return
  if (upload.received === null) await storage.remove(upload.storage_key)
  else await storage.abandon({ key: upload.storage_key, state: upload.store })
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('uploads').where('id', '=', id).execute()
    await removeEmptyCollection(transaction, upload.collection_id)
  })
}
