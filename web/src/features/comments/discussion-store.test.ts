import type { Comment } from '@footnote/contract/comments.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { DiscussionStore } from './discussion-store.ts'

const comment: Comment = {
  id: 'a',
  content: 'Too loud',
  start_time: 1,
  end_time: null,
  created_at: '2026-01-01T00:00:00.000Z',
  is_edited: false,
  first_name: 'Ada',
  last_name: '',
  user_email: null,
  parent_comment_id: null,
  depth: 0,
  reply_count: 0,
  can: { reply: true, edit: true, delete: true },
}

/** A discussion of one comment whose deletion is refused. */
async function refused(status: number, left: Comment[]) {
  const list = vi.fn(async () => ({ items: left, index_id: 'i', page: 1, page_size: 50, total: left.length }))
  const store = new DiscussionStore({
    list: list.mockResolvedValueOnce({ items: [comment], index_id: 'i', page: 1, page_size: 50, total: 1 }),
    replies: async () => [],
    create: async () => comment,
    update: async () => comment,
    remove: () => Promise.reject(new ApiError({ status, code: 'refused', detail: '' })),
    events: async () => new Response(),
    suggest: null,
  })
  await store.load()
  return store
}
const shown = (store: DiscussionStore) => store.read().discussion.roots.map(({ id }) => id)

afterEach(() => {
  vi.restoreAllMocks()
})

test('a comment that somebody else has just deleted is gone, without a complaint', async () => {
  const store = await refused(404, [])
  await store.remove(comment)
  expect(shown(store)).toEqual([])
})

test('a deletion that is refused is told, and the comment stays', async () => {
  const store = await refused(500, [comment])
  await expect(store.remove(comment)).rejects.toThrow(ApiError)
  expect(shown(store)).toEqual(['a'])
})
