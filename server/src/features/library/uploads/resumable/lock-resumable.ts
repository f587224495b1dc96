import type { Transaction } from 'kysely'
import { isId } from '../../../../platform/db/database.ts'
import type { Tables } from '../../../../platform/db/schema.ts'
import type { Sender } from '../../../hooks.ts'
import { ownUpload, type ResumableUpload, resumableUploads } from './queries.ts'

/** Locks the result of `readResumable` until the end of the transaction. */
export async function lockResumable(
  transaction: Transaction<Tables>,
  sender: Sender,
  id: string,
): Promise<ResumableUpload> {
  const found = isId(id) ? await resumableUploads(transaction, id).forUpdate('uploads').executeTakeFirst() : undefined
  await sender.guest?.confirm(transaction, id)
  return ownUpload(sender, found)
}
