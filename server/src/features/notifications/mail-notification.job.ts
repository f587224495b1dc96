import { NOTIFICATION_KINDS } from '@footnote/contract/nouns/notifications.ts'
import type { JobHandler } from '../../platform/queue/jobs.ts'
import type { Services } from '../services.ts'
import { notificationMail } from './messages.ts'
import { findForMail } from './queries.ts'
import { UnsubscribeTokens } from './unsubscribe.ts'

/** Mails a notification, if its reader still has an account. */
export function mailNotification({
  db,
  mailer,
  config,
}: Pick<Services, 'db' | 'mailer' | 'config'>): JobHandler<'mail-notification'> {
  const tokens = new UnsubscribeTokens(config.secret_key)
  return async ({ notification_id }) => {
    const row = await findForMail(db, notification_id)
    const kind = NOTIFICATION_KINDS.find((known) => known === row?.type)
    if (!row || !kind) return
    const query = new URLSearchParams({ token: tokens.create({ user_id: row.user_id, kind }) })
    await mailer.send(
      notificationMail(row.email, kind, row.payload, {
        public_url: config.public_url,
        unsubscribe_url: `${config.public_url}/api/unsubscribe?${query}`,
      }),
    )
  }
}
