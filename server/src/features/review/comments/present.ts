import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { unmarkedName } from '@footnote/contract/shared/guests.ts'
import type { Reviewer } from '../../../platform/route.ts'
import { commentRights, type DiscussionRights, isAuthor, isByGuest, numberOf, resolverOf } from './policy.ts'
import type { CommentRow } from './queries.ts'

/** @param rights those of the viewer in the discussion */
export const presentComment = (row: CommentRow, viewer: Reviewer, rights: DiscussionRights): Comment => ({
  id: row.id,
  video_id: row.video_id,
  version: row.version,
  number: numberOf(row) ?? undefined,
  carried: row.carried != null,
  content: row.content,
  start_time: (row.carried ?? row).start_time,
  end_time: (row.carried ?? row).end_time,
  created_at: row.created_at.toISOString(),
  deleted_at: row.deleted_at?.toISOString() ?? null,
  is_edited: row.is_edited,
  first_name: row.guest_name === null ? (row.first_name ?? '') : unmarkedName(row.guest_name),
  last_name: row.last_name ?? '',
  is_guest: isByGuest(row),
  // Guests of a link must not learn who has an account here.
  user_email: viewer.kind === 'share' ? null : row.email,
  author_left: viewer.kind === 'user' && hasLeft(row) ? true : undefined,
  parent_comment_id: row.parent_comment_id,
  depth: row.depth,
  has_drawing: row.has_drawing,
  reply_count: row.reply_count,
  visibility: row.visibility,
  resolved_at: row.resolved_at?.toISOString() ?? null,
  resolved_by: resolverOf(row),
  // Guests of a link must not learn what the team searches for.
  source: viewer.kind === 'share' ? null : row.source,
  // Guests of a link must not learn who has an account here.
  mentions: viewer.kind === 'user' && row.mentions ? [...row.mentions] : undefined,
  mine: isAuthor(viewer, row),
  can: commentRights(viewer, row, rights),
})

const hasLeft = ({ author_company_id, company_id }: CommentRow): boolean =>
  author_company_id !== null && author_company_id !== company_id
