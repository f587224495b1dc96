import type { FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Kysely, Selectable } from 'kysely'
import type { Tables, Videos } from '../../../../platform/db/schema.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { FoundFile } from './scan-folder.ts'

/** A video of the beginning of a file, which was taken too early. */
export type EarlierPart = Pick<Selectable<Videos>, 'id' | 'collection_id' | 'file_size' | 'storage_key'>

/** Parts of a file that are compared, evenly spread from its beginning to the end of what was taken, and their bytes. */
const PLACES = 8
const WINDOW = 128 * 1024

/**
 * The video that a file has become before it grew: what was taken is its beginning. Bytes that were empty then may be
 * filled by now, because some systems make a file in its full size first. Another film of the same name is no growth.
 */
export async function findEarlierPart(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  company_id: string,
  file: Pick<FoundFile, 'path' | 'size'>,
  handle: FileHandle,
): Promise<EarlierPart | null> {
  const part = await videoOf(db, company_id, file.path)
  if (!part || part.file_size > file.size || part.file_size === 0) return null
  let compared = 0
  for (const start of placesIn(part.file_size)) {
    const end = Math.min(start + WINDOW, part.file_size)
    const taken = await storage
      .read(part.storage_key, { start, end: end - 1 })
      .then(buffer)
      .catch((error: unknown) => {
        if (error instanceof ProductError && error.code === 'not_found') return null
        throw error
      })
    const now = await readAt(handle, start, end - start)
    if (!taken || taken.length !== now.length) return null
    const filled = taken.findLastIndex((byte) => byte !== 0) + 1
    if (!taken.subarray(0, filled).equals(now.subarray(0, filled))) return null
    compared += filled
  }
  return compared > 0 ? part : null
}

/** Where windows begin, the last one at the end. */
function placesIn(size: number): number[] {
  const last = Math.max(0, size - WINDOW)
  return [...new Set(Array.from({ length: PLACES }, (_, place) => Math.round((last * place) / (PLACES - 1))))]
}

/** The video that a path has become, with nothing else since. */
const videoOf = (db: Kysely<Tables>, company_id: string, place: string): Promise<EarlierPart | undefined> =>
  db
    .selectFrom('imported_files')
    .innerJoin('videos', 'videos.id', 'imported_files.video_id')
    .select(['videos.id', 'videos.collection_id', 'videos.file_size', 'videos.storage_key'])
    .$narrowType<{ file_size: number }>()
    .where('imported_files.company_id', '=', company_id)
    .where('path', '=', place)
    .where('videos.status', '!=', 'DELETING')
    .where('videos.file_size', 'is not', null)
    .executeTakeFirst()

/** Reads bytes of an open file; fewer at its end. */
export async function readAt(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer: bytes, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
  return bytes.subarray(0, bytesRead)
}
