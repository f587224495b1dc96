import type { Visibility } from '@footnote/contract/nouns/comments.ts'
import type { Database } from '../../platform/db/database.ts'
import { type CommentRow, comments, type Discussion } from '../comments/queries.ts'

/** All comments and replies of a discussion that its viewer may see, in time order. */
export const listDiscussion = (
  db: Database,
  { video, company_id, visible }: Discussion,
  visibilities: readonly Visibility[],
): Promise<CommentRow[]> =>
  comments(db)
    .where('comments.video_id', '=', video.id)
    .where('comments.company_id', '=', company_id)
    .where(
      'comments.visibility',
      'in',
      visible.filter((visibility) => visibilities.includes(visibility)),
    )
    .orderBy('comments.start_time')
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .execute()
