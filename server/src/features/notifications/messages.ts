import type { NotificationKind } from '@footnote/contract/nouns/notifications.ts'
import type { NotificationPayload } from '../../platform/db/schema.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { KINDS } from './kinds.ts'

/** The page that the mail links to, and the address that unsubscribes. */
export interface MailAddresses {
  readonly public_url: string
  readonly unsubscribe_url: string
}

/** The mail for a notification. */
export function notificationMail(
  to: string,
  kind: NotificationKind,
  payload: NotificationPayload,
  { public_url, unsubscribe_url }: MailAddresses,
): Mail {
  const { subject, body } = KINDS[kind].mail({
    video: payload.video_name || 'A video',
    selects: payload.selects_name || 'Your selects',
    actor: payload.actor_name || 'Somebody',
    version: payload.version ?? 1,
    verdict: payload.verdict ?? null,
    text: payload.text ?? '',
    comments: payload.comments ?? 1,
    videos: payload.videos ?? 1,
    reminder: payload.due_at != null,
    error: payload.error ?? null,
  })
  const text = [body, `Open Footnote: ${public_url}/home`, `Get no more mails of this kind: ${unsubscribe_url}`]
  return { to, subject, text: `${text.join('\n\n')}\n`, secret: null, unsubscribe_url }
}
