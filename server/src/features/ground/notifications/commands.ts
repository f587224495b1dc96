import { randomUUID } from 'node:crypto'
import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { type Insertable, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { NotificationPayload, Tables, WaitingLines } from '../../../platform/db/schema.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { MailSeal } from '../../../platform/mail/sealed-mail.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { Services } from '../../services.ts'
import { dueAfter, paceOf } from './policy.ts'
import { mailSettings, PROVEN_EMAIL, timeZoneOf } from './queries.ts'

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

/**
 * Adds an answer to the mails that are gathered for guests.
 * @param guest_ids the guests who wrote in its thread; its own author hears nothing
 */
export const gatherAnswer = (
  transaction: Transaction<Tables>,
  { id, guest_id }: { readonly id: string; readonly guest_id: string | null },
  guest_ids: readonly string[],
): Promise<void> =>
  addLinesOfGuests(
    transaction,
    { kind: 'REPLY', comment_id: id },
    sql<boolean>`guest_mails.id in (${mailsOf(guest_ids)}) and guest_mails.id not in (${mailsOf(guest_id ? [guest_id] : [])})`,
  )

/** Ids of the mails of guests. */
const mailsOf = (guest_ids: readonly string[]) => sql`select m.id from guest_mails m
  join guests on guests.link_id = m.link_id and ${PROVEN_EMAIL} = m.email where guests.id = any(${guest_ids}::uuid[])`

/** Adds a version to the mails that are gathered for guests of links that follow its stack. */
export const gatherVersion = (
  transaction: Transaction<Tables>,
  { id, stack_id, collection_id }: { readonly id: string; readonly stack_id: string; readonly collection_id: string },
): Promise<void> =>
  addLinesOfGuests(
    transaction,
    { kind: 'NEW_VERSION', new_version_id: id },
    sql<boolean>`exists (select from share_link_items items left join selects on selects.id = items.selects_id
      where items.link_id = guest_mails.link_id
        and (items.stack_id = ${stack_id} or items.collection_id = ${collection_id} or selects.stack_id = ${stack_id}))`,
  )

/** What a mail may tell is decided when it is made, so that nobody hears of what they can no longer see. */
async function addLinesOfGuests(
  transaction: Transaction<Tables>,
  line: Pick<Insertable<WaitingLines>, 'kind' | 'comment_id' | 'new_version_id'>,
  which: RawBuilder<boolean>,
): Promise<void> {
  const mails = await transaction
    .selectFrom('guest_mails')
    .select('id')
    .where('chosen', '=', true)
    .where(which)
    .execute()
  const due_at = dueAfter('burst', new Date(), null)
  for (const { id } of mails) await addLine(transaction, { ...line, guest_mail_id: id, pace: 'burst', due_at })
}

/** Adds a line to the mail that its reader gets next: the first line decides when. */
async function addLine(transaction: Transaction<Tables>, line: Insertable<WaitingLines>): Promise<void> {
  const { pace, video_id = null, due_at } = line
  const first = transaction
    .selectFrom('waiting_lines')
    .select('due_at')
    .where(isFor(line))
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

/** Condition on lines: they have this reader. */
const isFor = ({ user_id, guest_mail_id }: Pick<Insertable<WaitingLines>, 'user_id' | 'guest_mail_id'>) =>
  user_id ? sql<boolean>`user_id = ${user_id}` : sql<boolean>`guest_mail_id = ${guest_mail_id}`

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
 * neither loses one nor sends one twice. Lines of a link that is paused wait.
 */
export async function mailGatheredLines({ db, queue }: Pick<Services, 'db' | 'queue'>, now: Date): Promise<void> {
  const due = await db
    .selectFrom('waiting_lines')
    .select(['user_id', 'guest_mail_id', 'pace', 'video_id'])
    .where('mail_id', 'is', null)
    .where('due_at', '<=', now)
    .where(sql<boolean>`not (${OF_PAUSED})`)
    .groupBy(['user_id', 'guest_mail_id', 'pace', 'video_id'])
    .execute()
  for (const { pace, video_id, ...reader } of due)
    await db.transaction().execute(async (transaction) => {
      const mail_id = randomUUID()
      const { numUpdatedRows } = await transaction
        .updateTable('waiting_lines')
        .set({ mail_id })
        .where(isFor(reader))
        .where('pace', '=', pace)
        .where('video_id', 'is not distinct from', video_id)
        .where('mail_id', 'is', null)
        .executeTakeFirst()
      // Another worker has taken them meanwhile.
      if (numUpdatedRows > 0n) await queue.enqueue(transaction, 'send-mail', { mail_id })
    })
}

/** Condition on lines: their reader is the guest of a link that is paused. */
const OF_PAUSED = sql`exists (select from guest_mails join share_links on share_links.id = guest_mails.link_id
  where guest_mails.id = waiting_lines.guest_mail_id and share_links.paused_at is not null)`

/** Lets the lines of a mail wait again if their link was paused. @returns whether they wait */
export async function holdLines(db: Database, mail_id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('waiting_lines')
    .set({ mail_id: null })
    .where('mail_id', '=', mail_id)
    .where(sql<boolean>`${OF_PAUSED}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
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
