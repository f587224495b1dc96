import { randomUUID } from 'node:crypto'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { EXPORT } from '@footnote/contract/shared/limits.ts'
import type { Config } from '../../../platform/config.ts'
import type { Database } from '../../../platform/db/database.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { countUnfinished } from '../../../platform/queue/turns.ts'
import type { Route } from '../../../platform/route.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { readUser } from '../queries.ts'
import { confirmPassword } from '../reauthenticate.ts'
import { countAttempts } from '../secrets/attempts.ts'
import { deleteAccount, refuseLastAdmin } from './delete-account.ts'
import { exportFolder } from './personal-data.ts'

export interface AccountDataDependencies {
  readonly db: Database
  readonly storage: Storage
  readonly queue: Queue
  readonly config: Pick<Config, 'rate_limits'>
  /** Ends what a company pays for, at once. @throws ProductError payments_failed */
  readonly endPayments: (companyId: string) => Promise<void>
}

const UNDER_WAY = 'Your data is being put together already. A notification will bring it.'

/** What people take along of their account, and how they end it. */
export function accountDataRoutes(route: Route, dependencies: AccountDataDependencies): void {
  const { db, storage, queue, config, endPayments } = dependencies
  const { accountData } = endpoints
  const attempts = countAttempts(db, config.rate_limits)

  route(accountData.export, async ({ viewer, address }) => {
    await attempts.call(address)
    const { user_id } = viewer
    await db.transaction().execute(async (transaction) => {
      if ((await countUnfinished(transaction, 'export-data', user_id)) >= EXPORT.waiting)
        throw new ProductError('rate_limited', { detail: UNDER_WAY, retry_after: EXPORT.retry_after })
      await queue.enqueue(transaction, 'export-data', { request_id: randomUUID(), user_id })
    })
    return { message: 'Your data is being put together. A notification will bring it.' }
  })

  route(accountData.delete, async ({ body, viewer, address }) => {
    await attempts.call(address)
    const user = await readUser(db, viewer.user_id)
    await confirmPassword(attempts, user, { password: body.password, address })
    if (await refuseLastAdmin(db, user)) await endPayments(user.company_id)
    await storage.removeAll(exportFolder(user.id))
    await deleteAccount(db, queue, user)
    return { message: 'Your account is deleted.' }
  })
}
