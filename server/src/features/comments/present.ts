import type { Comment } from '@footnote/contract/nouns/comments.ts'
import type { Reviewer } from '../../platform/route.ts'
import { commentRights } from './policy.ts'
import type { CommentRow } from './queries.ts'

/** @param writable whether the viewer may comment on the video, see `canComment` */
export const presentComment = (row: CommentRow, viewer: Reviewer, writable: boolean): Comment => ({
  id: row.id,
  content: row.content,
  start_time: row.start_time,
  end_time: row.end_time,
  created_at: row.created_at.toISOString(),
  is_edited: row.is_edited,
  first_name: row.guest_name ?? row.first_name ?? '',
  last_name: row.last_name ?? '',
  // Guests of a link must not learn who has an account here.
  user_email: viewer.kind === 'share' ? null : row.email,
  parent_comment_id: row.parent_comment_id,
  depth: row.depth,
  reply_count: row.reply_count,
  can: commentRights(viewer, row, writable),
})
