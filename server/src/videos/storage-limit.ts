import { PLANS, UPLOAD } from '@footnote/contract/limits.ts'
import type { Kysely } from 'kysely'
import type { CollectionRow } from '../collections/queries.ts'
import type { Tables } from '../db/schema.ts'
import { ProductError } from '../errors.ts'
import { storageUsed } from './queries.ts'

/**
 * How large a file may be that is uploaded now.
 * @param fileSize bytes as announced, or null
 * @returns bytes; the announced size where there is one
 * @throws ProductError limit_storage when the plan has no room for it
 */
export async function roomFor(
  db: Kysely<Tables>,
  { company_id, plan }: Pick<CollectionRow, 'company_id' | 'plan'>,
  fileSize: number | null,
  billing: boolean,
): Promise<number> {
  if (!billing || company_id === null) return fileSize ?? UPLOAD.max_bytes
  const room = PLANS[plan].storage - (await storageUsed(db, company_id))
  if (room <= 0 || (fileSize ?? 0) > room) throw new ProductError('limit_storage')
  return fileSize ?? Math.min(room, UPLOAD.max_bytes)
}
