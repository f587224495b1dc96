import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import type { JobContext } from '../../../platform/queue/jobs.ts'
import { removeEmptyCollection } from '../../collections/commands.ts'
import type { Services } from '../../services.ts'
import { growingKeys, uploadsPastTheirTime } from './queries.ts'

/** Removes expired uploads that never became a video, and the remains of interrupted writes. */
export async function removeExpiredUploads(
  services: Pick<Services, 'db' | 'storage'>,
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<void> {
  const due = await uploadsPastTheirTime(services.db)
  for (const id of due) {
    signal.throwIfAborted()
    await removeUpload(services, id)
  }
  // A file that began to arrive just before its form's end gets the same time again to arrive in full.
  const before = Date.now() - UPLOAD.slot_lifetime * 1000
  for await (const { modified, remove } of services.storage.remains(await growingKeys(services.db)))
    if (modified.getTime() < before) await remove()
  log.info({ uploads: due.length }, 'expired uploads removed')
}

async function removeUpload({ db, storage }: Pick<Services, 'db' | 'storage'>, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const upload = await transaction
      .selectFrom('uploads')
      .select(['storage_key', 'collection_id', 'received', 'store'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!upload) return
    if (upload.received === null) await storage.remove(upload.storage_key)
    else await storage.abandon({ key: upload.storage_key, state: upload.store })
    await transaction.deleteFrom('uploads').where('id', '=', id).execute()
    await removeEmptyCollection(transaction, upload.collection_id)
  })
}
