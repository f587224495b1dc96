import type { FinishOnboarding } from '@footnote/contract/nouns/identity/companies.ts'
import type * as z from 'zod/mini'
import { ProductError } from '../../../platform/errors.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { notifyPerson } from '../../ground/notifications/commands.ts'
import type { Services } from '../../services.ts'
import { endSignups } from '../accounts/commands.ts'
import { refuseCommon } from '../accounts/policy.ts'
import { addMember, lockCompany, removeInvitations } from './commands.ts'
import { findOpenInvitation } from './queries.ts'

/**
 * Creates the account of an invited person. The mailed token proves the address, and works once.
 * @throws ProductError validation_failed, invite_invalid, already_member
 */
export async function acceptInvitation(
  { db, queue }: Pick<Services, 'db' | 'queue'>,
  { token, password, ...person }: z.output<typeof FinishOnboarding>,
): Promise<void> {
  refuseCommon('password', { password })
  if (!(await findOpenInvitation(db, { email: person.email, token }))) throw new ProductError('invite_invalid')
  const password_hash = await hashPassword(password)
  await db.transaction().execute(async (transaction) => {
    const invitation = await findOpenInvitation(transaction, { email: person.email, token })
    if (!invitation) throw new ProductError('invite_invalid')
    const { company_id, invited_by } = invitation
    await lockCompany(transaction, company_id)
    await endSignups(transaction, person.email)
    const user_id = await addMember(transaction, { ...person, company_id, password_hash })
    if (!user_id) throw new ProductError('already_member')
    // Of two simultaneous acceptances, the second finds the account, or finds here that the invitation is gone.
    if (!(await removeInvitations(transaction, person.email))) throw new ProductError('invite_invalid')
    await queue.enqueue(transaction, 'pay-seats', { company_id })
    if (invited_by)
      await notifyPerson(transaction, queue, {
        user_id: invited_by,
        type: 'INVITE_ACCEPTED',
        request_id: null,
        payload: { actor_name: `${person.first_name} ${person.last_name}` },
      })
  })
}
