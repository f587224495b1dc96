import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Comments } from '../../server/src/platform/db/schema.ts'
import { COMMENT } from '../answers/comments.ts'

/** What every row of a comment names. */
interface CommentOrigin {
  readonly video_id: string
  readonly company_id: string
  /** Its author. */
  readonly user_id: string
}

/**
 * The row of a member's comment.
 * @param values columns that differ from the defaults
 */
export const commentRow = (place: CommentOrigin, values: Partial<Insertable<Comments>> = {}) => ({
  ...COMMENT,
  ...place,
  id: randomUUID() as string,
  guest_name: null,
  guest_id: null,
  idempotency_key: null,
  resolved_guest: null,
  resolved_in: null,
  ...values,
})
