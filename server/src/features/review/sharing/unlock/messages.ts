import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import type { Mail } from '../../../../platform/mail/mailer.ts'

/** The mail that proves a guest's address. */
export function codeMail({
  to,
  code,
  name,
  sender,
}: {
  readonly to: string
  readonly code: string
  /** Of the link; null for none. */
  readonly name: string | null
  /** Name of the person who made the link. */
  readonly sender: string
}): Mail {
  const what = name === null ? `what ${sender} shares with you` : `${name}, which ${sender} shares with you`
  const text = [
    `Type this code to open ${what}:\n${code}`,
    `It works for ${ACCOUNT.code_lifetime / 60} minutes.`,
    'If you did not open a link of Footnote, ignore this message.',
  ]
  return {
    to,
    subject: `${code} is your code`,
    text: `${text.join('\n\n')}\n`,
    secret: { kind: 'code', value: code },
    valid_for: ACCOUNT.code_lifetime,
  }
}
