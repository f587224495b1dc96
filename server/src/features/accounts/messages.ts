import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import type { Mail } from '../../platform/mail/mailer.ts'

const DAYS = ACCOUNT.signup_lifetime / 86_400

/** What is mailed to confirm an address. @param asked_at when that sign-up was made */
export const verificationMail = (to: string, code: string, asked_at: Date): Mail => ({
  to,
  subject: 'Your Footnote verification code',
  text: `Your verification code is ${code}\n\nIt is valid for 10 minutes.\nIt finishes the sign-up of ${asked_at.toUTCString()}. If you did not sign up for Footnote then, ignore this\nmessage: whoever types the code lets that person have an account with your address.\n`,
  secret: { kind: 'code', value: code },
})

/** What is mailed to somebody who asks for another code where it cannot be told which of several sign-ups is theirs. */
export const severalSignupsMail = (to: string, signupUrl: string): Mail => ({
  to,
  subject: 'Please sign up for Footnote once more',
  text: `Somebody, probably you, asked for another code to finish a sign-up for Footnote.\nMore than one sign-up was made with this address in the last ${DAYS} days, so no code was sent.\n\nSign up once more at ${signupUrl}\nand type the code of the message that then comes.\n`,
  secret: { kind: 'link', value: signupUrl },
})

/** What is mailed to choose a new password. */
export const resetMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Your Footnote password reset code',
  text: `Your code to choose a new password is ${code}\n\nIt is valid for 10 minutes.\nIf you did not ask for it, ignore this message: your password stays.\n`,
  secret: { kind: 'code', value: code },
})

/** What is mailed to somebody who signs up with an address that has an account. */
export const accountExistsMail = (to: string, loginUrl: string): Mail => ({
  to,
  subject: 'You already have a Footnote account',
  text: `Somebody, probably you, tried to sign up for Footnote with this address.\nIt has an account already.\n\nSign in at ${loginUrl}\nThere you can also choose a new password.\n`,
  secret: { kind: 'link', value: loginUrl },
})

/** What is mailed to an address that is to replace another. */
export const changeEmailMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Confirm your new address for Footnote',
  text: `Your code to use this address with Footnote is ${code}\n\nIt is valid for 10 minutes.\nIf you did not ask for it, ignore this message: nothing changes.\n`,
  secret: { kind: 'code', value: code },
})

/** What is mailed to the address that was replaced. */
export const emailChangedMail = (to: string): Mail => ({
  to,
  subject: 'Your Footnote account has a new address',
  text: 'Your Footnote account now has another e-mail address.\nIf you did not change it, write to whoever runs this installation.\n',
  secret: null,
})

/** What is mailed once a password was changed. @param keys names of the API keys that go on */
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
