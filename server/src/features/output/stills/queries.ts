import type { Reader } from '../../../platform/db/reader.ts'
import { authorName, numberOf } from '../../review/comments/policy.ts'

/** A comment whose frame is asked for. */
export interface AskedComment {
  readonly id: string
  /** As on the page. */
  readonly number: string
  /** Seconds. */
  readonly start_time: number
  readonly has_drawing: boolean
  /** Name of its author, as lists show it. */
  readonly author: string
}

/**
 * First comments of threads on a video, for a member of their company, in the order of the video.
 * @param ids those to return, null for all
 */
export async function askedComments(
  db: Reader,
  { video_id, company_id }: { readonly video_id: string; readonly company_id: string },
  ids: readonly string[] | null,
): Promise<AskedComment[]> {
  const rows = await db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'start_time', 'has_drawing', 'number', 'visibility'])
    .select(['guest_name', 'guest_id', 'first_name', 'last_name'])
    .where('video_id', '=', video_id)
    .where('comments.company_id', '=', company_id)
    .where('depth', '=', 0)
    .where('deleted_at', 'is', null)
    .orderBy('start_time')
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .execute()
  const wanted = ids && new Set(ids.map((id) => id.toLowerCase()))
  return rows
    .filter(({ id }) => !wanted || wanted.has(id))
    .map((row) => {
      const { id, start_time, has_drawing } = row
      return { id, number: numberOf(row) ?? '', start_time, has_drawing, author: authorName(row) }
    })
}
