import { NOTIFICATION_KINDS, type NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { MAILED } from './policy.ts'

/** Whether the request already has a notification. */
export async function isAnswered(db: Database, requestId: string): Promise<boolean> {
  const row = await db.selectFrom('notifications').select('id').where('request_id', '=', requestId).executeTakeFirst()
  return row !== undefined
}

/** A person's choice of mails, by kind. */
export async function mailSettings(db: Kysely<Tables>, userId: string): Promise<Map<NotificationKind, boolean>> {
  const rows = await db.selectFrom('notification_settings').selectAll().where('user_id', '=', userId).execute()
  const chosen = new Map(rows.map(({ kind, mail }) => [kind, mail]))
  return new Map(NOTIFICATION_KINDS.map((kind) => [kind, chosen.get(kind) ?? MAILED[kind]]))
}

export const wantsMail = async (db: Kysely<Tables>, userId: string, kind: NotificationKind): Promise<boolean> =>
  (await mailSettings(db, userId)).get(kind) ?? false
