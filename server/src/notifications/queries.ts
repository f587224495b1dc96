import { NOTIFICATIONS } from '@footnote/contract/limits.ts'
import type { Database } from '../db/database.ts'
import { isId } from '../db/database.ts'
import type { NotificationPayload } from '../db/schema.ts'

/** One row for a person; `video_exists` is false once the video that it is about, and with it the clip, is gone. */
export interface NotificationRow {
  readonly id: string
  readonly type: string
  readonly payload: NotificationPayload
  readonly read_at: Date | null
  readonly created_at: Date
  readonly video_exists: boolean
}

/** The newest notifications of a person, newest first. */
export async function listNotifications(db: Database, userId: string): Promise<NotificationRow[]> {
  const rows = await db
    .selectFrom('notifications')
    .leftJoin('videos', (join) =>
      join.on((on) =>
        on(on.cast<string>('videos.id', 'text'), '=', on.ref('notifications.payload', '->>').key('video_id')),
      ),
    )
    .select([
      'notifications.id',
      'notifications.type',
      'notifications.payload',
      'notifications.read_at',
      'notifications.created_at',
      'videos.id as video_id',
    ])
    .where('notifications.user_id', '=', userId)
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id')
    .limit(NOTIFICATIONS.max)
    .execute()
  return rows.map(({ video_id, ...row }) => ({ ...row, video_exists: video_id !== null }))
}

/** Marks a person's notification as read; again changes nothing. @returns false when it is not theirs */
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

export interface NewNotification {
  readonly user_id: string
  readonly type: string
  /** The request that it answers: a second one for the same request is not made. */
  readonly request_id: string
  readonly payload: NotificationPayload
}

/** Tells a person how a request of theirs ended, once; nobody is told when the account is gone. */
export async function notify(db: Database, notification: NewNotification): Promise<void> {
  const { payload, ...row } = notification
  await db
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
    .execute()
}

/** Whether the request has been answered already. */
export async function isAnswered(db: Database, requestId: string): Promise<boolean> {
  const row = await db.selectFrom('notifications').select('id').where('request_id', '=', requestId).executeTakeFirst()
  return row !== undefined
}
