import { randomUUID } from 'node:crypto'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import type { ResumableMetadata } from '@footnote/contract/nouns/library/uploads.ts'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { whenReachable } from '../../../../platform/db/connections.ts'
import type { ArrivedRange, Tables } from '../../../../platform/db/schema.ts'
import { invalidField, ProductError } from '../../../../platform/errors.ts'
import { announcedVideoType } from '../../../../platform/net/media-types.ts'
import { videoFolder } from '../../../../platform/storage/video-folder.ts'
import type { Sender } from '../../../hooks.ts'
import { lockCompany } from '../../../identity/companies/commands.ts'
import { noRoomIn, refuseSize } from '../../../identity/plans/quota/policy.ts'
import { roomLeft } from '../../../identity/plans/quota/queries.ts'
import type { Services } from '../../../services.ts'
import { readCollection } from '../../collections/queries.ts'
import { stackFor } from '../../versions/queries.ts'
import { endUpload } from '../commands.ts'
import { completeUpload } from './complete.ts'
import { Lease } from './lease.ts'
import { lockResumable } from './lock-resumable.ts'
import { findFinished, growingFileOf, type ResumableUpload, readResumable } from './queries.ts'
import { Pieces, Slice } from './slices.ts'

export type ResumableServices = Pick<Services, 'db' | 'storage' | 'queue' | 'config'>

/** Milliseconds that a request waits for an unreachable database. */
const PATIENCE = 30_000

/** Time until which an upload lives from now on. */
export const nextExpiry = (): Date => new Date(Date.now() + RESUMABLE.lifetime * 1000)

/**
 * Creates an upload that resumes. Refuses what `POST /api/upload` refuses.
 * @param size bytes of the file
 * @returns its id, which its video will have
 * @throws ProductError not_found, forbidden, unsupported_media, validation_failed, limit_storage, limit_uploads, and what
 * stops a guest
 */
export async function createResumable(
  { db, config }: ResumableServices,
  sender: Sender,
  metadata: z.output<typeof ResumableMetadata>,
  size: number,
): Promise<string> {
  const collection = await readCollection(db, sender, metadata.index_id)
  const circumstances = { billing: config.billing, now: new Date() }
  const { filename: file_name, fingerprint = null, ends = null, relative_path = null, version_of = null } = metadata
  await stackFor(db, sender, { collection, version_of }, circumstances)
  const content_type = announcedVideoType(metadata.filetype)
  if (!content_type) throw new ProductError('unsupported_media', { detail: 'Only videos can be uploaded.' })
  const file_extension = extensionOf(file_name)
  const id = randomUUID()
  const { company_id, plan } = collection
  await db.transaction().execute(async (transaction) => {
    if (company_id) await lockCompany(transaction, company_id)
    refuseSize(size, await roomLeft(transaction, collection, config.billing), plan)
    if (sender.guest) await sender.guest.begin(transaction, { id, size })
    else await refuseMore(transaction, sender.user_id)
    const file = { file_name, file_extension, content_type, fingerprint, ends, relative_path, version_of }
    const place = { collection_id: collection.id, user_id: sender.user_id }
    const storage_key = `${videoFolder(id)}original.${file_extension}`
    const sizes = { file_size: size, max_bytes: size, received: 0, sent_by: sender.guest?.name ?? null }
    await transaction
      .insertInto('uploads')
      .values({ id, storage_key, ...place, ...file, ...sizes, expires_at: nextExpiry() })
      .execute()
  })
  return id
}

