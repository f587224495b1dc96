import { createHash } from 'node:crypto'
import path from 'node:path'
import { JOBS, UPLOAD } from '@footnote/contract/shared/limits.ts'
import { cleanFileName, cleanPath } from '@footnote/contract/shared/names.ts'
import type { Transaction } from 'kysely'
import { refuseWithoutRoom } from '../../../../media/waiting.ts'
import type { Tables } from '../../../../platform/db/schema.ts'
import { ProductError } from '../../../../platform/errors.ts'
import { mediaTypeOf } from '../../../../platform/net/media-types.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import type { OpenFile } from '../../../../platform/storage/storage.ts'
import { lockCompany } from '../../../identity/companies/commands.ts'
import { refuseSize } from '../../../identity/plans/quota/policy.ts'
import { roomLeft } from '../../../identity/plans/quota/queries.ts'
import type { Services } from '../../../services.ts'
import { lockCollection } from '../../collections/commands.ts'
import { authorizeUpload } from '../../collections/policy.ts'
import { readCollection } from '../../collections/queries.ts'
import { lockUpload } from '../../uploads/commands.ts'
import { addVideo } from '../commands.ts'
import type { EarlierPart } from './grown-file.ts'
import { keepTaken } from './known-files.ts'
import { wasTaken } from './queries.ts'
import type { ContentSearch } from './same-content.ts'
import type { FoundFile } from './scan-folder.ts'
import { takePlace } from './take-place.ts'

export type ImportServices = Pick<Services, 'db' | 'storage' | 'queue' | 'hooks' | 'config'>

/** How a file gets into the storage: as a copy, sharing its blocks with the file if possible, or instead of it. */
export type ImportMode = 'copy' | 'link' | 'move'

/** A file was written to while it was taken, so that nothing of it was. */
export class FileChanged extends Error {}

/** The extension of a file's name, in lower case. */
export const extensionOf = ({ path: name }: FoundFile): string => path.extname(name).slice(1).toLowerCase()

/** A video to be, which is an upload until its file is complete. */
export interface PendingVideo {
  readonly id: string
  readonly collection_id: string
  /** The video whose place it takes. */
  readonly part: EarlierPart | null
}

/** The collection, locked, if its rules and its plan have room for the file. */
async function authorize(
  transaction: Transaction<Tables>,
  { config }: ImportServices,
  owner: UserViewer,
  { id, collection_id, part }: PendingVideo,
  file: FoundFile,
): Promise<void> {
  await lockCompany(transaction, owner.company_id)
  await lockCollection(transaction, collection_id)
  const collection = await readCollection(transaction, owner, collection_id)
  authorizeUpload(owner, collection, { billing: config.billing, now: new Date() })
  const room = await roomLeft(transaction, collection, config.billing, id)
  refuseSize(file.size, room + (part?.file_size ?? 0), collection.plan)
}

/** Reserves room for a file. @throws ProductError of the collection, limit_storage */
export async function reserve(
  services: ImportServices,
  owner: UserViewer,
  { storage_key, ...place }: PendingVideo & { readonly storage_key: string },
  file: FoundFile,
): Promise<void> {
  await services.db.transaction().execute(async (transaction) => {
    await authorize(transaction, services, owner, place, file)
    const { id, collection_id } = place
    const upload = { id, collection_id, storage_key, user_id: owner.user_id, file_size: file.size }
    const expires_at = new Date(Date.now() + UPLOAD.slot_lifetime * 1000)
    const kind = { content_type: mediaTypeOf(file.path), max_bytes: file.size }
    await transaction
      .insertInto('uploads')
      .values({ ...upload, ...kind, file_extension: extensionOf(file), expires_at })
      .execute()
  })
}

/**
 * Stores the content of an open file.
 * @returns the SHA-256 of a copied content; null for a shared one, which nobody has read
 * @throws FileChanged, MediaError media_no_room, errors of the system
 */
export async function store(
  { storage, config }: ImportServices,
  key: string,
  file: FoundFile & OpenFile,
  { mode, signal }: { readonly mode: ImportMode; readonly signal?: AbortSignal },
): Promise<string | null> {
  if (mode !== 'copy' && (await storage.share(key, file))) return null
  if (storage.kind === 'disk') await refuseWithoutRoom(config.data_dir, file.size + JOBS.room_before)
  // Room is reserved for what was found; who writes meanwhile may add no more.
  const end = Math.max(0, file.size - 1)
  const content = file.handle.createReadStream({ start: 0, end, autoClose: false, ...(signal ? { signal } : {}) })
  // It may be ended before the storage reads from it, which then fails; an error that nobody hears ends the process.
  content.on('error', () => undefined)
  const hash = createHash('sha256')
  const hashed = async function* () {
    for await (const piece of content as AsyncIterable<Buffer>) {
      hash.update(piece)
      yield piece
    }
  }
  if ((await storage.write(key, hashed(), mediaTypeOf(file.path))) !== file.size) throw new FileChanged()
  return hash.digest('hex')
}

/**
 * Makes the video of a stored file.
 * @returns `before` when another process has taken the file meanwhile, `compare` when it has taken one of this size
 * @throws ProductError of the collection, limit_storage, not_found
 */
export async function addFile(
  services: ImportServices,
  owner: UserViewer,
  place: PendingVideo,
  search: ContentSearch,
  file: FoundFile,
): Promise<'taken' | 'replaced' | 'before' | 'compare'> {
  const { db, queue } = services
  const { id, collection_id, part } = place
  const sha256 = await search.known()
  return await db.transaction().execute(async (transaction) => {
    await authorize(transaction, services, owner, place, file)
    if (await wasTaken(transaction, owner.company_id, file)) return 'before'
    if (await search.hasMore(transaction, part?.id ?? null)) return 'compare'
    const upload = await lockUpload(transaction, id)
    if (!upload) throw new ProductError('not_found')
    const source = cleanPath(file.within.replaceAll(path.sep, '/'))
    const whole = { file_size: file.size, source, sha256 }
    const replaced = part !== null && (await takePlace(transaction, services, part.id, upload, whole))
    const file_name = cleanFileName(path.basename(file.path))
    if (!replaced) await addVideo(transaction, queue, upload, { file_name, ...whole })
    await keepTaken(transaction, owner, file, { video_id: id, collection_id, sha256 })
    return replaced ? 'replaced' : 'taken'
  })
}
