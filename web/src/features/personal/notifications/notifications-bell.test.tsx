import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { NotificationsBell } from './notifications-bell.tsx'

/** A page that has no stream. */
const never = () => undefined

/** What a notification about a comment or a verdict does not have. */
const NOTHING_MORE = {
  ...{ download_file: null, video_id: null, video_user_id: null, collection_id: null, comments: null, videos: null },
  ...{ text: null, selects_id: null, selects_name: null, error: null, due_at: null, path: null },
}

const BY_GUEST = {
  ...NOTHING_MORE,
  ...{ read: false, created_at: '2026-11-28T09:00:00.000Z', video_name: 'cut.mp4', version: 1 },
  ...{ actor_name: 'Max Member (guest)', is_guest: true, verdict: 'approved' },
}

/** Opens the popover of the bell, beside a text field. */
async function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <NotificationsBell follow={never} />
        <input aria-label="Search" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const bell = screen.getByRole('button', { name: 'Notifications' })
  fireEvent.click(bell)
  const popover = await screen.findByRole('dialog', { name: 'Notifications' })
  // Radix starts to listen, and returns the focus, one event-loop turn later.
  const turn = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)))
  await turn()
  const closed = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await turn()
  }
  return { bell, popover, closed }
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})

test('a field pressed while the popover is open keeps the focus', async () => {
  const { closed } = await open()
  const field = screen.getByLabelText('Search')
  fireEvent.pointerDown(field, { button: 0, pointerType: 'mouse' })
  fireEvent.mouseDown(field)
  act(() => field.focus())
  fireEvent.click(field)
  await closed()
  expect(document.activeElement).toBe(field)
})

test('the bell says that a guest wrote, replied or decided', async () => {
  const kinds = [
    ['COMMENT', 'comments'],
    ['REPLY', 'comments'],
    ['VERDICT', 'for_you'],
  ]
  const notifications = kinds.map(([type, group]) => ({ ...BY_GUEST, id: type, type, group }))
  vi.stubGlobal('fetch', async () => Response.json({ notifications }))
  const { popover } = await open()
  const lines = () => within(popover).getAllByText(/^Max Member \(guest\) /)
  // What waits for the person is in front, and comments are beside it.
  await waitFor(() => expect(lines()).toHaveLength(1))
  fireEvent.click(within(popover).getByRole('tab', { name: /^Comments ?2$/ }))
  expect(lines()).toHaveLength(2)
})

test('a burst of comments hides no request: the bell opens at what waits, and arrow keys go to the rest', async () => {
  const comments = Array.from({ length: 60 }, (_, n) => ({
    ...BY_GUEST,
    id: `c${n}`,
    type: 'COMMENT',
    group: 'comments',
  }))
  const request = {
    ...BY_GUEST,
    id: 'r',
    type: 'REVIEW_REQUESTED',
    group: 'for_you',
    created_at: '2026-11-01T09:00:00.000Z',
  }
  vi.stubGlobal('fetch', async () => Response.json({ notifications: [...comments, request] }))
  const { popover } = await open()
  await within(popover).findByText(/asks you to review version 1/)
  expect(within(popover).queryByText(/commented on/)).toBeNull()
  const tab = within(popover).getByRole('tab', { name: /^For you ?1$/, selected: true })
  act(() => tab.focus())
  fireEvent.keyDown(tab, { key: 'ArrowRight' })
  expect(within(popover).getAllByText(/commented on/)).toHaveLength(60)
  expect(document.activeElement?.textContent).toBe('Comments 60')
  fireEvent.keyDown(document.activeElement ?? tab, { key: 'ArrowRight' })
  expect(within(popover).getByRole('tabpanel').textContent).toBe('Nothing here yet.')
})

test.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('the name of a bell with %i unread notifications has the number that it shows', async (count, shown) => {
  const notifications = Array.from({ length: count }, (_, n) => ({
    ...BY_GUEST,
    id: String(n),
    type: 'COMMENT',
    group: 'comments',
  }))
  vi.stubGlobal('fetch', async () => Response.json({ notifications }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <NotificationsBell follow={never} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const bell = await screen.findByRole('button', { name: `Notifications, ${shown} unread` })
  expect(bell.textContent).toBe(shown)
})

test('a link to the files under the bell opens it on the page where it is, too', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <NotificationsBell follow={never} />
        <Link to="?notifications=true">Files</Link>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('link', { name: 'Files' }))
  await screen.findByRole('dialog', { name: 'Notifications' })
})

test('the bell has the focus again after Escape', async () => {
  const { bell, popover, closed } = await open()
  fireEvent.keyDown(popover, { key: 'Escape' })
  await closed()
  expect(document.activeElement).toBe(bell)
})
