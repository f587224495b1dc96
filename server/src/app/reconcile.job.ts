import { removeEmptyCollections } from '../features/library/collections/commands.ts'
import { hasClosedUploads } from '../features/library/videos/commands.ts'
import { enqueueMissing } from '../features/library/videos/enqueue-missing.ts'
import { callForCopies } from '../features/review/sharing/marked/commands.ts'
import type { Services } from '../features/services.ts'
import type { JobHandler } from '../platform/queue/jobs.ts'
import { enqueueKept, lockReconciling } from '../platform/queue/lost-jobs.ts'
import { hasJobs } from '../platform/queue/pg-boss.ts'

/**
 * Enqueues the jobs that rows call for and the queue does not have: after a restore, since no backup contains the
 * queue, and after anything else that loses a job. Jobs that were given up wait for a person. Calls for copies with a
 * watermark of what links show since a moment ago.
 */
export const reconcile =
  ({ db, queue, log }: Pick<Services, 'db' | 'queue' | 'log'>): JobHandler<'reconcile'> =>
  async () => {
    const found = await db.transaction().execute(async (transaction) => {
      await lockReconciling(transaction)
      // Links that follow others show new videos; that is no loss of a job.
      await callForCopies(transaction, queue)
      const jobs = (await enqueueMissing(transaction, queue)) + (await enqueueKept(transaction, queue))
      if (!(await hasClosedUploads(transaction)) || (await hasJobs(transaction, ['remove-expired']))) return jobs
      await queue.enqueue(transaction, 'remove-expired', {})
      return jobs + 1
    })
    await removeEmptyCollections(db)
    if (found > 0) log.warn({ found }, 'jobs were missing in the queue')
  }
