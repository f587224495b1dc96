import type { Reader } from '../../../platform/db/reader.ts'
import { type CommentRow, comments, type Discussion } from '../../review/comments/queries.ts'

/**
 * What an import compares with: all comments of a discussion, in the order in which they were written. Deleted ones are
 * among them, without words: what is above them cannot be removed before they are.
 */
export const listWritten = (db: Reader, { video, company_id }: Pick<Discussion, 'video' | 'company_id'>) =>
  db
    .selectFrom('comments')
    .select(['id', 'parent_comment_id', 'depth', 'user_id', 'start_time', 'end_time', 'content', 'visibility'])
    .select(['idempotency_key', 'source'])
    .where('video_id', '=', video.id)
    .where('company_id', '=', company_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
export type WrittenComment = Awaited<ReturnType<typeof listWritten>>[number]

/** Comments by their ids, in the order in which they were written. */
export const listImported = (db: Reader, ids: readonly string[]): Promise<CommentRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : comments(db).where('comments.id', 'in', ids).orderBy('comments.created_at').orderBy('comments.id').execute()
