import { NOTIFICATION_KINDS, type NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import { MAILED } from './policy.ts'

/** Channel on which processes hear whose notifications changed; migration 076 sends the person's id. */
export const NOTIFICATION_CHANNEL = 'footnote_notifications'

/** Whether the request already has a notification. */
export async function isAnswered(db: Reader, requestId: string): Promise<boolean> {
  const row = await db.selectFrom('notifications').select('id').where('request_id', '=', requestId).executeTakeFirst()
  return row !== undefined
}

/** A person's choice of mails, by kind. */
export async function mailSettings(db: Reader, userId: string): Promise<Map<NotificationKind, boolean>> {
  const rows = await db.selectFrom('notification_settings').selectAll().where('user_id', '=', userId).execute()
  const chosen = new Map(rows.map(({ kind, mail }) => [kind, mail]))
  return new Map(NOTIFICATION_KINDS.map((kind) => [kind, chosen.get(kind) ?? MAILED[kind]]))
}

/** Whether a person gets mails of a kind. */
export const wantsMail = async (db: Reader, userId: string, kind: NotificationKind): Promise<boolean> =>
  (await mailSettings(db, userId)).get(kind) ?? false
