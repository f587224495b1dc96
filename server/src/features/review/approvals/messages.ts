import type { Mail } from '../../../platform/mail/mailer.ts'
import { dueSentence } from './policy.ts'

/** What a guest is asked for. */
interface RequestTexts {
  readonly to: string
  /** Name of the guest. */
  readonly name: string
  /** Name of the member who asks. */
  readonly actor: string
  readonly video: string
  readonly version: number
  readonly message: string
  readonly due_at: Date | null
  /** The address that the guest opens; it says who they are. */
  readonly link: string
}

/** The mail that asks a guest for a verdict, or reminds them. @param reminder of the due date */
export function guestMail(
  { to, name, actor, video, version, message, due_at, link }: RequestTexts,
  reminder = false,
): Mail {
  const what = `version ${version} of ${video}`
  const text = [
    reminder ? `${actor} waits for your verdict on ${what}.` : `${actor} asks you to review ${what}.`,
    message,
    due_at ? dueSentence(due_at) : '',
    `Watch it, comment, and approve it or ask for changes:\n${link}`,
    `Whoever opens this link is ${name} there, so do not pass it on.\nIf you do not know ${actor}, ignore this message.`,
  ]
  return {
    to,
    subject: reminder ? `Your verdict on ${what} is due soon` : `${actor} asks you to review ${what}`,
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    secret: { kind: 'link', value: link },
  }
}
