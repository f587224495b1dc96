import { INVITATIONS } from '@footnote/contract/shared/limits.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'

/** The invitation for somebody who has an account in another company. @param inviter name of the inviting admin */
export const invitedElsewhereMail = (to: string, inviter: string, company: string, link: string): Mail => ({
  to,
  subject: `${inviter} invites you to ${company} on Footnote`,
  text: `${inviter} invites you to work with ${company} on Footnote.\n\nThis address has an account in another company already, and an account is in one company.\nTo join ${company}, ask ${inviter} to invite another address of yours. Or take your data along and delete your\naccount, both on its page, and then open this link:\n${link}\n\nIt works once, for 7 days, and for this address only. ${inviter} is not told that you have an account.\nIf you do not know ${inviter}, ignore this message.\n`,
  secret: { kind: 'link', value: link },
  valid_for: INVITATIONS.lifetime,
})

/** The invitation for somebody without an account. @param inviter name of the inviting admin */
export const invitationMail = (to: string, inviter: string, company: string, link: string): Mail => ({
  to,
  subject: `${inviter} invites you to ${company} on Footnote`,
  text: `${inviter} invites you to work with ${company} on Footnote.\n\nOpen this link to join:\n${link}\n\nIt works once, for 7 days, and for this address only.\nIf you do not know ${inviter}, ignore this message.\n`,
  secret: { kind: 'link', value: link },
  valid_for: INVITATIONS.lifetime,
})
