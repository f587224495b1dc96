import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSetting,
} from '@footnote/contract/nouns/personal/notifications.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import { MAILED } from './policy.ts'

/** Channel on which processes hear whose notifications changed; migration 076 sends the person's id. */
export const NOTIFICATION_CHANNEL = 'footnote_notifications'

/** Whether the request already has a notification. */
export async function isAnswered(db: Reader, requestId: string): Promise<boolean> {
  const row = await db.selectFrom('notifications').select('id').where('request_id', '=', requestId).executeTakeFirst()
  return row !== undefined
}

/** Whether and how often a person gets mails of a kind. */
export type MailChoice = Pick<NotificationSetting, 'mail' | 'digest'>

/** A person's choice of mails, by kind. */
export async function mailSettings(db: Reader, userId: string): Promise<Map<NotificationKind, MailChoice>> {
  const rows = await db.selectFrom('notification_settings').selectAll().where('user_id', '=', userId).execute()
  const chosen = new Map(rows.map((row) => [row.kind, row]))
  return new Map(
    NOTIFICATION_KINDS.map((kind) => {
      const { mail = MAILED[kind], digest = 'at_once' } = chosen.get(kind) ?? {}
      return [kind, { mail, digest }]
    }),
  )
}

/** The zone that a person chose for daily mails; null without one, and without the account. */
export async function timeZoneOf(db: Reader, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('time_zone').where('id', '=', userId).executeTakeFirst()
  return row?.time_zone ?? null
}

/**
 * Of `guests`: the address that is theirs for sure, because their link was made for it or they typed the code mailed to
 * it; else null. Whoever opens a link that was made for one person is that person, in every browser.
 */
export const PROVEN_EMAIL = sql<string | null>`coalesce(
  (select asked.email from guests asked where asked.link_id = guests.link_id and asked.email is not null),
  case when guests.confirmed_at is not null then guests.contact_email end)`
