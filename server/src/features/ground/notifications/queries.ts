import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSetting,
} from '@footnote/contract/nouns/personal/notifications.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import { AddressSeal } from './address-seal.ts'
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

/** What the lines of an address without an account lead to, and what ends its mails; null when it cannot be opened. */
export const addressesOf = (secret: string, { email, sealed }: { email: string | null; sealed: string | null }) =>
  email && sealed ? new AddressSeal(secret).open(sealed, email) : null
