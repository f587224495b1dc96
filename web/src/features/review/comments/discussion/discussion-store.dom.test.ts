import type { Comment, CommentEvent } from '@footnote/contract/nouns/review/comments.ts'
import { REVIEW_EVENTS } from '@footnote/contract/nouns/review/live.ts'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aComment } from '../../../../../../seed/answers/comments.ts'
import { aCommentsApi } from '../../../../../test/comments-api.ts'
import { ApiError } from '../../../../lib/calls/api-error.ts'
import type { FollowVideo } from '../../../../lib/calls/events.ts'
import { follow } from '../../live/follow.ts'
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
const api: CommentsApi = { ...aCommentsApi, create: async () => comment, change: async () => comment }

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
  const store = new DiscussionStore({ ...api, create: () => answer.promise }, author)
  const stop = store.start(
    (...told) => void follow({ known: REVIEW_EVENTS, open: async () => new Response(body) }, ...told),
    () => undefined,
    () => undefined,
  )
  await waitFor(() => expect(store.read().reading).toBe('begun'))
  const say = async (text: string) => (await stream.promise).enqueue(new TextEncoder().encode(text))
  await say('event: opened\nid: 0\ndata: {}\n\n')
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

/**
 * A started discussion. The test has the stream, and the list that the server would answer.
 * @param before what happens before the stream opens
 */
async function started(before: (stream: Parameters<FollowVideo>[0]) => Promise<void> = async () => undefined) {
  const said = Promise.withResolvers<Parameters<FollowVideo>[0]>()
  const server = { comments: [comment], list: vi.fn(async () => page(server.comments)), replies: vi.fn() }
  const store = new DiscussionStore({ ...api, list: server.list, replies: server.replies }, author)
  const onNews = vi.fn()
  const stop = store.start(
    (listener) => said.resolve(listener),
    () => undefined,
    onNews,
  )
  const stream = await said.promise
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const hear = (kind: CommentEvent['kind'], heard: Comment) =>
    stream.onEvent({ name: 'comment', data: { kind, comment: heard } })
  await before(stream)
  stream.onOpen(false)
  await settle()
  expect(store.read().reading).toBe('all')
  server.list.mockClear()
  return { store, server, stream, hear, onNews, settle, stop }
}
const replyTo = (id: string, to: string) => aComment(id, 1, { parent_comment_id: to, depth: 1 })
const countOf = (store: DiscussionStore, id: string) => store.root(id)?.reply_count

