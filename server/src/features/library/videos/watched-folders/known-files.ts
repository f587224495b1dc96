import path from 'node:path'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../../../../platform/db/database.ts'
import type { ImportedFiles, Tables } from '../../../../platform/db/schema.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import type { FoundFile } from './scan-folder.ts'

/** A file that was taken, or could not be. */
export type FileRecord = Pick<Selectable<ImportedFiles>, 'path' | 'size' | 'mtime' | 'error' | 'at'>

/** What is known of the files in a folder, by path. */
export async function knownFiles(db: Database, company_id: string, folder: string): Promise<Map<string, FileRecord>> {
  const rows = await db
    .selectFrom('imported_files')
    .select(['path', 'size', 'mtime', 'error', 'at'])
    .where('company_id', '=', company_id)
    .where(sql<boolean>`starts_with(path, ${folder + path.sep})`)
    .execute()
  return new Map(rows.map((row) => [row.path, row]))
}

/** Keeps that a file was taken, or that its content was there. */
export async function keepTaken(
  db: Kysely<Tables>,
  { company_id, user_id }: UserViewer,
  { path: place, size, mtime }: FoundFile,
  became: Pick<Selectable<ImportedFiles>, 'video_id' | 'collection_id' | 'sha256'>,
): Promise<void> {
  const values = { size, mtime, user_id, error: null, at: new Date(), ...became }
  await db
    .insertInto('imported_files')
    .values({ company_id, path: place, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'path']).doUpdateSet(values))
    .execute()
}

/** Keeps the reason why a file could not be taken, for the person who runs the machine. @param at of the last try */
export async function noteNotTaken(
  db: Database,
  company_id: string,
  { path: place, size, mtime }: FoundFile,
  error: string,
  at: Date,
): Promise<void> {
  // The video of what the file was before stays: the whole file may take its place later.
  const values = { size, mtime, error, at }
  await db
    .insertInto('imported_files')
    .values({ company_id, path: place, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'path']).doUpdateSet(values))
    .execute()
}

/** Forgets files that could not be taken and are gone. Taken ones stay known: they may come back. */
export async function forgetGone(db: Database, company_id: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await db
    .deleteFrom('imported_files')
    .where('company_id', '=', company_id)
    .where('error', 'is not', null)
    .where(sql<boolean>`path = any(${paths}::text[])`)
    .execute()
}
