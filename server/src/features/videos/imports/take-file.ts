import { randomUUID } from 'node:crypto'
import { type FileHandle, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { JOBS, UPLOAD } from '@footnote/contract/shared/limits.ts'
import { cleanFileName, cleanPath } from '@footnote/contract/shared/names.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import type { Transaction } from 'kysely'
import { refuseWithoutRoom } from '../../../media/waiting.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { Exchanged, isSameFile, openInside } from '../../../platform/storage/local/open-inside.ts'
import type { OpenFile } from '../../../platform/storage/storage.ts'
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
import { endUpload } from '../uploads/end-upload.ts'
import { wasTaken } from './queries.ts'
import { type FoundFile, isUnchanged, looksOf, removeFile } from './scan-folder.ts'

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
 * Makes a video of a file on this machine, once. Until its file is complete it is an upload, which expires. The file is
 * opened once: what is checked is what is stored, whatever takes its name meanwhile.
 * @returns false when it was taken before
 * @throws FileChanged, Exchanged, ProductError (of the collection, limit_storage, too_large, forbidden), MediaError
 * media_no_room, errors of the system
 */
export async function takeFile(
  services: ImportServices,
  owner: UserViewer,
  taking: Taking,
  file: FoundFile,
): Promise<boolean> {
  const { folder, way } = taking
  // A kill may have come between the video and the removal of the file.
  const before = await wasTaken(services.db, owner.company_id, file)
  if (!before) {
    if (file.size > UPLOAD.max_bytes)
      throw new ProductError('too_large', { detail: `Files up to ${formatFileSize(UPLOAD.max_bytes)} can be added.` })
    const handle = await openInside(folder, file.within)
    try {
      await refuseOther(services.config.data_dir, handle, file)
      if (!(await takeOpen(services, owner, taking, file, handle))) return false
    } finally {
      await handle.close()
    }
  }
  if (way === 'move') await removeFile(folder, file)
  return !before
}

/** @throws Exchanged for another file than was found, FileChanged, ProductError forbidden for one of the product itself */
async function refuseOther(data_dir: string, handle: FileHandle, file: FoundFile): Promise<void> {
  const opened = await handle.stat({ bigint: true })
  const now = looksOf(opened)
  if (now.identity !== file.identity) throw new Exchanged()
  if (!isUnchanged(file, now)) throw new FileChanged()
  if (opened.nlink === 1n) return
  // Some systems let others give a file that they may not read another name. The data folder may be closed to us.
  for (const name of await readdir(data_dir).catch(() => ['secret.key'])) {
    const own = await lstat(path.join(data_dir, name), { bigint: true }).catch(() => null)
    if (own && isSameFile(own, opened))
      throw new ProductError('forbidden', { detail: 'It is a file of Footnote itself.' })
  }
}

/** @returns false when another process has taken the file meanwhile */
async function takeOpen(
  services: ImportServices,
  owner: UserViewer,
  { collection_id, way, signal }: Taking,
  file: FoundFile,
  handle: FileHandle,
): Promise<boolean> {
  const id = randomUUID()
  const storage_key = `${videoFolder(id)}original.${extensionOf(file)}`
  await reserve(services, owner, { id, collection_id, storage_key }, file)
  try {
    await store(services, storage_key, { ...file, handle }, { way, ...(signal ? { signal } : {}) })
    if (!isUnchanged(file, looksOf(await handle.stat({ bigint: true })))) throw new FileChanged()
    if (await addFile(services, owner, { id, collection_id }, file)) return true
    // Of a file that was not taken nothing stays, unless the database's answer got lost and it was.
    await endUpload(services, id)
    return false
  } catch (error) {
    await endUpload(services, id)
    throw error
  }
}

const extensionOf = ({ path: name }: FoundFile): string => path.extname(name).slice(1).toLowerCase()

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

/** @throws FileChanged */
async function store(
  { storage, config }: ImportServices,
  key: string,
  file: FoundFile & OpenFile,
  { way, signal }: Pick<Taking, 'way' | 'signal'>,
): Promise<void> {
  if (way !== 'copy' && (await storage.share(key, file))) return
  if (storage.kind === 'disk') await refuseWithoutRoom(config.data_dir, file.size + JOBS.room_before)
  // Room is reserved for what was found; who writes meanwhile may add no more.
  const end = Math.max(0, file.size - 1)
  const content = file.handle.createReadStream({ start: 0, end, autoClose: false, ...(signal ? { signal } : {}) })
  // It may be ended before the storage reads from it, which then fails; an error that nobody hears ends the process.
  content.on('error', () => undefined)
  if ((await storage.write(key, content, mediaTypeOf(file.path))) !== file.size) throw new FileChanged()
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
    const file_name = cleanFileName(path.basename(file.path))
    await addVideo(transaction, queue, upload, {
      file_name,
      file_size: file.size,
      source: cleanPath(file.within.replaceAll(path.sep, '/')),
    })
    const taken = { size: file.size, mtime: file.mtime, video_id: place.id, error: null, at: new Date() }
    await transaction
      .insertInto('imported_files')
      .values({ company_id, path: file.path, ...taken })
      .onConflict((conflict) => conflict.columns(['company_id', 'path']).doUpdateSet(taken))
      .execute()
    return true
  })
}
