import type { Digest, NotificationSetting } from '@footnote/contract/nouns/personal/notifications.ts'
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

/** What a person chose for a kind; without a digest, how often they are mailed stays. */
export type MailChange = Pick<NotificationSetting, 'kind' | 'mail'> & { readonly digest?: Digest | undefined }

/**
 * Stores a person's choice of mails; of two choices for a kind the last one counts. Does nothing when the account is
 * gone. Lines that wait for a gathered mail keep its time, and are left out of it if the kind is no longer mailed.
 * @param time_zone IANA name; undefined leaves it as it is
 */
export async function chooseMails(
  db: Database,
  userId: string,
  choices: readonly MailChange[],
  time_zone?: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) return
    if (time_zone !== undefined)
      await transaction.updateTable('users').set({ time_zone }).where('id', '=', userId).execute()
    for (const { kind, ...change } of choices)
      await transaction
        .insertInto('notification_settings')
        .values({ user_id: userId, kind, ...change })
        .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(change))
        .execute()
  })
}
