import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import type { Insertable } from 'kysely'
import type { Database } from '../../server/src/platform/db/database.ts'
import type { NotificationPayload, Notifications } from '../../server/src/platform/db/schema.ts'

/** Notifies a person. @param values columns that differ from the defaults: now, and unread */
export async function addNotification(
  db: Database,
  user_id: string,
  type: NotificationKind,
  payload: NotificationPayload,
  values: Partial<Insertable<Notifications>> = {},
): Promise<void> {
  await db
    .insertInto('notifications')
    .values({ user_id, type, payload: JSON.stringify(payload), ...values })
    .execute()
}
