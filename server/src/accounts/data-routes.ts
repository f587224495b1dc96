import { randomUUID } from 'node:crypto'
import { endpoints } from '@footnote/contract/endpoints.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { Route } from '../route.ts'
import type { Storage } from '../storage/storage.ts'
import { countAttempts } from './attempts.ts'
import { deleteAccount, refuseLastAdmin } from './delete-account.ts'
import { exportFolder, readUser } from './queries.ts'
import { confirmPassword } from './reauthenticate.ts'

export interface AccountDataDependencies {
  readonly db: Database
  readonly storage: Storage
  readonly queue: Queue
  readonly config: Pick<Config, 'rate_limits'>
  /** Ends what a company pays for, at once. @throws ProductError payments_failed */
  readonly endPayments: (companyId: string) => Promise<void>
}

/** What people take along of their account, and how they end it. */
export function accountDataRoutes(route: Route, dependencies: AccountDataDependencies): void {
  const { db, storage, queue, config, endPayments } = dependencies
  const { accountData } = endpoints
  const attempts = countAttempts(db, config.rate_limits)

  route(accountData.export, async ({ viewer, request }) => {
    await attempts.call(request.ip)
    const { user_id } = viewer
    await db
      .transaction()
      .execute((transaction) => queue.enqueue(transaction, 'export-data', { request_id: randomUUID(), user_id }))
    return { message: 'Your data is being put together. A notification will bring it.' }
  })

  route(accountData.delete, async ({ body, viewer, request }) => {
    await attempts.call(request.ip)
    const user = await readUser(db, viewer.user_id)
    await confirmPassword(attempts, user, body.password)
    if (await refuseLastAdmin(db, user)) await endPayments(user.company_id)
    await storage.removeAll(exportFolder(user.id))
    await deleteAccount(db, queue, user)
    return { message: 'Your account is deleted.' }
  })
}
