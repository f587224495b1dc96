import { randomUUID } from 'node:crypto'
import { FETCH } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../../platform/db/schema.ts'
import { ProductError } from '../../../../platform/errors.ts'
import { AddressRefused, isPublicOrIn, refuseAddress } from '../../../../platform/net/public-fetch.ts'
import type { Queue } from '../../../../platform/queue/queue.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import { videoFolder } from '../../../../platform/storage/video-folder.ts'
import { lockCompany } from '../../../identity/companies/commands.ts'
import { refuseSize } from '../../../identity/plans/quota/policy.ts'
import { roomLeft } from '../../../identity/plans/quota/queries.ts'
import type { Services } from '../../../services.ts'
import { lockCollection } from '../../collections/commands.ts'
import { authorizeUpload } from '../../collections/policy.ts'
import { type CollectionRow, readCollection } from '../../collections/queries.ts'
import { NOT_INDEXED } from '../commands.ts'
import { findVideo, type VideoRow } from '../queries.ts'
import { holdVideo } from '../status.ts'
import { extensionOf, nameInAddress } from './file-facts.ts'
import { type FetchRow, failedFetches, fetches, findFetch, openFetchesOf } from './queries.ts'

/** Another run of the job has taken the fetch, or its video needs no file any more. */
export class FetchReplaced extends Error {}

/** Locks the result of `findFetch` until the end of the transaction. */
export const lockFetch = (transaction: Transaction<Tables>, video_id: string): Promise<FetchRow | undefined> =>
  fetches(transaction).where('video_id', '=', video_id).forUpdate('video_fetches').executeTakeFirst()

/**
 * Adds a video whose file a job fetches. Refuses what `POST /api/upload` refuses.
 * @throws ProductError not_found, forbidden, address_refused, limit_storage, limit_uploads
 */
export async function addFetch(
  { db, queue, config }: Pick<Services, 'db' | 'queue' | 'config'>,
  viewer: UserViewer,
  { index_id, url }: { readonly index_id: string; readonly url: string },
): Promise<{ video: VideoRow; collection: CollectionRow }> {
  const circumstances = { billing: config.billing, now: new Date() }
  const before = await readCollection(db, viewer, index_id)
  authorizeUpload(viewer, before, circumstances)
  const address = await allowedAddress(url, config.import_networks)
  const id = randomUUID()
  return await db.transaction().execute(async (transaction) => {
    if (before.company_id) await lockCompany(transaction, before.company_id)
    await lockCollection(transaction, index_id)
    const collection = await readCollection(transaction, viewer, index_id)
    authorizeUpload(viewer, collection, circumstances)
    refuseSize(null, await roomLeft(transaction, collection, config.billing), collection.plan)
    if ((await openFetchesOf(transaction, viewer.user_id)) >= UPLOAD.open) throw new ProductError('limit_uploads')
    const file_name = nameInAddress(address)
    const place = { id, collection_id: collection.id, user_id: viewer.user_id, storage_key: storageKey(id, '') }
    // Paths may contain secrets, too.
    const file = { file_name, file_extension: extensionOf(file_name), file_size: 0, source: address.origin }
    await transaction
      .insertInto('videos')
      .values({ ...NOT_INDEXED, ...place, ...file })
      .execute()
    await transaction.insertInto('video_fetches').values({ video_id: id, url: address.href }).execute()
    await queue.enqueue(transaction, 'import-url', { video_id: id })
    const video = await findVideo(transaction, id)
    if (!video) throw new ProductError('not_found')
    return { video, collection }
  })
}

/** Key of a fetched file; its extension is known once the file begins to arrive. */
export const storageKey = (video_id: string, extension: string): string =>
  `${videoFolder(video_id)}original${extension && `.${extension}`}`

async function allowedAddress(url: string, networks: readonly string[]): Promise<URL> {
  try {
    return await refuseAddress(url, { allows: isPublicOrIn(networks), timeout: 1000 * FETCH.look_up })
  } catch (error) {
    throw error instanceof AddressRefused ? new ProductError('address_refused', { detail: error.message }) : error
  }
}

/** Enqueues the job with which a video that is PENDING begins: the fetch of its file, or its validation. */
export async function enqueueFirst(transaction: Transaction<Tables>, queue: Queue, video_id: string): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('video_fetches')
    .set({ tries: 0 })
    .where('video_id', '=', video_id)
    .executeTakeFirst()
  await queue.enqueue(transaction, numUpdatedRows > 0n ? 'import-url' : 'index-video', { video_id })
}

/** Begins a run of the job; the run before may write no more. @returns undefined when there is nothing to fetch */
export async function takeFetch(db: Kysely<Tables>, video_id: string): Promise<FetchRow | undefined> {
  return await db.transaction().execute(async (transaction) => {
    const fetch = await lockFetch(transaction, video_id)
    if (fetch?.status !== 'PENDING') return undefined
    const writer = randomUUID()
    await transaction
      .updateTable('video_fetches')
      .set({ writer, active_at: new Date() })
      .where('video_id', '=', video_id)
      .execute()
    // It waits no longer.
    await transaction.updateTable('videos').set({ error: null }).where('id', '=', video_id).execute()
    return { ...fetch, writer }
  })
}

