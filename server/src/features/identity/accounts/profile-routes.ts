import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/route.ts'
import { deriveKey } from '../../../platform/tokens.ts'
import { sendMails } from '../../ground/notifications/commands.ts'
import type { Services } from '../../services.ts'
import { confirmPassword, endSignups, setEmail, setName } from './commands.ts'
import { accountExistsMail, changeEmailMail, emailChangedMail } from './messages.ts'
import { presentSessionUser, presentUser } from './present.ts'
import { findUserByEmail, readUser } from './queries.ts'
import { issueCode, redeemCode } from './secrets/codes.ts'
import { endSessions } from './sessions.ts'

/** Serves changes to a person's own account. */
export function profileRoutes(
  route: Route,
  services: Pick<Services, 'db' | 'queue' | 'mails' | 'attempts' | 'config'>,
): void {
  const { db, mails, attempts, config } = services
  const { accounts } = endpoints
  const codeKey = deriveKey(config.secret_key, 'account code')

  route(accounts.updateName, async ({ body, viewer }) => presentUser(await setName(db, viewer.user_id, body)))

  route(accounts.changeEmail, async ({ body, viewer, address }) => {
    await attempts.call(address)
    const user = await readUser(db, viewer.user_id)
    await confirmPassword(attempts, user, { password: body.password, address })
    const pause = await attempts.claimMail(`change ${user.id}`)
    if (pause !== null) throw new ProductError('rate_limited', { retry_after: pause })
    const claim = await mails.claim(user.id, [body.email])
    if (!claim.granted) throw new ProductError('rate_limited', claim)
    const { code } = await issueCode(db, codeKey, { purpose: 'email', email: body.email, user_id: user.id })
    // Only the owner of an address may learn whether it has an account.
    const known = await findUserByEmail(db, body.email)
    const mail = known ? accountExistsMail(body.email, `${config.public_url}/login`) : changeEmailMail(body.email, code)
    await sendMails(services, [mail])
    return { message: 'A code is on its way to the new address.' }
  })

  route(accounts.confirmEmail, async ({ body, viewer, address }) => {
    await attempts.call(address)
    const before = await readUser(db, viewer.user_id)
    const sought = { purpose: 'email', user_id: before.id } as const
    // Counted separately from passwords, so that an earlier sign-in from this address does not raise the limit.
    const user = await attempts.try({ email: `new address of ${before.id}`, address }, () =>
      redeemCode(db, codeKey, sought, body.code, async (transaction, { email }) => {
        await endSignups(transaction, email)
        return await setEmail(transaction, before.id, email)
      }),
    )
    if (!user) throw new ProductError('code_invalid')
    await sendMails(services, [emailChangedMail(before.email)])
    return presentSessionUser(user)
  })

  route(accounts.signOutEverywhere, async ({ viewer }) => {
    await endSessions(db, viewer.user_id)
    return { message: 'You are signed out everywhere.' }
  })
}