describe('a stream that breaks', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('and goes on where it was makes the page read nothing, and brings what was missed', async () => {
    const { store, server, stream, hear, onNews, settle, stop } = await started()
    stream.onClosed('lost')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(store.read().connected).toBe(false)
    stream.onOpen(true)
    expect(store.read().connected).toBe(true)
    hear('created', aComment('b', 2))
    hear('created', replyTo('r', 'a'))
    await settle()
    expect(shown(store)).toEqual(['a', 'b'])
    expect(countOf(store, 'a')).toBe(1)
    expect(server.list).not.toHaveBeenCalled()
    expect(onNews).not.toHaveBeenCalledWith(null)
    stop()
  })

  test('and cannot go on makes the page read its lists', async () => {
    const { store, server, stream, onNews, settle, stop } = await started()
    server.comments = []
    stream.onClosed('lost')
    stream.onOpen(false)
    await settle()
    expect(shown(store)).toEqual([])
    expect(onNews).toHaveBeenCalledExactlyOnceWith(null)
    stop()
  })

  test.each(['lost', 'hidden'] as const)(
    'and is %s while the list is read makes the page read it again',
    async (why) => {
      const { store, server, stream, hear, settle, stop } = await started()
      const slow = Promise.withResolvers<ReturnType<typeof page>>()
      server.list.mockReturnValueOnce(slow.promise)
      void store.load()
      stream.onClosed(why)
      // The reply is in the list already when the stream sends it.
      server.comments = [{ ...comment, reply_count: 1 }]
      slow.resolve(page(server.comments))
      await settle()
      stream.onOpen(true)
      hear('created', replyTo('r', 'a'))
      await settle()
      expect(countOf(store, 'a')).toBe(1)
      expect(server.list).toHaveBeenCalledTimes(2)
      stop()
    },
  )

  test('makes the page read again what it read in the meantime', async () => {
    const { store, server, stream, hear, settle, stop } = await started()
    stream.onClosed('lost')
    server.comments = [{ ...comment, reply_count: 1 }]
    await store.load()
    stream.onOpen(true)
    hear('created', replyTo('r', 'a'))
    await settle()
    expect(countOf(store, 'a')).toBe(1)
    stop()
  })

  test('counts no reply twice whose event comes after the list that has it', async () => {
    const { store, server, stream, hear, settle, stop } = await started()
    stream.onClosed('lost')
    server.comments = [{ ...comment, reply_count: 1 }]
    server.replies.mockResolvedValue([replyTo('r', 'a')])
    await store.load()
    stream.onOpen(true)
    await settle()
    hear('created', replyTo('r', 'a'))
    await settle()
    // The page shows the number of replies that it has read.
    expect(store.read().discussion.replies.get('a')).toHaveLength(1)
    stop()
  })

  test('is no reason to show for ever that the list could not be read', async () => {
    const { store, server, stream, settle, stop } = await started()
    server.list.mockImplementationOnce(() => refusal(503))
    await store.load()
    stream.onClosed('lost')
    stream.onOpen(true)
    await settle()
    expect(store.read().reading).toBe('all')
    expect(server.list).toHaveBeenCalledTimes(2)
    stop()
  })

  test('before it opened for the first time makes the page read everything else again, too', async () => {
    const { onNews, settle, stop } = await started(async (stream) => {
      stream.onClosed('lost')
      await vi.advanceTimersByTimeAsync(2_000)
    })
    await settle()
    expect(onNews).toHaveBeenCalledExactlyOnceWith(null)
    stop()
  })

  test('while a list is read that is still read when it goes on, loses no event', async () => {
    const { store, server, stream, hear, settle, stop } = await started()
    const slow = Promise.withResolvers<ReturnType<typeof page>>()
    server.list.mockReturnValueOnce(new Promise(() => undefined)).mockReturnValueOnce(slow.promise)
    void store.load()
    stream.onClosed('lost')
    stream.onOpen(true)
    hear('created', aComment('b', 2))
    slow.resolve(page([comment]))
    await settle()
    expect(shown(store)).toEqual(['a', 'b'])
    stop()
  })
})

test('a comment that gets another time while the pages of the list are read is not lost between them', async () => {
  vi.useFakeTimers()
  const { store, server, hear, settle, stop } = await started()
  const earlier = aComment('b', 0)
  const first = { ...page([comment]), page_size: 1, total: 2 }
  const second = Promise.withResolvers<typeof first>()
  server.list.mockResolvedValueOnce(first).mockReturnValueOnce(second.promise)
  void store.load()
  await settle()
  server.comments = [earlier, comment]
  hear('updated', earlier)
  second.resolve(first)
  await settle()
  expect(shown(store)).toEqual(['b', 'a'])
  stop()
  vi.useRealTimers()
})

test('replies that were counted when their comment was sent are not counted again', async () => {
  vi.useFakeTimers()
  const { store, server, hear, settle, stop } = await started()
  const replies = [replyTo('r', 'b'), replyTo('s', 'b')]
  server.replies.mockResolvedValue(replies)
  hear('created', aComment('b', 2, { reply_count: 2 }))
  for (const reply of replies) hear('created', reply)
  await settle()
  expect(store.read().discussion.replies.get('b')).toHaveLength(2)
  expect(server.replies).toHaveBeenCalledExactlyOnceWith('b')
  stop()
  vi.useRealTimers()
})
