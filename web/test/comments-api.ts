import { aComment } from '../../seed/answers/comments.ts'
import type { CommentsApi } from '../src/features/review/comments/comments-api.ts'
import type { FollowVideo } from '../src/lib/calls/events.ts'

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
  restore: async (id) => aComment(id, 0),
  suggest: null,
  people: null,
}

/** A stream that opens, and on which nothing happens. */
export const quietStream: FollowVideo = (listener) => listener.onOpen(false)
