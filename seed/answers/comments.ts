import { BLANK_COMMENT, type Comment } from '@footnote/contract/nouns/review/comments.ts'

/** The fields that the answer and the row of a comment have alike. A new field that both have is added here. */
export const COMMENT = {
  ...BLANK_COMMENT,
  content: 'Cut here',
  /** Seconds. */
  start_time: 1,
  end_time: null,
  deleted_at: null,
  parent_comment_id: null,
  depth: 0,
  visibility: 'everyone',
} as const satisfies Partial<Comment>

/** What the author of a comment may do with it. */
export const ALL_RIGHTS: Comment['can'] = { reply: true, edit: true, delete: true, resolve: true }

/** A comment of the viewer at a moment, in seconds. A caller names only the fields that it is about. */
export const aComment = (id: string, start_time: number, fields: Partial<Comment> = {}): Comment => ({
  ...COMMENT,
  id,
  video_id: 'v',
  version: 1,
  number: '1',
  carried: false,
  content: `Words of ${id}`,
  start_time,
  created_at: '2026-01-01T00:00:00.000Z',
  first_name: 'Ada',
  last_name: '',
  is_guest: false,
  user_email: null,
  reply_count: 0,
  mine: true,
  can: ALL_RIGHTS,
  ...fields,
})
