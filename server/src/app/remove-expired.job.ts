import { JOBS } from '@footnote/contract/shared/limits.ts'
import { forgetUnsentLines } from '../features/ground/notifications/commands.ts'
import { removeOldCodes } from '../features/identity/accounts/secrets/codes.ts'
import { removeExpiredSessions, removeOldSignInAddresses } from '../features/identity/accounts/sessions.ts'
import { removeExpiredUploads } from '../features/library/uploads/remove-expired.ts'
import { removeFailedFetches } from '../features/library/videos/fetches/commands.ts'
import { removeDeletedSelects } from '../features/output/selects/commands.ts'
import { removeOldExports } from '../features/personal/account-data/export-data.job.ts'
import { forgetDeletedComments } from '../features/review/comments/deletion/commands.ts'
import { removeExpiredLinks } from '../features/review/sharing/commands.ts'
import { removeUnshownCopies } from '../features/review/sharing/marked/commands.ts'
import type { Services } from '../features/services.ts'
import { removeOldEvents } from '../platform/db/event-log.ts'
import { removeOldWindows } from '../platform/db/windows.ts'
import type { JobHandler } from '../platform/queue/jobs.ts'
import { forgetGivenUp } from '../platform/queue/lost-jobs.ts'

/** Removes expired data, noun by noun. */
export const removeExpired =
  ({ db, storage }: Pick<Services, 'db' | 'storage'>): JobHandler<'remove-expired'> =>
  async (_payload, context) => {
    await removeExpiredUploads({ db, storage }, context)
    await removeFailedFetches({ db, storage }, context.signal)
    await removeExpiredSessions(db)
    await removeOldWindows(db)
    await removeOldSignInAddresses(db)
    await removeOldCodes(db)
    await removeExpiredLinks(db)
    await removeUnshownCopies({ db, storage })
    await removeOldExports(db, storage)
    const given_up = new Date(Date.now() - 1_000 * JOBS.given_up_kept)
    await forgetGivenUp(db, given_up)
    await forgetUnsentLines(db, given_up)
    await removeOldEvents(db)
    await removeDeletedSelects(db)
    await forgetDeletedComments(db)
  }
