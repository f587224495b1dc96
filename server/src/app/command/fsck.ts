import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/schema.ts'
import type { KeyedFile, Storage } from '../../platform/storage/storage.ts'
import { hashOf } from './backup/hash-of.ts'
import { listedFiles } from './backup/manifest.ts'

/** A file without a row may still get one for this long, in milliseconds: uploads live for a day. */
const YOUNG = 24 * 3_600_000

/** A difference between rows and files. */
export interface Finding {
  /** A row names a file that is not there; no row names a file; its size or content is not what was stored. */
  readonly kind: 'missing' | 'orphaned' | 'altered'
  readonly key: string
  readonly sentence: string
}

interface NamedFile {
  readonly key: string
  /** Bytes; null if no row says. */
  readonly size: number | null
}

/** Every key that a row names. An upload may still be without its file, and so may a video that is being fetched. */
const NAMED = sql<NamedFile & { required: boolean }>`
  select storage_key as key, file_size as size, true as required from videos
    where status <> 'DELETING' and not exists (select from video_fetches where video_id = videos.id)
  union all select storage_key, null, false from videos join video_fetches on video_id = videos.id
  union all select key, null, true from videos,
    unnest(array[rendition_key, thumbnail_key, storyboard_key, subtitle_key]) as key
    where key is not null and status <> 'DELETING'
  union all select samples.thumbnail_key, null, true from samples join videos on videos.id = video_id
    where samples.thumbnail_key is not null and status <> 'DELETING'
  union all select storage_key, bytes, true from requested_files
  union all select storage_key, null, false from uploads
  union all select payload ->> 'storage_key', null, false from notifications where payload ->> 'storage_key' is not null`

/**
 * Compares rows and files.
 * @param backup folder of a backup: files that have the time of its copy must have the same content, too
 */
export async function findDifferences(
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  backup: string | null,
  now = Date.now(),
): Promise<Finding[]> {
  const files = new Map<string, KeyedFile>()
  for await (const file of storage.list('')) files.set(file.key, file)
  // Files first: one that is stored meanwhile is not taken for an orphan.
  const { rows } = await NAMED.execute(db)
  const deleting = await deletingFolders(db)
  const named = new Set(rows.map(({ key }) => key))
  const findings = new Map<string, Finding>()
  const find = (kind: Finding['kind'], key: string, sentence: string) => findings.set(key, { kind, key, sentence })
  for (const { key, size, required } of rows) {
    const file = files.get(key) ?? ((await storage.stat(key)) || undefined)
    if (!file && required && (await isNamed(db, key))) find('missing', key, 'A row names it, and it is not there.')
    else if (file && size !== null && file.size !== size)
      find('altered', key, `It has ${file.size} bytes, and was stored with ${size}.`)
  }
  for (const { key, modified } of files.values()) {
    if (named.has(key) || now - modified.getTime() < YOUNG || deleting.some((folder) => key.startsWith(folder)))
      continue
    find('orphaned', key, 'No row names it.')
  }
  if (backup)
    for await (const key of alteredSince(storage, files, backup))
      if (!findings.has(key)) find('altered', key, 'Its content is not that of the backup, though its time is.')
  return [...findings.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Whether a row still needs the file: its video may have been deleted since the rows were read. */
async function isNamed(db: Database, key: string): Promise<boolean> {
  const { rows } = await sql`select from (${NAMED}) as named where key = ${key} and required`.execute(db)
  return rows.length > 0
}

async function* alteredSince(storage: Storage, files: Map<string, KeyedFile>, backup: string): AsyncGenerator<string> {
  for await (const { key, modified, sha256 } of listedFiles(backup))
    if (files.get(key)?.modified.getTime() === modified && (await hashOf(storage, key)) !== sha256) yield key
}

async function deletingFolders(db: Kysely<Tables>): Promise<string[]> {
  const videos = await db.selectFrom('videos').select('id').where('status', '=', 'DELETING').execute()
  return videos.map(({ id }) => `videos/${id}/`)
}

/**
 * Removes an orphaned file, unless a row names it by now or it was written again.
 * @returns whether it was removed
 */
export async function removeOrphan(
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  key: string,
  now = Date.now(),
): Promise<boolean> {
  const { rows } = await sql`select from (${NAMED}) as named where key = ${key}`.execute(db)
  const file = await storage.stat(key)
  if (rows.length > 0 || !file || now - file.modified.getTime() < YOUNG) return false
  await storage.remove(key)
  return true
}
