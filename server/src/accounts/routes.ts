import { endpoints } from '@footnote/contract/endpoints.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { ProductError } from '../errors.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Route } from '../route.ts'
import type { AccessTokens } from './access.ts'
import { countAttempts } from './attempts.ts'
import { issueCode, redeemCode } from './codes.ts'
import { accountExistsMail, resetMail, verificationMail } from './messages.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { presentSessionUser, presentUser } from './present.ts'
import { createAccount, findUserByEmail, readUser, setPassword, type User, verifyUser } from './queries.ts'
import { confirmPassword } from './reauthenticate.ts'
import { deriveKey } from './secrets.ts'
import { endSessionOf, endSessions, rotateSession, startSession } from './sessions.ts'

export interface AccountDependencies {
  readonly db: Database
  readonly mailer: Mailer
  readonly tokens: AccessTokens
  readonly config: Pick<Config, 'secret_key' | 'public_url' | 'rate_limits'>
}

const RESET_SENT = 'If this address has an account, a code is on its way to it.'

/** Serves signing up, in and out, the codes that confirm an address, passwords, and the account's own details. */
export function accountRoutes(route: Route, { db, mailer, tokens, config }: AccountDependencies): void {
  const { accounts } = endpoints
  const attempts = countAttempts(db, config.rate_limits)
  const codeKey = deriveKey(config.secret_key, 'account code')
  const session = async (user: User) => ({
    ...(await startSession(db, tokens, user.id)),
    user: presentSessionUser(user),
  })

  route(accounts.signup, async ({ body, request }) => {
    await attempts.call(request.ip)
    const { password, company_name, ...person } = body
    const user = await createAccount(db, {
      ...person,
      password_hash: await hashPassword(password),
      company_name: company_name || `${person.first_name} ${person.last_name}`,
    })
    await attempts.claimMail(body.email)
    await mailer.send(
      user
        ? verificationMail(body.email, await issueCode(db, codeKey, user.id, 'verification'))
        : accountExistsMail(body.email, `${config.public_url}/login`),
    )
    return {
      message: 'Account created. A verification code is on its way to you.',
      email: body.email,
      mail: mailer.kind,
    }
  })

  route(accounts.login, async ({ body, request }) => {
    await attempts.call(request.ip)
    await attempts.check(body.email)
    const user = await findUserByEmail(db, body.email)
    const right = await checkPassword(body.password, user?.password_hash)
    if (!user || !right) {
      await attempts.fail(body.email)
      throw new ProductError('credentials_wrong')
    }
    if (!user.verified_at) throw new ProductError('email_not_verified')
    return await session(user)
  })

  route(accounts.refresh, async ({ body }) => await rotateSession(db, tokens, body.refresh))

  route(accounts.logout, async ({ body }) => {
    await endSessionOf(db, body.refresh)
    return undefined
  })

  route(accounts.verifyCode, async ({ body, request }) => {
    await attempts.call(request.ip)
    await attempts.check(body.email)
    const user = await findUserByEmail(db, body.email)
    if (!user || !(await redeemCode(db, codeKey, user.id, 'verification', body.code))) {
      await attempts.fail(body.email)
      throw new ProductError('code_invalid')
    }
    await verifyUser(db, user.id)
    return await session(user)
  })

  route(accounts.resendCode, async ({ body, request }) => {
    await attempts.call(request.ip)
    const pause = await attempts.claimMail(body.email)
    if (pause !== null) throw new ProductError('rate_limited', { retry_after: pause })
    const user = await findUserByEmail(db, body.email)
    if (user && !user.verified_at)
      await mailer.send(verificationMail(user.email, await issueCode(db, codeKey, user.id, 'verification')))
    return { message: 'Verification code sent successfully!', mail: mailer.kind }
  })

  route(accounts.forgotPassword, async ({ body, request }) => {
    await attempts.call(request.ip)
    const user = await findUserByEmail(db, body.email)
    // Within the cooldown the code that is on its way stays the valid one.
    if (user && (await attempts.claimMail(`reset ${body.email}`)) === null)
      await mailer.send(resetMail(user.email, await issueCode(db, codeKey, user.id, 'reset')))
    return { message: RESET_SENT }
  })

  route(accounts.resetPassword, async ({ body, request }) => {
    await attempts.call(request.ip)
    await attempts.check(body.email)
    const user = await findUserByEmail(db, body.email)
    if (!user || !(await redeemCode(db, codeKey, user.id, 'reset', body.code))) {
      await attempts.fail(body.email)
      throw new ProductError('code_invalid')
    }
    await setPassword(db, user.id, await hashPassword(body.new_password))
    // The code came to the address, so the address is confirmed as well.
    if (!user.verified_at) await verifyUser(db, user.id)
    await endSessions(db, user.id)
    return { message: 'Password changed. Please sign in with it.' }
  })

  route(accounts.changePassword, async ({ body, viewer, request }) => {
    await attempts.call(request.ip)
    const user = await readUser(db, viewer.user_id)
    await confirmPassword(attempts, user, body.old_password)
    await setPassword(db, user.id, await hashPassword(body.new_password))
    await endSessions(db, user.id, viewer.session_id)
    return { message: 'Password changed successfully!' }
  })

  route(accounts.details, async ({ viewer }) => presentUser(await readUser(db, viewer.user_id)))
}
