import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { ProductError } from '../../../platform/errors.ts'
import { checkPassword, hashPassword } from '../../../platform/passwords.ts'
import type { Route } from '../../../platform/route.ts'
import { deriveKey } from '../../../platform/tokens.ts'
import { sendMails } from '../../ground/notifications/commands.ts'
import type { Services } from '../../services.ts'
import { listKeys } from '../api-keys/queries.ts'
import { AccessTokens } from './access.ts'
import { confirmPassword } from './commands.ts'
import { accountExistsMail, passwordChangedMail, resetMail, severalSignupsMail, verificationMail } from './messages.ts'
import { refuseCommon, refuseSignup } from './policy.ts'
import { presentSessionUser, presentUser } from './present.ts'
import { findUserByEmail, readUser, type User } from './queries.ts'
import { isLongCode, issueCode, redeemCode, renewCode } from './secrets/codes.ts'
import { endSessionOf, keepAddress, replacePassword, rotateSession, startSession } from './sessions.ts'
import { createAccount, findSignup, keepSignup, listSignups } from './sign-ups.ts'

const RESET_SENT = 'If this address has an account, a code is on its way to it.'

/**
 * Serves sign-up, sign-in and sign-out, codes, passwords, and account details. Calls without a session do the same work
 * in the same order whether or not the address has an account, so that their timing reveals nothing. Only the choice of
 * a mail differs; for a mail that must not be sent, a worker does the same work and delivers nothing.
 */
export function accountRoutes(
  route: Route,
  services: Pick<Services, 'db' | 'queue' | 'mailer' | 'mails' | 'attempts' | 'hooks' | 'config'>,
): void {
  const { db, mailer, mails, attempts, config } = services
  const { accounts } = endpoints
  const tokens = new AccessTokens(config.secret_key)
  const codeKey = deriveKey(config.secret_key, 'account code')
  const loginUrl = `${config.public_url}/login`
  const session = async (user: User, address: string) => ({
    ...(await startSession(db, tokens, user.id, { address, password_hash: user.password_hash })),
    user: presentSessionUser(user),
  })

  /** Mails the owner of an account that the password changed, and which keys still work. */
  async function mailPasswordChange({ id, email }: User): Promise<void> {
    const keys = (await listKeys(db, id)).map(({ name }) => name)
    const { granted } = await mails.claim(id, [email], 'notices')
    if (granted) await sendMails(services, [passwordChangedMail(email, keys, config.public_url)])
  }

  route(accounts.signup, async ({ body, address }) => {
    await attempts.call(address)
    refuseSignup(config.sign_up, body.email)
    refuseCommon('password', body)
    const { email, password, company_name, ...person } = body
    // Over the limit the answer is the same, but nobody receives the code, and it is invalid from the start.
    const { granted } = await mails.claim(address, [email])
    await attempts.claimMail(email)
    const { id, code } = await keepSignup(db, codeKey, {
      ...person,
      email,
      good: granted,
      password_hash: await hashPassword(password),
      company_name: company_name || `${person.first_name} ${person.last_name}`,
    })
    const known = await findUserByEmail(db, email)
    if (granted)
      await sendMails(services, [
        known ? accountExistsMail(email, loginUrl) : verificationMail(email, code, new Date()),
      ])
    return {
      message: 'Account created. A verification code is on its way to you.',
      email,
      mail: mailer.kind,
      signup: id,
    }
  })

  route(accounts.login, async ({ body, address }) => {
    await attempts.call(address)
    const right = await attempts.try({ email: body.email, address }, async () => {
      const user = await findUserByEmail(db, body.email)
      if ((await checkPassword(body.password, user?.password_hash)) && user) return { user }
      // Also when the address has an account, since a sign-up must not reveal that.
      for (const { id, password_hash } of await listSignups(db, body.email))
        if (await checkPassword(body.password, password_hash)) return { signup: id }
      return null
    })
    if (!right) throw new ProductError('credentials_wrong')
    if ('signup' in right) throw new ProductError('email_not_verified', right)
    return await session(right.user, address)
  })

  route(accounts.refresh, async ({ body, address }) => await rotateSession(db, tokens, body.refresh, address))

  route(accounts.logout, async ({ body }) => {
    await endSessionOf(db, body.refresh)
    return undefined
  })

  route(accounts.verifyCode, async ({ body, address }) => {
    await attempts.call(address)
    refuseSignup(config.sign_up, body.email)
    const sought = { purpose: 'signup', email: body.email, id: body.signup } as const
    const user = await attempts.try({ email: body.email, address }, () =>
      redeemCode(db, codeKey, sought, body.code, (transaction, signup) => createAccount(transaction, services, signup)),
    )
    if (!user) throw new ProductError('code_invalid')
    return await session(user, address)
  })

  route(accounts.resendCode, async ({ body: { email, signup: named }, address }) => {
    await attempts.call(address)
    refuseSignup(config.sign_up, email)
    const pause = await attempts.claimMail(email)
    if (pause !== null) throw new ProductError('rate_limited', { retry_after: pause })
    const known = await findUserByEmail(db, email)
    const signup = await findSignup(db, email, named)
    if (signup) {
      const claim = await mails.claim(address, [email])
      if (!claim.granted) throw new ProductError('rate_limited', claim)
      const renewed = signup === 'several' ? null : await renewCode(db, codeKey, signup)
      const mail = renewed
        ? verificationMail(email, renewed.code, renewed.created_at)
        : severalSignupsMail(email, `${config.public_url}/signup`)
      await sendMails(services, [known ? accountExistsMail(email, loginUrl) : mail])
    }
    return { message: 'Verification code sent successfully!', mail: mailer.kind }
  })

  route(accounts.forgotPassword, async ({ body: { email }, address }) => {
    await attempts.call(address)
    // Within the cooldown, and over the limit, the code sent before stays valid.
    if ((await attempts.claimMail(`reset ${email}`)) === null && (await mails.claim(address, [email])).granted) {
      const issued = await issueCode(db, codeKey, { purpose: 'reset', email })
      const known = await findUserByEmail(db, email)
      await sendMails(services, [resetMail(email, issued)], !known)
    }
    return { message: RESET_SENT }
  })

  route(accounts.resetPassword, async ({ body, address }) => {
    await attempts.call(address)
    refuseCommon('new_password', body)
    const sought = { purpose: 'reset', email: body.email } as const
    const redeem = () =>
      redeemCode(db, codeKey, sought, body.code, async (transaction) => {
        const found = await findUserByEmail(transaction, body.email)
        // The owner of the mailbox is there: the limit of a day must not keep the new password from being used.
        if (found) await keepAddress(transaction, found.id, address)
        return found ?? null
      })
    const user = isLongCode(body.code)
      ? await redeem()
      : await attempts.try({ email: body.email, address, resets: true }, redeem)
    if (!user) throw new ProductError('code_invalid')
    await replacePassword(db, user.id, await hashPassword(body.new_password))
    await mailPasswordChange(user)
    return { message: 'Password changed. Please sign in with it.' }
  })

  route(accounts.changePassword, async ({ body, viewer, address }) => {
    await attempts.call(address)
    refuseCommon('new_password', body)
    const user = await readUser(db, viewer.user_id)
    await confirmPassword(attempts, user, { password: body.old_password, address })
    await replacePassword(db, user.id, await hashPassword(body.new_password), viewer.session_id)
    await mailPasswordChange(user)
    return { message: 'Password changed successfully!' }
  })

  route(accounts.details, async ({ viewer }) => presentUser(await readUser(db, viewer.user_id)))
}
