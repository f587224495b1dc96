import { randomUUID } from 'node:crypto'
import { type FileHandle, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import { isSameFile, openInside, PathExchanged } from '../../../../platform/storage/local/open-inside.ts'
import { videoFolder } from '../../../../platform/storage/video-folder.ts'
import { lockCompany } from '../../../identity/companies/commands.ts'
import type { Services } from '../../../services.ts'
import { lockCollection } from '../../collections/commands.ts'
import { endUpload } from '../../uploads/commands.ts'
import {
  addFile,
  extensionOf,
  FileChanged,
  type ImportMode,
  type ImportServices,
  type PendingVideo,
  reserve,
  store,
} from './add-file.ts'
import { findEarlierPart, readAt } from './grown-file.ts'
import { refuseHalfWritten, type Writers } from './half-written.ts'
import { keepTaken } from './known-files.ts'
import { wasTaken } from './queries.ts'
import { ContentSearch, type SameContent } from './same-content.ts'
import { type FoundFile, isUnchanged, looksOf, removeFile } from './scan-folder.ts'
import { replacePart } from './take-place.ts'

/** Where a file comes from and goes, and how. */
export interface ImportOptions {
  /** The folder that it was found in. */
  readonly folder: string
  readonly collection_id: string
  readonly mode: ImportMode
  /** Milliseconds for which the file has not changed. */
  readonly still: number
  readonly writers: Writers
  /** Ends the copy, of which nothing stays. */
  readonly signal?: AbortSignal
}

/**
 * What became of a file. `before`: it was taken before. `same`: its owner has its content in the collection, or had it.
 * `replaced`: it has grown since it was taken, and the whole took the place of that.
 */
export type FileOutcome = 'taken' | 'before' | 'same' | 'replaced'

/**
 * Makes a video of a file on this machine, once. Until its file is complete it is an upload, which expires. The file is
 * opened once: what is checked is what is stored, whatever takes its name meanwhile.
 * @throws FileChanged, HalfWritten, PathExchanged, ProductError (of the collection, limit_storage, too_large, forbidden),
 * MediaError media_no_room, errors of the system
 */
export async function takeFile(
  services: ImportServices,
  owner: UserViewer,
  taking: ImportOptions,
  file: FoundFile,
): Promise<FileOutcome> {
  const { folder, mode } = taking
  // A kill may have come between the video and the removal of the file.
  let taken: FileOutcome = 'before'
  let removes = true
  if (!(await wasTaken(services.db, owner.company_id, file))) {
    if (file.size > UPLOAD.max_bytes)
      throw new ProductError('too_large', { detail: `Files up to ${formatFileSize(UPLOAD.max_bytes)} can be added.` })
    await using handle = await openInside(folder, file.within)
    await refuseOther(services.config.data_dir, handle, file)
    await refuseHalfWritten(file, (start, length) => readAt(handle, start, length), taking)
    const outcome = await new FileImport(services, owner, taking, file, handle).take()
    taken = outcome.taken
    removes = outcome.stored
  }
  if (mode === 'move' && removes) await removeFile(folder, file)
  return taken
}

/**
 * Whether a file would not be taken because it was before, or because its content is there.
 * @param collection_id null: the collection does not exist yet
 */
export async function isThere(
  services: Pick<Services, 'db' | 'storage'>,
  owner: UserViewer,
  { folder, collection_id }: { readonly folder: string; readonly collection_id: string | null },
  file: FoundFile,
): Promise<boolean> {
  if (await wasTaken(services.db, owner.company_id, file)) return true
  if (collection_id === null) return false
  await using handle = await openInside(folder, file.within)
  const search = new ContentSearch(services, owner, collection_id, { ...file, handle }, undefined)
  return (await search.find(null)) !== null
}

/** @throws PathExchanged for another file than was found, FileChanged, ProductError forbidden for one of the product itself */
async function refuseOther(data_dir: string, handle: FileHandle, file: FoundFile): Promise<void> {
  const opened = await handle.stat({ bigint: true })
  const now = looksOf(opened)
  if (now.identity !== file.identity) throw new PathExchanged()
  if (!isUnchanged(file, now)) throw new FileChanged()
  if (opened.nlink === 1n) return
  // Some systems let others give a file that they may not read another name. The data folder may be closed to us.
  for (const name of await readdir(data_dir).catch(() => ['secret.key'])) {
    const own = await lstat(path.join(data_dir, name), { bigint: true }).catch(() => null)
    if (own && isSameFile(own, opened))
      throw new ProductError('forbidden', { detail: 'It is a file of Footnote itself.' })
  }
}

/** A file while it is open. */
class FileImport {
  readonly #services: ImportServices
  readonly #owner: UserViewer
  readonly #taking: ImportOptions
  readonly #file: FoundFile
  readonly #handle: FileHandle

  constructor(services: ImportServices, owner: UserViewer, taking: ImportOptions, file: FoundFile, handle: FileHandle) {
    this.#services = services
    this.#owner = owner
    this.#taking = taking
    this.#file = file
    this.#handle = handle
  }

  /** @returns what became of it, and whether a video has its content now */
  async take(): Promise<{ readonly taken: FileOutcome; readonly stored: boolean }> {
    const part = await findEarlierPart(this.#services, this.#owner.company_id, this.#file, this.#handle)
    const collection_id = part?.collection_id ?? this.#taking.collection_id
    const open = { ...this.#file, handle: this.#handle }
    const search = new ContentSearch(this.#services, this.#owner, collection_id, open, this.#taking.signal)
    const same = await search.find(part?.id ?? null)
    if (same) return await this.#leave(search, { collection_id, part }, same)
    const id = randomUUID()
    const storage_key = `${videoFolder(id)}original.${extensionOf(this.#file)}`
    await reserve(this.#services, this.#owner, { id, collection_id, part, storage_key }, this.#file)
    try {
      const sha256 = await store(this.#services, storage_key, open, this.#taking)
      if (sha256) search.know(sha256)
      if (!isUnchanged(this.#file, looksOf(await this.#handle.stat({ bigint: true })))) throw new FileChanged()
      return await this.#add({ id, collection_id, part }, search)
    } catch (error) {
      await endUpload(this.#services, id)
      throw error
    }
  }

  /** Another file of the same content may have become a video at every step before, in this or another process. */
  async #add(
    place: PendingVideo,
    search: ContentSearch,
  ): Promise<{ readonly taken: FileOutcome; readonly stored: boolean }> {
    for (;;) {
      const taken = await addFile(this.#services, this.#owner, place, search, this.#file)
      if (taken === 'taken' || taken === 'replaced') return { taken, stored: true }
      const same = taken === 'compare' ? await search.find(place.part?.id ?? null) : null
      if (taken === 'compare' && !same) continue
      // Of a file that was not taken nothing stays, unless the database's answer got lost and it was.
      await endUpload(this.#services, place.id)
      return same ? await this.#leave(search, place, same) : { taken: 'before', stored: true }
    }
  }

  /** Remembers the file, so that it is not read at the next look. */
  async #leave(search: ContentSearch, { collection_id, part }: Omit<PendingVideo, 'id'>, { video_id }: SameContent) {
    const { db } = this.#services
    const became = { video_id: null, collection_id, sha256: await search.known() }
    await db.transaction().execute(async (transaction) => {
      await lockCompany(transaction, this.#owner.company_id)
      await lockCollection(transaction, collection_id)
      if (part && video_id) await replacePart(transaction, this.#services, part.id, video_id)
      await keepTaken(transaction, this.#owner, this.#file, became)
    })
    return { taken: 'same', stored: video_id !== null } as const
  }
}
