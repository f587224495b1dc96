import { type Kysely, sql } from 'kysely'
import { growingKeys } from '../../features/library/uploads/queries.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/schema.ts'
import type { KeyedFile, Storage } from '../../platform/storage/storage.ts'
import { hashOf } from '../backup/hash-of.ts'
import { listedFiles } from '../backup/manifest.ts'

/** A file without a row may still get one for this long, in milliseconds: uploads live for a day. */
const YOUNG = 24 * 3_600_000

/** A difference between rows and files. */
export interface Finding {
  /** A row names a file that is not there; no row names a file; its size or content is not what was stored. */
  readonly kind: 'missing' | 'orphaned' | 'altered'
  readonly key: string
  readonly sentence: string
  /** Whether it is not a complete file, but bytes that were still arriving. */
  readonly arriving: boolean
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
    unnest(array[rendition_key, light_key, thumbnail_key, storyboard_key, subtitle_key]) as key
    where key is not null and status <> 'DELETING'
  union all select storyboard_sheets ->> 'key' || sheet || '.webp', null, true from videos, generate_series(
      0, ((storyboard_sheets -> 'count')::int - 1) / (storyboard_sheets -> 'tiles')::int) as sheet
    where status <> 'DELETING'
  union all select key, null, true from marked_copies, unnest(array[storage_key, poster_key]) as key
    where key is not null and video_id in (select id from videos where status <> 'DELETING')
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
  const find = (kind: Finding['kind'], key: string, sentence: string, arriving = false) =>
    findings.set(key, { kind, key, sentence, arriving })
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
  for await (const { key, modified } of storage.remains(await growingKeys(db)))
    if (now - modified.getTime() >= YOUNG) find('orphaned', key, 'It arrived for no upload.', true)
  for (const { storage_key } of await uploadsWithBytes(db).execute())
    if (await lacksBytes({ db, storage }, storage_key))
      find('missing', storage_key, 'An upload has received bytes of it, and they are not there: it begins again.', true)
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

/** Uploads that have bytes, as their storage knows them. */
const uploadsWithBytes = (db: Database) =>
  db
    .selectFrom('uploads')
    .select(['storage_key', 'content_type', 'file_size', 'received', 'store'])
    .$narrowType<{ file_size: number; received: number }>()
    .where('received', '>', 0)
    .where('expires_at', '>', new Date())

/** Whether bytes are gone that an upload has received, also when it was asked again. */
async function lacksBytes({ db, storage }: { db: Database; storage: Storage }, key: string): Promise<boolean> {
  for (let before: number | null = null; ; ) {
    // Waits for a request that ends the upload just now.
    const row = await uploadsWithBytes(db).where('storage_key', '=', key).forShare().executeTakeFirst()
    if (!row) return false
    const { content_type, file_size: size, received, store: state } = row
    if (await storage.hasReceived({ key, content_type, size, received, state })) return false
    if (received === before) return true
    before = received
  }
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
 * Removes orphaned files, unless a row names them by now or they were written again.
 * @returns keys of those that were removed
 */
export async function removeOrphans(
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  orphans: readonly Finding[],
  now = Date.now(),
): Promise<string[]> {
  const removed: string[] = []
  const arriving = new Set(orphans.flatMap(({ key, arriving }) => (arriving ? [key] : [])))
  for await (const { key, modified, remove } of storage.remains(await growingKeys(db))) {
    if (!arriving.has(key) || now - modified.getTime() < YOUNG) continue
    await remove()
    removed.push(key)
  }
  for (const { key } of orphans.filter(({ arriving }) => !arriving)) {
    const { rows } = await sql`select from (${NAMED}) as named where key = ${key}`.execute(db)
    const file = await storage.stat(key)
    if (rows.length > 0 || !file || now - file.modified.getTime() < YOUNG) continue
    await storage.remove(key)
    removed.push(key)
  }
  return removed
}
