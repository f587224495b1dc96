import type { Transaction } from 'kysely'
import type { Tables } from '../../../../platform/db/schema.ts'
import type { Services } from '../../../services.ts'
import { removeEmptyCollection } from '../../collections/commands.ts'
import { lockUpload } from './commands.ts'
import { CLOSED } from './queries.ts'

/**
 * Removes an upload with its bytes. It is closed first, so that nobody writes to it or makes a video of it while the
 * storage is asked without a lock. A kill in between leaves a closed upload, which `removeExpiredUploads` removes.
 * @param confirm throws when the upload may not be removed; it runs with the upload locked
 */
export async function endUpload(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  id: string,
  confirm: (transaction: Transaction<Tables>) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const upload = await db.transaction().execute(async (transaction) => {
    const found = await lockUpload(transaction, id)
    await confirm(transaction)
    await transaction.updateTable('uploads').set({ expires_at: CLOSED }).where('id', '=', id).execute()
    return found
  })
  if (!upload) return
  if (upload.received === null) await storage.remove(upload.storage_key)
  else await storage.abandon({ key: upload.storage_key, state: upload.store })
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('uploads').where('id', '=', id).execute()
    await removeEmptyCollection(transaction, upload.collection_id)
  })
}
