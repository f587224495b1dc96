import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import type { NotificationPayload } from '../../../platform/db/schema.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { KINDS } from './kinds.ts'
import { pathOf, placeOf } from './places.ts'
import type { NotificationRow } from './queries.ts'

/** The product that the mail links to, and the address that unsubscribes. */
export interface MailAddresses {
  readonly public_url: string
  readonly unsubscribe_url: string
}

/** What happened, for a mail: a subject and a sentence. */
export function mailOf(kind: NotificationKind, payload: NotificationPayload): { subject: string; body: string } {
  return KINDS[kind].mail({
    video: payload.video_name || 'A video',
    selects: payload.selects_name || 'Your selects',
    actor: payload.actor_name || 'Somebody',
    version: payload.version ?? 1,
    verdict: payload.verdict ?? null,
    text: payload.text ?? '',
    comments: payload.comments ?? 1,
    videos: payload.videos ?? 1,
    reminder: payload.reminder === true,
    due_at: payload.due_at ? new Date(payload.due_at) : null,
    error: payload.error ?? null,
  })
}

/** The mail for a notification: what happened, on which frame of which version, and the address that leads there. */
export function notificationMail(
  to: string,
  kind: NotificationKind,
  row: Pick<NotificationRow, 'type' | 'payload' | 'company_id' | 'about' | 'comment'>,
  { public_url, unsubscribe_url }: MailAddresses,
): Mail {
  const { subject, body } = mailOf(kind, row.payload)
  const { leads } = KINDS[kind]
  const path = pathOf(row)
  const link = path === null ? `Open Footnote: ${public_url}/home` : `${leads.words}: ${public_url}${path}`
  const text = [placeOf(row), body, link, `Unsubscribe from mails of this kind: ${unsubscribe_url}`].filter(Boolean)
  return { to, subject, text: `${text.join('\n\n')}\n`, secret: null, unsubscribe_url }
}
