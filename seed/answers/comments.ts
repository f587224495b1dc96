import type { Comment } from '@footnote/contract/nouns/comments.ts'
import type { CommentsApi } from '../src/features/comments/comments-api.ts'

/** A comment of the viewer at a moment, in seconds. A test names only the fields that it is about. */
export const aComment = (id: string, start_time: number, fields: Partial<Comment> = {}): Comment => ({
  id,
  video_id: 'v',
  version: 1,
  carried: false,
  content: `Words of ${id}`,
  start_time,
  end_time: null,
  created_at: '2026-01-01T00:00:00.000Z',
  is_edited: false,
  first_name: 'Ada',
  last_name: '',
  user_email: null,
  parent_comment_id: null,
  depth: 0,
  has_drawing: false,
  reply_count: 0,
  visibility: 'everyone',
  resolved_at: null,
  resolved_by: null,
  source: null,
  mine: true,
  can: { reply: true, edit: true, delete: true, resolve: true },
  ...fields,
})

/** The calls of a discussion without comments. A test replaces those that it is about. */
export const aCommentsApi: CommentsApi = {
  list: async () => ({ items: [], index_id: 'i', page: 1, page_size: 50, total: 0, counts: { open: 0, resolved: 0 } }),
  replies: async () => [],
  create: async ({ content, start_time }) => aComment('new', start_time ?? 0, { content: content ?? '' }),
  update: async (id, content) => aComment(id, 0, { content, is_edited: true }),
  drawing: async () => null,
  resolve: async (id, resolved) =>
    aComment(id, 0, resolved ? { resolved_at: '2026-01-02T00:00:00.000Z', resolved_by: 'Ada' } : {}),
  remove: async () => undefined,
  events: async () => new Response(),
  suggest: null,
}
