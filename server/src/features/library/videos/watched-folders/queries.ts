import type { Reader } from '../../../../platform/db/reader.ts'
import { type FoundFile, isUnchanged } from './scan-folder.ts'

/** Whether a company took this file before, and it has not changed since. */
export async function wasTaken(db: Reader, company_id: string, file: FoundFile): Promise<boolean> {
  const row = await db
    .selectFrom('imported_files')
    .select(['size', 'mtime'])
    .where('company_id', '=', company_id)
    .where('path', '=', file.path)
    .where('error', 'is', null)
    .executeTakeFirst()
  return row !== undefined && isUnchanged(row, file)
}

/** Files of folders that could not be taken, the latest first. */
export const filesNotTaken = (db: Reader) =>
  db
    .selectFrom('imported_files')
    .select(['path', 'error'])
    .where('error', 'is not', null)
    .orderBy('at', 'desc')
    .execute()
