import { randomUUID } from 'node:crypto'
import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { NotificationPayload, Tables, WaitingLines } from '../../../platform/db/schema.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { MailSeal } from '../../../platform/mail/sealed-mail.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { Services } from '../../services.ts'
import { AddressSeal } from './address-seal.ts'
import { dueAfter, paceOf } from './policy.ts'
import { mailSettings, timeZoneOf } from './queries.ts'

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
 * @returns the notification's id if it is new, else null
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
  return made?.id ?? null
}

/**
 * Notifies a person in the product and, if they chose so, by mail: at once, or in a mail that is gathered. Runs in the
 * transaction of the event.
 */
export async function notifyPerson(
  transaction: Transaction<Tables>,
  queue: Queue,
  notification: NewNotification,
): Promise<void> {
  const notification_id = await insertNotification(transaction, notification)
  if (!notification_id) return
  const { user_id, type, payload, mail_after } = notification
  const choice = (await mailSettings(transaction, user_id)).get(type)
  if (!choice?.mail) return
  const pace = paceOf(type, choice.digest)
  if (pace === null) return await queue.enqueue(transaction, 'send-mail', { notification_id }, mail_after)
  const due_at = dueAfter(pace, new Date(), await timeZoneOf(transaction, user_id))
  const video_id = pace === 'burst' ? (payload.video_id ?? null) : null
  await addLine(transaction, { user_id, kind: type, notification_id, pace, video_id, due_at })
}

/** A line for a person without an account, and how they are reached. */
export interface LineToAddress {
  readonly email: string
  readonly kind: 'COMMENT' | 'REPLY'
  readonly comment_id: string
  readonly video_id: string
  /** Page that the line leads to; it may contain the token of a share link. */
  readonly page_url: string
  /** Ends the mails to this address with one POST (RFC 8058). */
  readonly unsubscribe_url: string
}

/** Adds a comment to the mail that is gathered for an address. Team-only comments are left out when it is sent. */
export async function gatherForAddress(
  transaction: Transaction<Tables>,
  { config }: Pick<Services, 'config'>,
  { page_url, unsubscribe_url, ...line }: LineToAddress,
): Promise<void> {
  const sealed = new AddressSeal(config.secret_key).seal({ page_url, unsubscribe_url }, line.email)
  const due_at = dueAfter('burst', new Date(), null)
  await addLine(transaction, { ...line, sealed, pace: 'burst', due_at })
}

/** Adds a line to the mail that its reader gets next: the first line decides when. */
async function addLine(transaction: Transaction<Tables>, line: Insertable<WaitingLines>): Promise<void> {
  const { user_id = null, email = null, pace, video_id = null, due_at } = line
  const first = transaction
    .selectFrom('waiting_lines')
    .select('due_at')
    .where(user_id === null ? sql<boolean>`email = ${email}` : sql<boolean>`user_id = ${user_id}`)
    .where('pace', '=', pace)
    .where('video_id', 'is not distinct from', video_id)
    .where('mail_id', 'is', null)
    .orderBy('due_at')
    .limit(1)
  await transaction
    .insertInto('waiting_lines')
    .values({ ...line, due_at: (row) => row.fn.coalesce(first, row.val(due_at)) })
    .execute()
}

/** Takes a comment out of the mails that still wait for a person: they hear of it in another way. */
export async function dropLines(
  transaction: Transaction<Tables>,
  { user_id, comment_id }: { readonly user_id: string; readonly comment_id: string },
): Promise<void> {
  await transaction
    .deleteFrom('waiting_lines')
    .using('notifications')
    .whereRef('notifications.id', '=', 'notification_id')
    .where('waiting_lines.user_id', '=', user_id)
    .where('mail_id', 'is', null)
    .where(sql<boolean>`payload ->> 'comment_id' = ${comment_id}`)
    .execute()
}

/**
 * Hands over the mails that are due. Each gets its lines and its job in one transaction, so that a kill between two mails
 * neither loses one nor sends one twice.
 */
export async function mailGatheredLines({ db, queue }: Pick<Services, 'db' | 'queue'>, now: Date): Promise<void> {
  const due = await db
    .selectFrom('waiting_lines')
    .select(['user_id', 'email', 'pace', 'video_id'])
    .where('mail_id', 'is', null)
    .where('due_at', '<=', now)
    .groupBy(['user_id', 'email', 'pace', 'video_id'])
    .execute()
  for (const { user_id, email, pace, video_id } of due)
    await db.transaction().execute(async (transaction) => {
      const mail_id = randomUUID()
      const { numUpdatedRows } = await transaction
        .updateTable('waiting_lines')
        .set({ mail_id })
        .where(user_id === null ? sql<boolean>`email = ${email}` : sql<boolean>`user_id = ${user_id}`)
        .where('pace', '=', pace)
        .where('video_id', 'is not distinct from', video_id)
        .where('mail_id', 'is', null)
        .executeTakeFirst()
      // Another worker has taken them meanwhile.
      if (numUpdatedRows > 0n) await queue.enqueue(transaction, 'send-mail', { mail_id })
    })
}

/** Forgets the lines of a mail that was sent, or that nobody may receive. */
export async function forgetLines(db: Database, mail_id: string): Promise<void> {
  await db.deleteFrom('waiting_lines').where('mail_id', '=', mail_id).execute()
}

/** Forgets the lines of mails that were given up before this moment, as their jobs are. */
export async function forgetUnsentLines(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('waiting_lines').where('mail_id', 'is not', null).where('due_at', '<', before).execute()
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
