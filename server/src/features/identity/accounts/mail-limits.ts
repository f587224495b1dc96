import { domainToASCII } from 'node:url'
import { MAIL } from '@footnote/contract/shared/limits.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type CountedEvent, takeOne, type Window } from '../../../platform/db/windows.ts'
import type { MailLimits } from '../../../platform/mail/limits.ts'

const RECIPIENT: Window = { limit: MAIL.per_recipient, seconds: MAIL.recipient_window }
const SENDER: Window = { limit: MAIL.per_sender, seconds: MAIL.sender_window }
const SENDER_DETAIL = `You have sent ${MAIL.per_sender} messages within a day. Please try again later.`

/** One name per mailbox, however its domain is spelt. */
function mailbox(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1)) || email.slice(at + 1)}`
}

/** @param enabled false for benchmarks, which then count nothing */
export function limitMails(db: Database, enabled: boolean): MailLimits {
  return {
    async claim(sender, recipients, kind = 'asked for') {
      const taken: CountedEvent[] = []
      const giveBack = async () => {
        for (const one of taken) await one.giveBack()
      }
      if (!enabled) return { granted: true, giveBack }
      for (const email of recipients)
        for (const [key, window, detail] of [
          [
            `mails ${kind} to ${mailbox(email)}`,
            RECIPIENT,
            `${email} has been sent enough for now. Please try again later.`,
          ],
          [`mails ${kind} by ${sender}`, SENDER, SENDER_DETAIL],
        ] as const) {
          const one = await takeOne(db, key, window)
          if (typeof one === 'number') {
            await giveBack()
            return { granted: false, detail, retry_after: one }
          }
          taken.push(one)
        }
      return { granted: true, giveBack }
    },
  }
}