/** Locks a fetch for its run, after its company. @throws FetchReplaced */
export async function holdFetch(transaction: Transaction<Tables>, run: FetchRow): Promise<FetchRow> {
  if (run.company_id) await lockCompany(transaction, run.company_id)
  const fetch = await lockFetch(transaction, run.video_id)
  if (fetch?.status !== 'PENDING' || fetch.writer !== run.writer) throw new FetchReplaced()
  return fetch
}

/** What a run of the job has learned or stored. */
export type FetchProgress = Pick<FetchRow, 'received' | 'store' | 'file_size' | 'validator' | 'tries'>

/** Records progress. @throws FetchReplaced, ProductError limit_storage */
export async function recordFetch(
  { db, config }: Pick<Services, 'db' | 'config'>,
  run: FetchRow,
  { received, store, file_size, validator, tries }: FetchProgress,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const held = await holdFetch(transaction, run)
    refuseSize(
      Math.max(file_size ?? 0, received),
      await roomLeft(transaction, held, config.billing, run.video_id),
      held.plan,
    )
    await transaction
      .updateTable('video_fetches')
      .set({ received, file_size, validator, tries, store: store && JSON.stringify(store), active_at: new Date() })
      .where('video_id', '=', run.video_id)
      .execute()
  })
}

/** Records how the file is called and stored. A name that its owner gave stays. @throws FetchReplaced */
export async function nameFile(
  db: Kysely<Tables>,
  run: FetchRow,
  nameOf: (renamed: string | null) => { readonly file_name: string; readonly file_extension: string },
): Promise<string> {
  return await db.transaction().execute(async (transaction) => {
    const held = await holdFetch(transaction, run)
    const renamed = held.file_name === nameInAddress(new URL(run.url)) ? null : held.file_name
    const named = nameOf(renamed)
    const storage_key = storageKey(run.video_id, named.file_extension)
    await transaction
      .updateTable('videos')
      .set({ ...named, storage_key })
      .where('id', '=', run.video_id)
      .execute()
    return storage_key
  })
}

/** Lets the job run again later. @param reason for the owner, unless others only go first @param delay seconds */
export async function postponeFetch(
  { db, queue }: Pick<Services, 'db' | 'queue'>,
  run: FetchRow,
  { reason, delay, tries }: { readonly reason: string | null; readonly delay: number; readonly tries: number },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { video_id } = await holdFetch(transaction, run)
    await transaction.updateTable('video_fetches').set({ tries }).where('video_id', '=', video_id).execute()
    if (reason) await holdVideo(transaction, video_id, reason)
    await queue.enqueue(transaction, 'import-url', { video_id }, delay)
  })
}

/**
 * Removes the bytes of a fetch, which then begins again. It does so, too, after a kill before the row says so: its next
 * run finds that they are gone.
 */
export async function dropBytes(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  video_id: string,
  isDue: (fetch: FetchRow) => boolean,
): Promise<void> {
  const fetch = await findFetch(db, video_id)
  if (!fetch || !isDue(fetch)) return
  await storage.abandon({ key: fetch.storage_key, state: fetch.store })
  await db.transaction().execute(async (transaction) => {
    const held = await lockFetch(transaction, video_id)
    if (!held || !isDue(held)) return
    await transaction
      .updateTable('video_fetches')
      .set({ received: 0, store: null, file_size: null, validator: null })
      .where('video_id', '=', video_id)
      .execute()
  })
}

/** Removes the bytes of fetches that failed long ago. Their videos can still be retried. */
export async function removeFailedFetches(
  services: Pick<Services, 'db' | 'storage'>,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(Date.now() - 1000 * FETCH.kept)
  for (const video_id of await failedFetches(services.db, before)) {
    signal.throwIfAborted()
    await dropBytes(services, video_id, ({ status, active_at }) => status !== 'PENDING' && active_at < before)
  }
}

/** Makes a complete file that of its video, and enqueues its indexing. @throws FetchReplaced, ProductError limit_storage */
export async function completeFetch(
  { db, storage, queue, config }: Pick<Services, 'db' | 'storage' | 'queue' | 'config'>,
  run: FetchRow,
  file: Parameters<Services['storage']['complete']>[0],
): Promise<void> {
  const { video_id } = run
  const hold = async (transaction: Transaction<Tables>) => {
    const held = await holdFetch(transaction, run)
    refuseSize(file.size, await roomLeft(transaction, held, config.billing, video_id), held.plan)
  }
  await db.transaction().execute(hold)
  // An object store may take long, so it is asked without a lock. A later run of the job may repeat this.
  await storage.complete(file)
  await db.transaction().execute(async (transaction) => {
    await hold(transaction)
    await transaction.updateTable('videos').set({ file_size: file.size }).where('id', '=', video_id).execute()
    await transaction.deleteFrom('video_fetches').where('video_id', '=', video_id).execute()
    await queue.enqueue(transaction, 'index-video', { video_id })
  })
}
