import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer } from '../../../platform/route.ts'
import type { Services } from '../../services.ts'
import { accountOf } from '../plans/commands.ts'
import { seatsAllotted, seatsUsed } from '../plans/queries.ts'
import { lockCompany, saveInvitation } from './commands.ts'
import { accountsAmong } from './queries.ts'

/** The recipient of an invitation, and the token for the mail. */
export interface Invitee {
  readonly email: string
  readonly token: string
  /** Whether the address has an account in another company. */
  readonly elsewhere: boolean
}

/**
 * Invites people, all of them or none. A repeated invitation gets a new token and invalidates the old one. Members of
 * other companies are invited like strangers, so that the inviter learns nothing of them.
 * @throws ProductError already_member, limit_seats
 */
export async function invite(
  { db, queue, config }: Pick<Services, 'db' | 'queue' | 'config'>,
  { company_id, user_id }: Pick<UserViewer, 'company_id' | 'user_id'>,
  addresses: readonly string[],
): Promise<Invitee[]> {
  const emails = [...new Set(addresses)]
  return await db.transaction().execute(async (transaction) => {
    // Two simultaneous invitations must not take the same seat.
    await lockCompany(transaction, company_id)
    const accounts = await accountsAmong(transaction, emails)
    const here = accounts.filter((account) => account.company_id === company_id).map(({ email }) => email)
    if (here.length > 0)
      throw new ProductError('already_member', {
        detail: `${here.join(', ')} ${here.length === 1 ? 'is' : 'are'} in your company already.`,
      })
    const { subscription } = await accountOf(transaction, company_id, new Date())
    const invited: Invitee[] = []
    for (const email of emails) {
      const token = await saveInvitation(transaction, { company_id, email, invited_by: user_id })
      invited.push({ email, token, elsewhere: accounts.some((account) => account.email === email) })
    }
    const people = await seatsUsed(transaction, company_id, new Date())
    if (config.billing && people > seatsAllotted(subscription.plan, people)) throw new ProductError('limit_seats')
    await queue.enqueue(transaction, 'pay-seats', { company_id })
    return invited
  })
}
