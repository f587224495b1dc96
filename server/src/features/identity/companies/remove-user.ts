import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer } from '../../../platform/route.ts'
import type { Services } from '../../services.ts'
import { lockCompany, moveOut, removeInvitations } from './commands.ts'
import { authorizeRemoval } from './policy.ts'
import { listMembers } from './queries.ts'

/**
 * Removes a member from the viewer's company, or withdraws an invitation.
 * @throws ProductError not_found, own_account, last_admin, forbidden when the viewer was just removed
 */
export async function removeUser(
  { db, queue, hooks }: Pick<Services, 'db' | 'queue' | 'hooks'>,
  viewer: Pick<UserViewer, 'company_id' | 'user_id'>,
  email: string,
): Promise<void> {
  const { company_id, user_id } = viewer
  await db.transaction().execute(async (transaction) => {
    // Of two admins who remove each other, one must stay.
    await lockCompany(transaction, company_id)
    const members = await listMembers(transaction, company_id)
    const admins = members.filter(({ is_admin }) => is_admin)
    if (!admins.some(({ id }) => id === user_id)) throw new ProductError('forbidden')
    const member = members.find((one) => one.email === email)
    if (member) {
      authorizeRemoval(viewer, member, admins.length)
      await moveOut(transaction, { hooks }, member, { company_id, heir_id: user_id })
    } else if (!(await removeInvitations(transaction, email, company_id))) throw new ProductError('not_found')
    await queue.enqueue(transaction, 'pay-seats', { company_id })
  })
}
