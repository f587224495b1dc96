import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aComment } from '../../../../../../seed/answers/comments.ts'
import { aCommentsApi } from '../../../../../test/comments-api.ts'
import { ApiError } from '../../../../lib/calls/api-error.ts'
import type { CommentsApi } from '../comments-api.ts'
import { isSending } from './discussion.ts'
import { DiscussionStore } from './discussion-store.ts'

const comment = aComment('a', 1, { content: 'Too loud' })
const author = () => ({ first_name: 'Ada', last_name: '', is_guest: false })
const page = (items: Comment[]) => ({
  items,
  index_id: 'i',
  page: 1,
  page_size: 50,
  total: items.length,
  counts: { open: items.length, resolved: 0 },
})
const refusal = (status: number) => Promise.reject(new ApiError({ status, code: 'refused', detail: '' }))
const api: CommentsApi = { ...aCommentsApi, create: async () => comment, update: async () => comment }

/** A discussion of one comment that the server refuses to delete. */
async function refused(status: number, left: Comment[]) {
  const list = vi.fn(async () => page(left)).mockResolvedValueOnce(page([comment]))
  const store = new DiscussionStore({ ...api, list, remove: () => refusal(status) }, author)
  await store.load()
  return store
}
const shown = (store: DiscussionStore) => store.read().discussion.roots.map(({ id }) => id)

afterEach(() => {
  vi.restoreAllMocks()
})

test('deleting a comment that somebody else just deleted succeeds', async () => {
  const store = await refused(404, [])
  await store.remove(comment)
  expect(shown(store)).toEqual([])
})

test('a refused deletion is an error, and the comment stays', async () => {
  const store = await refused(500, [comment])
  await expect(store.remove(comment)).rejects.toThrow(ApiError)
  expect(shown(store)).toEqual(['a'])
})

test('your own comment is shown at once, marked until the server has it', async () => {
  const answer = Promise.withResolvers<Comment>()
  const store = new DiscussionStore({ ...api, create: () => answer.promise }, author)
  await store.load()
  const posted = store.post({ content: 'Too loud', start_time: 1, end_time: null })
  const [sent] = store.read().discussion.roots
  expect(sent).toMatchObject({ content: 'Too loud', start_time: 1, first_name: 'Ada', depth: 0 })
  expect(sent && isSending(sent)).toBe(true)
  expect(Object.values(sent?.can ?? {})).not.toContain(true)
  answer.resolve(comment)
  await posted
  expect(store.read().discussion.roots).toEqual([comment])
})

test('your own comment disappears when posting fails', async () => {
  const store = new DiscussionStore({ ...api, create: () => refusal(500) }, author)
  await store.load()
  const posted = store.post({ content: 'Too loud', start_time: 1, end_time: null })
  expect(shown(store)).toHaveLength(1)
  await expect(posted).rejects.toThrow(ApiError)
  expect(shown(store)).toEqual([])
})

/** A discussion whose own comment is sent and not answered yet, while an event brings another comment. */
async function heardWhileSending(heard: Comment) {
  const answer = Promise.withResolvers<Comment>()
  const stream = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  const body = new ReadableStream<Uint8Array>({ start: (controller) => stream.resolve(controller) })
  const store = new DiscussionStore(
    { ...api, create: () => answer.promise, events: async () => new Response(body) },
    author,
  )
  const stop = store.start(
    () => undefined,
    () => undefined,
  )
  await waitFor(() => expect(store.read().reading).toBe('begun'))
  const say = async (text: string) => (await stream.promise).enqueue(new TextEncoder().encode(text))
  await say(': open\n\n')
  await waitFor(() => expect(store.read().reading).toBe('all'))
  const posted = store.post({ content: 'Too loud', start_time: 1, end_time: null })
  await say(`event: comment\ndata: ${JSON.stringify({ kind: 'created', comment: heard })}\n\n`)
  await waitFor(() => expect(shown(store)).toContain(heard.id))
  const answered = async () => {
    answer.resolve(comment)
    await posted
  }
  return { store, stop, answered }
}

test('your own comment is shown once when its event comes before its answer', async () => {
  const { store, stop, answered } = await heardWhileSending(comment)
  expect(shown(store)).toEqual(['a'])
  await answered()
  expect(shown(store)).toEqual(['a'])
  stop()
})

test('an equal comment by somebody else stays beside your own that is being sent', async () => {
  const other = { ...comment, id: 'b', first_name: 'Grace', can: { ...comment.can, edit: false, delete: false } }
  const { store, stop, answered } = await heardWhileSending(other)
  expect(shown(store)).toHaveLength(2)
  await answered()
  expect(shown(store).toSorted()).toEqual(['a', 'b'])
  stop()
})

test('your own reply is shown among the visible replies', async () => {
  const answer = Promise.withResolvers<Comment>()
  const list = async () => page([comment])
  const store = new DiscussionStore({ ...api, list, create: () => answer.promise }, author)
  await store.load()
  await store.loadReplies('a')
  const posted = store.post({ content: 'Yes', parent_comment_id: 'a' })
  const replies = () => store.read().discussion.replies.get('a')
  expect(replies()).toMatchObject([{ content: 'Yes', depth: 1, start_time: 1 }])
  answer.resolve({ ...comment, id: 'b', content: 'Yes', parent_comment_id: 'a', depth: 1 })
  await posted
  expect(replies()).toMatchObject([{ id: 'b' }])
})
