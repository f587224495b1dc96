import type { NotificationKind } from '@footnote/contract/nouns/notifications.ts'
import type { NotificationPayload } from '../../platform/db/schema.ts'
import type { Mail } from '../../platform/mail/mailer.ts'

/** Where the mail leads, and how it is ended. */
export interface MailAddresses {
  readonly public_url: string
  readonly unsubscribe_url: string
}

/** What is mailed about a notification. */
export function notificationMail(
  to: string,
  kind: NotificationKind,
  payload: NotificationPayload,
  { public_url, unsubscribe_url }: MailAddresses,
): Mail {
  const { subject, body } = WORDS[kind]({
    video: payload.video_name || 'A video',
    actor: payload.actor_name || 'Somebody',
    text: payload.text ?? '',
    error: payload.error ?? null,
  })
  const text = [body, `Open Footnote: ${public_url}/home`, `Get no more mails of this kind: ${unsubscribe_url}`]
  return { to, subject, text: `${text.join('\n\n')}\n`, secret: null, unsubscribe_url }
}

interface Facts {
  readonly video: string
  readonly actor: string
  readonly text: string
  readonly error: string | null
}

const WORDS: Readonly<Record<NotificationKind, (facts: Facts) => { subject: string; body: string }>> = {
  DOWNLOAD_CLIP: ({ video, error }) =>
    error
      ? { subject: `Your clip of ${video} could not be made`, body: error }
      : { subject: `Your clip of ${video} is ready`, body: 'You find it under the bell.' },
  VIDEO_READY: ({ video }) => ({
    subject: `${video} is ready`,
    body: `${video} has been indexed and can be searched.`,
  }),
  VIDEO_FAILED: ({ video, error }) => ({
    subject: `${video} could not be indexed`,
    body: error ?? 'Open its collection to see why, and to try again.',
  }),
  COMMENT: ({ video, actor, text }) => ({ subject: `${actor} commented on ${video}`, body: text }),
  REPLY: ({ video, actor, text }) => ({ subject: `${actor} replied to you on ${video}`, body: text }),
  INVITE_ACCEPTED: ({ actor }) => ({
    subject: `${actor} accepted your invitation`,
    body: `${actor} is now a member of your company.`,
  }),
  DATA_EXPORT: ({ error }) =>
    error
      ? { subject: 'Your data could not be put together', body: error }
      : { subject: 'Your data is ready', body: 'You find the ZIP under the bell, for 7 days.' },
}
