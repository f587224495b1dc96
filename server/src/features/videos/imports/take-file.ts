import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { JOBS, TEXT, UPLOAD } from '@footnote/contract/shared/limits.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import type { Transaction } from 'kysely'
import { refuseWithoutRoom } from '../../../media/waiting.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { videoFolder } from '../../../platform/storage/video-folder.ts'
import { lockCollection } from '../../collections/commands.ts'
import { authorizeUpload } from '../../collections/policy.ts'
import { readCollection } from '../../collections/queries.ts'
import { lockCompany } from '../../companies/commands.ts'
import { refuseSize } from '../../plans/quota/policy.ts'
import { roomLeft } from '../../plans/quota/queries.ts'
import type { Services } from '../../services.ts'
import { addVideo } from '../commands.ts'
import { mediaTypeOf } from '../media-types.ts'
import { lockUpload } from '../uploads/commands.ts'
import { wasTaken } from './queries.ts'
import { type FoundFile, findFile, isUnchanged } from './scan-folder.ts'

export type ImportServices = Pick<Services, 'db' | 'storage' | 'queue' | 'config'>

/** How a file gets into the storage: as a copy, sharing its blocks with the file if possible, or instead of it. */
export type Way = 'copy' | 'link' | 'move'

/** Where a file comes from and goes, and how. */
export interface Taking {
  /** The folder that it was found in. */
  readonly folder: string
  readonly collection_id: string
  readonly way: Way
  /** Ends the copy, of which nothing stays. */
  readonly signal?: AbortSignal
}

/** A file was written to while it was taken, so that nothing of it was. */
export class FileChanged extends Error {}

/**
 * Makes a video of a file on this machine, once. Until its file is complete it is an upload, which expires.
 * @returns false when it was taken before
 * @throws FileChanged, ProductError (of the collection, limit_storage, too_large), MediaError media_no_room, errors of
 * the system
 */
export async function takeFile(
  services: ImportServices,
  owner: UserViewer,
  { folder, collection_id, way, signal }: Taking,
  file: FoundFile,
): Promise<boolean> {
  const { db } = services
  if (await wasTaken(db, owner.company_id, file)) {
    // A kill came between the video and the removal of the file.
    if (way === 'move') await removeSource(folder, file)
    return false
  }
  if (file.size > UPLOAD.max_bytes)
    throw new ProductError('too_large', { detail: `Files up to ${formatFileSize(UPLOAD.max_bytes)} can be added.` })
  const id = randomUUID()
  const storage_key = `${videoFolder(id)}original.${extensionOf(file)}`
  await reserve(services, owner, { id, collection_id, storage_key }, file)
  try {
    await store(services, storage_key, file, { way, ...(signal ? { signal } : {}) })
    if (!isUnchanged(file, await findFile(folder, file.within))) throw new FileChanged()
    if (!(await addFile(services, owner, { id, collection_id }, file))) {
      await giveUp(services, id, storage_key)
      return false
    }
  } catch (error) {
    await giveUp(services, id, storage_key)
    throw error
  }
  if (way === 'move') await removeSource(folder, file)
  return true
}

const extensionOf = ({ path: name }: FoundFile): string => path.extname(name).slice(1).toLowerCase()

/** The end of a long name has its extension. */
const nameOf = ({ path: name }: FoundFile): string => path.basename(name).slice(-TEXT.file_name)

interface Place {
  readonly id: string
  readonly collection_id: string
}

/** The collection, locked, if its rules and its plan have room for the file. */
async function authorize(
  transaction: Transaction<Tables>,
  { config }: ImportServices,
  owner: UserViewer,
  { id, collection_id }: Place,
  file: FoundFile,
): Promise<void> {
  await lockCompany(transaction, owner.company_id)
  await lockCollection(transaction, collection_id)
  const collection = await readCollection(transaction, owner, collection_id)
  authorizeUpload(owner, collection, { billing: config.billing, now: new Date() })
  refuseSize(file.size, await roomLeft(transaction, collection, config.billing, id), collection.plan)
}

async function reserve(
  services: ImportServices,
  owner: UserViewer,
  place: Place & { readonly storage_key: string },
  file: FoundFile,
): Promise<void> {
  await services.db.transaction().execute(async (transaction) => {
    await authorize(transaction, services, owner, place, file)
    const upload = { ...place, user_id: owner.user_id, file_extension: extensionOf(file), file_size: file.size }
    const expires_at = new Date(Date.now() + UPLOAD.slot_lifetime * 1000)
    const kind = { content_type: mediaTypeOf(file.path), max_bytes: file.size }
    await transaction
      .insertInto('uploads')
      .values({ ...upload, ...kind, expires_at })
      .execute()
  })
}

async function store(
  { storage, config }: ImportServices,
  key: string,
  file: FoundFile,
  { way, signal }: Pick<Taking, 'way' | 'signal'>,
): Promise<void> {
  if (way !== 'copy' && (await storage.share(key, file.path))) return
  if (storage.kind === 'disk') await refuseWithoutRoom(config.data_dir, file.size + JOBS.room_before)
  await storage.write(key, createReadStream(file.path, signal ? { signal } : {}), mediaTypeOf(file.path))
}

/** @returns false when another process has taken the file meanwhile */
async function addFile(services: ImportServices, owner: UserViewer, place: Place, file: FoundFile): Promise<boolean> {
  const { db, queue } = services
  const { company_id } = owner
  return await db.transaction().execute(async (transaction) => {
    await authorize(transaction, services, owner, place, file)
    if (await wasTaken(transaction, company_id, file)) return false
    const upload = await lockUpload(transaction, place.id)
    if (!upload) throw new ProductError('not_found')
    await addVideo(transaction, queue, upload, { file_name: nameOf(file), file_size: file.size, source: file.within })
    const taken = { size: file.size, mtime: file.mtime, video_id: place.id, error: null, at: new Date() }
    await transaction
      .insertInto('imported_files')
      .values({ company_id, path: file.path, ...taken })
      .onConflict((conflict) => conflict.columns(['company_id', 'path']).doUpdateSet(taken))
      .execute()
    return true
  })
}

/** Leaves nothing of a file that was not taken, unless the database's answer got lost and it was. */
async function giveUp({ db, storage }: ImportServices, id: string, storage_key: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await lockUpload(transaction, id))) return
    await storage.remove(storage_key)
    await transaction.deleteFrom('uploads').where('id', '=', id).execute()
  })
}

/** Removes a file that is in the storage now, unless somebody has changed it. */
async function removeSource(folder: string, file: FoundFile): Promise<void> {
  if (isUnchanged(file, await findFile(folder, file.within))) await rm(file.path, { force: true })
}
