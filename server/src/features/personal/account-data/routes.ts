import { randomUUID } from 'node:crypto'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { EXPORT } from '@footnote/contract/shared/limits.ts'
import { ProductError } from '../../../platform/errors.ts'
import { countUnfinished } from '../../../platform/queue/turns.ts'
import type { Route } from '../../../platform/route.ts'
import { exportFolder } from '../../../platform/storage/export-folder.ts'
import { confirmPassword } from '../../identity/accounts/commands.ts'
import { readUser } from '../../identity/accounts/queries.ts'
import { endSubscription } from '../../identity/plans/commands.ts'
import type { Services } from '../../services.ts'
import { deleteAccount, refuseLastAdmin } from './delete-account.ts'

const UNDER_WAY = 'Your data is being put together already. A notification will bring it.'

/** Serves the export of a person's data and the deletion of their account. */
export function accountDataRoutes(
  route: Route,
  services: Pick<Services, 'db' | 'storage' | 'queue' | 'payments' | 'attempts'>,
): void {
  const { db, storage, queue, payments, attempts } = services
  const { accountData } = endpoints

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
    if (await refuseLastAdmin(db, user)) await endSubscription({ db, payments }, user.company_id)
    await storage.removeAll(exportFolder(user.id))
    await deleteAccount(db, queue, user)
    return { message: 'Your account is deleted.' }
  })
}
