import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import type { JobContext } from '../../../platform/queue/jobs.ts'
import type { Services } from '../../services.ts'
import { endUpload } from './commands.ts'
import { growingKeys, uploadsPastTheirTime } from './queries.ts'

/** Removes expired uploads that never became a video, and the remains of interrupted writes. */
export async function removeExpiredUploads(
  services: Pick<Services, 'db' | 'storage'>,
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<void> {
  const due = await uploadsPastTheirTime(services.db)
  for (const id of due) {
    signal.throwIfAborted()
    await endUpload(services, id)
  }
  // A file that began to arrive just before its form's end gets the same time again to arrive in full.
  const before = Date.now() - UPLOAD.slot_lifetime * 1000
  for await (const { modified, remove } of services.storage.remains(await growingKeys(services.db)))
    if (modified.getTime() < before) await remove()
  log.info({ uploads: due.length }, 'expired uploads removed')
}
