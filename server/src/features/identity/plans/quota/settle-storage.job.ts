import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { JobHandler } from '../../../../platform/queue/jobs.ts'
import type { Storage } from '../../../../platform/storage/storage.ts'
import { forgetFile } from './commands.ts'

/**
 * Records the sizes of files that did not pass through the server: uploads sent directly to an object store, once their
 * form has been unused for a while, and files from before sizes were stored.
 */
export const settleStorage =
  ({ db, storage }: { readonly db: Database; readonly storage: Pick<Storage, 'stat'> }): JobHandler<'settle-storage'> =>
  async (_payload, { signal }) => {
    const idle = new Date(Date.now() - UPLOAD.idle * 1000)
    // Repeated until the upload is added or removed: a large file may still have been arriving when its form ended.
    const uploads = await db
      .selectFrom('uploads')
      .select(['id', 'storage_key'])
      .where('direct', '=', true)
      .where((row) => row.or([row('active_at', 'is', null), row('active_at', '<', idle)]))
      .execute()
    for (const { id, storage_key } of uploads) {
      signal.throwIfAborted()
      const stored_bytes = (await storage.stat(storage_key))?.size ?? null
      await db.updateTable('uploads').set({ stored_bytes, active_at: null }).where('id', '=', id).execute()
    }
    const files = await db.selectFrom('requested_files').select('storage_key').where('bytes', 'is', null).execute()
    for (const { storage_key } of files) {
      signal.throwIfAborted()
      const file = await storage.stat(storage_key)
      if (!file) await forgetFile(db, storage_key)
      else
        await db
          .updateTable('requested_files')
          .set({ bytes: file.size })
          .where('storage_key', '=', storage_key)
          .execute()
    }
  }
