import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { type Database, isId } from '../../../platform/db/database.ts'

/** Marks a person's notification as read; a second call changes nothing. @returns false when it is not theirs */
export async function markRead(db: Database, userId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const result = await db
    .updateTable('notifications')
    .set((row) => ({ read_at: row.fn.coalesce('read_at', row.fn<Date>('now')) }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Stores a person's choice of mails; of two choices for a kind the last one counts. Does nothing when the account is
 * gone.
 */
export async function chooseMails(
  db: Database,
  userId: string,
  choices: readonly { readonly kind: NotificationKind; readonly mail: boolean }[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forKeyShare()
      .executeTakeFirst()
    if (!user) return
    for (const { kind, mail } of choices)
      await transaction
        .insertInto('notification_settings')
        .values({ user_id: userId, kind, mail })
        .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ mail }))
        .execute()
  })
}
