import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import type { Kysely, Transaction } from 'kysely'
import type { NotificationPayload, Tables } from '../../../platform/db/schema.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { MailSeal } from '../../../platform/mail/sealed-mail.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { Services } from '../../services.ts'
import { wantsMail } from './queries.ts'

export interface NewNotification {
  readonly user_id: string
  readonly type: NotificationKind
  /** The request that it answers; each request gets one notification. */
  readonly request_id: string | null
  readonly payload: NotificationPayload
  /** Seconds before a mail is sent; none without it. */
  readonly mail_after?: number
}

/**
 * Notifies a person once per request; does nothing when the account is gone.
 * @returns the notification's id if it is new and the person wants mails of this kind, else null
 */
async function insertNotification(db: Kysely<Tables>, notification: NewNotification): Promise<string | null> {
  const { payload, mail_after: _, ...row } = notification
  const made = await db
    .insertInto('notifications')
    .columns(['user_id', 'type', 'request_id', 'payload'])
    .expression((make) =>
      make
        .selectFrom('users')
        .select((user) => [
          'users.id',
          user.val(row.type).as('type'),
          user.cast<string>(user.val(row.request_id), 'uuid').as('request_id'),
          user.cast<string>(user.val(JSON.stringify(payload)), 'jsonb').as('payload'),
        ])
        .where('users.id', '=', row.user_id),
    )
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made && (await wantsMail(db, row.user_id, row.type)) ? made.id : null
}

/** Notifies a person in the product and, if they chose so, by mail. Runs in the transaction of the event. */
export async function notifyPerson(
  transaction: Transaction<Tables>,
  queue: Queue,
  notification: NewNotification,
): Promise<void> {
  const notification_id = await insertNotification(transaction, notification)
  if (notification_id) await queue.enqueue(transaction, 'send-mail', { notification_id }, notification.mail_after)
}

/**
 * Enqueues mails in one transaction, all or none. They wait encrypted.
 * @param rehearsed true when nobody may receive them: they cost as much as sent ones
 */
export async function sendMails(
  { db, queue, config }: Pick<Services, 'db' | 'queue' | 'config'>,
  mails: readonly Mail[],
  rehearsed = false,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const mail of mails) await sendMailWith(transaction, { queue, config }, mail, rehearsed)
  })
}

/** Enqueues a mail with everything else in a transaction, as `sendMails`. */
export async function sendMailWith(
  transaction: Transaction<Tables>,
  { queue, config }: Pick<Services, 'queue' | 'config'>,
  mail: Mail,
  rehearsed = false,
): Promise<void> {
  const until = mail.valid_for === undefined ? null : Date.now() + 1_000 * mail.valid_for
  const sealed = new MailSeal(config.secret_key).seal({ mail, rehearsed, until })
  await queue.enqueue(transaction, 'send-mail', { sealed })
}
