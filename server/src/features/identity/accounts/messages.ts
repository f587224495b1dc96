import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import type { IssuedCode } from './secrets/codes.ts'

const DAYS = ACCOUNT.signup_lifetime / 86_400

/** The mail that confirms an address. @param asked_at time of the sign-up */
export const verificationMail = (to: string, code: string, asked_at: Date): Mail => ({
  to,
  subject: 'Your Footnote verification code',
  text: `Your verification code is ${code}\n\nIt is valid for 10 minutes.\nIt finishes the sign-up of ${asked_at.toUTCString()}. If you did not sign up for Footnote then, ignore this\nmessage: whoever types the code lets that person have an account with your address.\n`,
  secret: { kind: 'code', value: code },
  valid_for: ACCOUNT.code_lifetime,
})

/** The mail for a request for another code when several sign-ups share the address and none is named. */
export const severalSignupsMail = (to: string, signupUrl: string): Mail => ({
  to,
  subject: 'Please sign up for Footnote once more',
  text: `Somebody, probably you, asked for another code to finish a sign-up for Footnote.\nMore than one sign-up was made with this address in the last ${DAYS} days, so no code was sent.\n\nSign up once more at ${signupUrl}\nand type the code of the message that then comes.\n`,
  secret: { kind: 'link', value: signupUrl },
})

/** The mail with a code for a new password. */
export const resetMail = (to: string, { code, long_code }: IssuedCode): Mail => ({
  to,
  subject: 'Your Footnote password reset code',
  text: `Your code to choose a new password is ${code}\n\nIt is valid for 10 minutes.\nIf Footnote says that there were too many tries, or that the code is wrong, use this longer one:\n${long_code}\n\nIf you did not ask for it, ignore this message: your password stays.\n`,
  secret: { kind: 'code', value: code, longer: long_code },
  valid_for: ACCOUNT.code_lifetime,
})

/** The mail for a sign-up with an address that already has an account. */
export const accountExistsMail = (to: string, loginUrl: string): Mail => ({
  to,
  subject: 'You already have a Footnote account',
  text: `Somebody, probably you, tried to sign up for Footnote with this address.\nIt has an account already.\n\nSign in at ${loginUrl}\nThere you can also choose a new password.\n`,
  secret: { kind: 'link', value: loginUrl },
})

/** The mail that confirms a new address of an account. */
export const changeEmailMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Confirm your new address for Footnote',
  text: `Your code to use this address with Footnote is ${code}\n\nIt is valid for 10 minutes.\nIf you did not ask for it, ignore this message: nothing changes.\n`,
  secret: { kind: 'code', value: code },
  valid_for: ACCOUNT.code_lifetime,
})

/** The mail to the old address after a change. */
export const emailChangedMail = (to: string): Mail => ({
  to,
  subject: 'Your Footnote account has a new address',
  text: 'Your Footnote account now has another e-mail address.\nIf you did not change it, write to whoever runs this installation.\n',
  secret: null,
})

/** The mail after a change of password. @param keys names of the API keys that still work */
export const passwordChangedMail = (to: string, keys: readonly string[], publicUrl: string): Mail => ({
  to,
  subject: 'Your Footnote password was changed',
  text: [
    'The password of your Footnote account was changed, and other sessions ended.',
    `If that was not you, choose another one at ${publicUrl}/forgot-password`,
    ...(keys.length > 0
      ? [
          `These API keys go on; revoke those that you do not know at ${publicUrl}/api-keys\n${keys.map((key) => `- ${key}`).join('\n')}`,
        ]
      : []),
    '',
  ].join('\n\n'),
  secret: null,
})
