import type { Mail } from '../mail/mailer.ts'

/** What is mailed to confirm an address. */
export const verificationMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Your Footnote verification code',
  text: `Your verification code is ${code}\n\nIt is valid for 10 minutes.\nIf you did not sign up for Footnote, ignore this message.\n`,
  secret: { kind: 'code', value: code },
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
