import { notifications } from '@footnote/contract/nouns/personal/notifications.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession, readSession, type StoredSession, startSession } from '../../lib/session.ts'
import { SignedInShell } from './signed-in-shell.tsx'

const signIn = () =>
  startSession({
    access: 'a',
    refresh: 'r',
    user: { id: 'u', first_name: 'Mara', last_name: 'Lindqvist', email: 'mara@example.com', company_id: 'c' },
  })
const unread = {
  id: 'n',
  type: 'VIDEO_READY',
  group: 'other',
  read: false,
  created_at: '2026-01-01T00:00:00Z',
  download_file: null,
  video_id: null,
  video_user_id: null,
  collection_id: null,
  video_name: null,
  actor_name: null,
  version: null,
  verdict: null,
  comments: null,
  videos: null,
  selects_id: null,
  selects_name: null,
  text: null,
  error: null,
  is_guest: false,
  due_at: null,
  path: null,
}
const open = () =>
  render(
    <MemoryRouter>
      <SignedInShell session={readSession() as StoredSession} />
    </MemoryRouter>,
  )

beforeEach(() => {
  localStorage.clear()
  signIn()
})

test('the query cache outlives a visit to a page without the shell, but not the session', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    path === notifications.list.path
      ? new Response(JSON.stringify({ notifications: [unread] }))
      : new Promise(() => undefined),
  )
  const first = open()
  await screen.findByRole('button', { name: 'Notifications, 1 unread' })
  first.unmount()
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const second = open()
  expect(screen.getByRole('button', { name: 'Notifications, 1 unread' })).toBeDefined()
  second.unmount()
  endSession()
  signIn()
  open()
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeDefined()
})

test('the source code is offered to signed-in people', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }))
  expect(screen.getByRole('link', { name: 'Source code' }).getAttribute('href')).toBe('/source')
})