/** @throws ProductError limit_uploads */
async function refuseMore(transaction: Transaction<Tables>, user_id: string): Promise<void> {
  const { open } = await transaction
    .selectFrom('uploads')
    .select((rows) => rows.fn.countAll<number>().as('open'))
    .where('user_id', '=', user_id)
    .where('sent_by', 'is', null)
    .where('received', 'is not', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirstOrThrow()
  if (open >= RESUMABLE.open)
    throw new ProductError('limit_uploads', {
      detail: `You have ${RESUMABLE.open} uploads open. Finish or cancel some of them.`,
    })
}

function extensionOf(fileName: string): string {
  const extension = /\.([a-z0-9]{1,16})$/.exec(fileName.toLowerCase())?.[1]
  if (!extension)
    throw invalidField('filename', 'The name needs an extension such as .mp4, of 1 to 16 letters or digits')
  return extension
}

/** Where an upload is. */
export interface Progress {
  readonly upload: ResumableUpload | null
  /** Bytes of the file, and those that are durable. */
  readonly size: number
  readonly received: number
  /** The video that the file has become; null before its last byte. */
  readonly video_id: string | null
}

/** @throws ProductError not_found, upload_expired */
export async function progressOf({ db }: Pick<ResumableServices, 'db'>, sender: Sender, id: string): Promise<Progress> {
  const finished = await findFinished(db, sender, id)
  if (finished) return { upload: null, size: finished.file_size, received: finished.file_size, video_id: finished.id }
  const upload = await readResumable(db, sender, id)
  return { upload, size: upload.file_size, received: upload.received, video_id: null }
}

/**
 * Receives bytes of an upload. Every 16 MiB, and what has come when the sender goes, are durable and recorded: first the
 * bytes, then the row. The last byte makes the video.
 * @param part where the bytes begin; the content ends without an error when the sender goes
 * @throws ProductError not_found, offset_mismatch, upload_expired, upload_taken, other_file, too_large, limit_storage
 * and what `add_records` refuses
 */
export async function receivePart(
  services: ResumableServices,
  sender: Sender,
  id: string,
  part: Part,
): Promise<Progress> {
  try {
    return await addPart(services, sender, id, part)
  } catch (error) {
    // Of two requests with the last bytes, the other one was first.
    const missing = error instanceof ProductError && error.code === 'not_found'
    if (!missing || !(await findFinished(services.db, sender, id))) throw error
    return await progressOf(services, sender, id)
  }
}

/** Bytes, and where they begin in the file. */
interface Part {
  readonly offset: number
  readonly content: AsyncIterable<Uint8Array>
  /** What the sender's file has in the ranges that have arrived; null if it does not say. */
  readonly digests?: readonly string[] | null
}

async function addPart(
  services: ResumableServices,
  sender: Sender,
  id: string,
  { offset, content, digests = null }: Part,
): Promise<Progress> {
  const { storage } = services
  const claimed = await whenReachable(() => claim(services, sender, id, { offset, digests }), PATIENCE)
  await using lease = claimed.lease
  const pieces = new Pieces(content, lease.lost)
  let { upload } = claimed
  await lease.begin()
  for (let more = true; more; ) {
    const slice = new Slice(pieces, lease)
    const growth = await storage.append(growingFileOf(upload), slice)
    lease.check()
    more = !slice.ended
    const arrived = { start: upload.received, end: growth.received, sha256: slice.digest() }
    upload = { ...upload, ...growth, store: growth.state, arrived: withRange(upload.arrived, arrived) }
    if (upload.received === upload.file_size) {
      const video_id = await whenReachable(() => completeUpload(services, sender, upload, lease), PATIENCE)
      return { upload: null, size: upload.file_size, received: upload.received, video_id }
    }
    await whenReachable(() => record(services, sender, upload, lease), PATIENCE)
  }
  return { upload, size: upload.file_size, received: upload.received, video_id: null }
}

/** What arrived first, and last: there the sender's file meets what is here. */
function withRange(ranges: readonly ArrivedRange[] | null, added: ArrivedRange): ArrivedRange[] {
  if (added.start === added.end) return [...(ranges ?? [])]
  const [first, ...later] = ranges ?? []
  return first ? [first, ...later.slice(1 - LAST), added] : [added]
}

/** Ranges that are kept besides the first one: a lost connection may leave a few bytes only. */
const LAST = 2

/**
 * Takes the upload from the request that writes to it.
 * @param part where the next byte belongs, and what is before it; null: anywhere
 * @throws ProductError other_file when bytes of another file have arrived
 */
async function claim(
  { db, config }: ResumableServices,
  sender: Sender,
  id: string,
  part: Required<Pick<Part, 'offset' | 'digests'>> | null,
) {
  const { company_id } = await readResumable(db, sender, id)
  return await db.transaction().execute(async (transaction) => {
    if (company_id) await lockCompany(transaction, company_id)
    const upload = await lockResumable(transaction, sender, id)
    if (part && part.offset !== upload.received) throw new ProductError('offset_mismatch')
    const known = upload.arrived?.map(({ sha256 }) => sha256)
    if (part?.digests && known && part.digests.join() !== known.join()) throw new ProductError('other_file')
    const room = await roomLeft(transaction, upload, config.billing, id)
    if (part && upload.file_size > room) throw noRoomIn(upload.plan, room, upload.file_size)
    return { upload, lease: await Lease.take(db, transaction, id) }
  })
}

/** Records durable bytes. */
async function record({ db }: ResumableServices, sender: Sender, upload: ResumableUpload, lease: Lease): Promise<void> {
  const { id, received, store, arrived } = upload
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('uploads').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    await sender.guest?.confirm(transaction, id)
    await lease.confirm(transaction)
    const state = { store: store && JSON.stringify(store), arrived: arrived && JSON.stringify(arrived) }
    await transaction
      .updateTable('uploads')
      .set({ received, stored_bytes: received, ...state, active_at: new Date(), expires_at: nextExpiry() })
      .where('id', '=', id)
      .execute()
  })
}

/** Removes an upload with its bytes. @throws ProductError not_found, upload_expired, upload_taken */
export async function removeResumable(services: ResumableServices, sender: Sender, id: string): Promise<void> {
  await using lease = (await claim(services, sender, id, null)).lease
  await lease.begin()
  await endUpload(services, id, async (transaction) => {
    await lockResumable(transaction, sender, id)
    await lease.confirm(transaction)
  })
}
