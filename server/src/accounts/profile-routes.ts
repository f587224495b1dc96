import { endpoints } from '@footnote/contract/endpoints.ts'
import { ProductError } from '../errors.ts'
import type { Route } from '../route.ts'
import { countAttempts } from './attempts.ts'
import { issueCode, redeemCode } from './codes.ts'
import { accountExistsMail, changeEmailMail, emailChangedMail } from './messages.ts'
import { presentSessionUser, presentUser } from './present.ts'
import { findUserByEmail, readUser, setEmail, setName } from './queries.ts'
import { confirmPassword } from './reauthenticate.ts'
import type { AccountDependencies } from './routes.ts'
import { deriveKey } from './secrets.ts'
import { endSessions } from './sessions.ts'

/** What people change of their own account. */
export function profileRoutes(route: Route, { db, mailer, config }: AccountDependencies): void {
  const { accounts } = endpoints
  const attempts = countAttempts(db, config.rate_limits)
  const codeKey = deriveKey(config.secret_key, 'account code')

  route(accounts.updateName, async ({ body, viewer }) => presentUser(await setName(db, viewer.user_id, body)))

  route(accounts.changeEmail, async ({ body, viewer, request }) => {
    await attempts.call(request.ip)
    const user = await readUser(db, viewer.user_id)
    await confirmPassword(attempts, user, body.password)
    const pause = await attempts.claimMail(`change ${user.id}`)
    if (pause !== null) throw new ProductError('rate_limited', { retry_after: pause })
    // Whether an address has an account is told to nobody but its owner.
    const owner = await findUserByEmail(db, body.email)
    await mailer.send(
      owner?.verified_at
        ? accountExistsMail(body.email, `${config.public_url}/login`)
        : changeEmailMail(body.email, await issueCode(db, codeKey, user.id, 'email', body.email)),
    )
    return { message: 'A code is on its way to the new address.' }
  })

  route(accounts.confirmEmail, async ({ body, viewer, request }) => {
    await attempts.call(request.ip)
    const before = await readUser(db, viewer.user_id)
    const confirmed = await redeemCode(db, codeKey, before.id, 'email', body.code)
    const user = confirmed?.email ? await setEmail(db, before.id, confirmed.email) : null
    if (!user) throw new ProductError('code_invalid')
    await mailer.send(emailChangedMail(before.email))
    return presentSessionUser(user)
  })

  route(accounts.signOutEverywhere, async ({ viewer }) => {
    await endSessions(db, viewer.user_id)
    return { message: 'You are signed out everywhere.' }
  })
}
