import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../platform/db/schema.ts'
import type { Queue } from '../../../../platform/queue/queue.ts'
import { notifyPerson } from '../../../ground/notifications/commands.ts'
import { fullName } from '../../../identity/accounts/queries.ts'
import { readersAmong, shownOf } from '../notify.ts'
import type { CommentRow } from '../queries.ts'
import { RESTORABLE } from './queries.ts'

/** The notifications about a comment. */
const isAbout = ({ id }: CommentRow) => sql<boolean>`type in ('COMMENT', 'REPLY', 'MENTION')
    and payload ->> 'comment_id' = ${id}`

/** Takes the words of a comment out of the notifications about it. */
export async function blankNotifications(transaction: Transaction<Tables>, row: CommentRow): Promise<void> {
  await transaction
    .updateTable('notifications')
    .set({ payload: sql<string>`payload - 'text'` })
    .where(isAbout(row))
    .execute()
}

/** Puts the words back, and removes the notification that they were deleted. */
export async function restoreNotifications(transaction: Transaction<Tables>, row: CommentRow): Promise<void> {
  await transaction
    .updateTable('notifications')
    .set({ payload: sql<string>`payload || jsonb_build_object('text', ${shownOf(row.content)}::text)` })
    .where(isAbout(row))
    .execute()
  await transaction.deleteFrom('notifications').where('request_id', '=', row.id).execute()
}

/**
 * Notifies the author if somebody else deletes the comment, and if they are still in the company. The mail waits until
 * the deletion can no longer be undone.
 */
export async function notifyAuthor(
  transaction: Transaction<Tables>,
  queue: Queue,
  { id, user_id, company_id, video_id, start_time }: CommentRow,
  deleted_by: string,
): Promise<void> {
  if (user_id === null || user_id === deleted_by) return
  if ((await readersAmong(transaction, company_id, [user_id])).length === 0) return
  const { file_name, actor_name } = await transaction
    .selectFrom(['videos', 'users'])
    .select(['file_name', fullName('users').as('actor_name')])
    .where('videos.id', '=', video_id)
    .where('users.id', '=', deleted_by)
    .executeTakeFirstOrThrow()
  const text = `Your comment at ${formatTimecode(start_time)}`
  const payload = { video_id, video_name: file_name, comment_id: id, actor_name, text }
  const mail_after = RESTORABLE
  await notifyPerson(transaction, queue, { user_id, type: 'COMMENT_DELETED', request_id: id, payload, mail_after })
}
