import { notifications } from '@footnote/contract/nouns/personal/notifications.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { NotificationsBell } from './notifications-bell.tsx'

const NEWS = {
  ...{
    type: 'COMMENT',
    group: 'comments',
    read: false,
    created_at: '2026-11-28T09:00:00.000Z',
    video_name: 'cut.mp4',
    version: 1,
  },
  ...{ actor_name: 'Ada Lovelace', is_guest: false, verdict: null, download_file: null, video_id: null },
  ...{ video_user_id: null, collection_id: null, comments: null, videos: null, text: null, selects_id: null },
  ...{ selects_name: null, error: null, due_at: null, path: null },
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
let hidden = false

/** A bell whose page has read its list. The test says what its stream does, and has what the server would answer. */
async function aBell() {
  const server = { list: [{ ...NEWS, id: 'a' }], reads: 0, mark: async () => Response.json({ message: 'Done' }) }
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== notifications.list.path) return await server.mark()
    server.reads += 1
    return Response.json({ notifications: server.list })
  })
  const follow = vi.fn()
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <NotificationsBell follow={follow} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await pass(1_000)
  const reads = () => {
    const { reads } = server
    server.reads = 0
    return reads
  }
  expect(reads()).toBe(1)
  return { server, follow, reads, unmount }
}

/** The same with an open stream. */
async function aToldBell() {
  const bell = await aBell()
  await pass(3_000)
  const [stream, signal] = bell.follow.mock.lastCall ?? []
  act(() => stream.onOpen())
  await pass(0)
  expect(bell.reads()).toBe(1)
  return { ...bell, stream, signal }
}

beforeAll(() => import('./notifications-popover.tsx'))
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (hidden ? 'hidden' : 'visible'))
})
afterEach(() => {
  hidden = false
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('without a stream the list is read every ten seconds while the page is visible', async () => {
  const { reads } = await aBell()
  await pass(30_000)
  expect(reads()).toBe(3)
  hidden = true
  await pass(30_000)
  expect(reads()).toBe(0)
})

test('with a stream the list is read when it has changed, once for several changes in a second', async () => {
  const { server, stream, reads } = await aToldBell()
  await pass(60_000)
  expect(reads()).toBe(0)
  server.list = [...server.list, { ...NEWS, id: 'b' }]
  for (let change = 0; change < 5; change += 1) {
    act(() => stream.onNotifications())
    await pass(150)
  }
  await pass(5_000)
  expect(reads()).toBe(1)
  expect(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBeDefined()
  act(() => stream.onNotifications())
  await pass(1_000)
  expect(reads()).toBe(1)
})

test('the list is read from time to time while the stream is broken, and once when it is open again', async () => {
  const { stream, reads } = await aToldBell()
  act(() => stream.onClosed())
  await pass(20_000)
  expect(reads()).toBe(2)
  act(() => stream.onNotifications())
  act(() => stream.onOpen())
  await pass(60_000)
  expect(reads()).toBe(1)
})

test('the stream begins when the page has had time to load, and ends with the bell', async () => {
  const { follow, unmount } = await aBell()
  expect(follow).not.toHaveBeenCalled()
  await pass(3_000)
  expect(follow).toHaveBeenCalledTimes(1)
  unmount()
  expect(follow.mock.lastCall?.[1].aborted).toBe(true)
})

test('without a stream, too, no list is read while notifications are being marked as read', async () => {
  const { server, reads } = await aBell()
  const answer = Promise.withResolvers<Response>()
  server.mark = () => answer.promise
  fireEvent.click(screen.getByRole('button', { name: 'Notifications, 1 unread' }))
  await pass(0)
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as Read' }))
  await pass(25_000)
  expect(reads()).toBe(0)
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeDefined()
  answer.resolve(Response.json({ message: 'Done' }))
  await pass(0)
  expect(reads()).toBe(1)
})

test('while notifications are being marked as read, their changes do not bring back what is marked already', async () => {
  const { server, stream, reads } = await aToldBell()
  const answer = Promise.withResolvers<Response>()
  server.mark = () => answer.promise
  fireEvent.click(screen.getByRole('button', { name: 'Notifications, 1 unread' }))
  await pass(0)
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as Read' }))
  await pass(0)
  reads()
  act(() => stream.onNotifications())
  await pass(5_000)
  expect(reads()).toBe(0)
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeDefined()
  server.list = [{ ...NEWS, id: 'a', read: true }]
  answer.resolve(Response.json({ message: 'Done' }))
  await pass(0)
  expect(reads()).toBe(1)
})
