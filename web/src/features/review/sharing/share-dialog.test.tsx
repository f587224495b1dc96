import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aShareLink } from '../../../../../seed/answers/links.ts'
import { json } from '../../../../test/json.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { ShareDialog } from './share-dialog.tsx'
import type { ShareSubject } from './subject.ts'
// Loaded first, because loading does not follow the fake clock of this test.
import '../../../ui/overlays/menu-content.tsx'

const ADDRESS = 'https://footnote.example/shared/b7Qe0xW3nT4'
const video: ShareSubject = {
  ...{ kind: 'video', id: 'v', name: 'Harbour.mp4', thumbnail_url: null, duration: 24, may_share: true },
}
const viewerLink = aShareLink('l', { created_at: new Date(2026, 0, 1, 9, 5).toISOString() })
/** Four links for approving: for two guests, and two for anybody that are alike. */
const APPROVERS: readonly ShareLink[] = [
  { ...viewerLink, id: 'carla', permission: 'approver', guest_name: 'Carla Client' },
  { ...viewerLink, id: 'dora', permission: 'approver', guest_name: 'Dora Client', mine: false },
  { ...viewerLink, id: 'one', permission: 'approver' },
  { ...viewerLink, id: 'two', permission: 'approver' },
]

/** A server that creates links, lists some and ends them; it records its requests. */
function server({ refuses = null as Response | null, links = [viewerLink] as readonly ShareLink[] } = {}) {
  const asked: { method: string; path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'GET') asked.push({ method, path, body: body ? JSON.parse(String(body)) : null })
    if (method === 'DELETE') links = links.filter(({ id }) => id !== path.split('/').at(-1))
    if (method === 'GET') return json({ share_links: links })
    if (method === 'DELETE') return json({ message: 'The link was revoked' })
    if (refuses) return refuses
    return json({ share_url: ADDRESS, id: 'made', permission: 'commenter', expires_at: null })
  })
  return asked
}

const copied = vi.fn<(text: string) => Promise<void>>()
const refused = () => Promise.reject(new Error('not allowed'))
const at = (open: boolean, of: ShareSubject = video) => (
  <QueryClientProvider client={createQueryClient()}>
    <ShareDialog open={open} onClose={() => undefined} subject={of} />
  </QueryClientProvider>
)
/** Lets answers arrive and time pass. @param ms milliseconds */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass(10)
}
const choose = async (control: RegExp, choice: RegExp) => {
  fireEvent.keyDown(screen.getByRole('button', { name: control }), { key: 'Enter' })
  await pass(10)
  fireEvent.click(screen.getByRole('menuitemradio', { name: choice }))
  await pass(10)
}

beforeEach(() => {
  vi.useFakeTimers()
  copied.mockReset().mockResolvedValue()
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a link is made as chosen and copied, and the dialog says so for two seconds', async () => {
  const asked = server()
  render(at(true))
  await choose(/^Permission: Viewer Can only watch/, /Commenter.*Can watch and comment/)
  await choose(/^Link Expiration: Never/, /^30 days/)
  await press('Generate Link')
  expect(asked).toEqual([
    {
      method: 'POST',
      path: '/api/sharing_router/create-share-link/v',
      body: { permission: 'commenter', expires_in_days: 30 },
    },
  ])
  expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe(ADDRESS)
  expect(copied).toHaveBeenCalledExactlyOnceWith(ADDRESS)
  expect(screen.getByText('Link copied to clipboard!')).toBeDefined()
  await pass(1_980)
  expect(screen.queryByText('Link copied to clipboard!')).not.toBeNull()
  await pass(20)
  expect(screen.queryByText('Link copied to clipboard!')).toBeNull()
})

test('a browser that refuses to copy is answered with instructions', async () => {
  server()
  copied.mockImplementation(refused)
  render(at(true))
  await press('Generate Link')
  expect(screen.getByText(/^Unable to automatically copy link\./)).toBeDefined()
  await press('Copy link')
  expect(screen.getByText('Failed to copy to clipboard')).toBeDefined()
})

test('a failure to make a link is shown', async () => {
  server({ refuses: new Response('', { status: 502 }) })
  render(at(true))
  await press('Generate Link')
  expect(screen.getByRole('alert').textContent).toBe('Failed to create share link')
})

test('with the reason, if the server gave one', async () => {
  const detail = 'The collection of this video has expired.'
  const problem = { type: 'about:blank', title: 'No', status: 403, code: 'collection_expired', detail, message: detail }
  server({ refuses: json(problem, 403) })
  render(at(true))
  await press('Generate Link')
  expect(screen.getByText('Failed to create share link')).toBeDefined()
  expect(screen.getByText(detail)).toBeDefined()
})

test('choices are kept for 200 ms after closing, and not longer', async () => {
  server()
  const { rerender } = render(at(true))
  const reopenAfter = async (ms: number) => {
    rerender(at(false))
    await pass(ms)
    rerender(at(true))
    await pass(10)
  }
  await choose(/^Permission: Viewer/, /Commenter/)
  await reopenAfter(190)
  expect(screen.getByRole('button', { name: /^Permission: Commenter/ })).toBeDefined()
  await reopenAfter(200)
  expect(screen.getByRole('button', { name: /^Permission: Viewer/ })).toBeDefined()
})

test('a link is revoked after a second press', async () => {
  const asked = server()
  render(at(true))
  await pass(10)
  await press('Revoke Viewer link for anybody. Made by you, January 1, 2026, 09:05')
  expect(asked).toEqual([])
  await press('Revoke link')
  expect(asked).toEqual([{ method: 'DELETE', path: '/api/sharing_router/share-links/l', body: null }])
  expect(screen.queryByText('Links to this video')).toBeNull()
})

test('each link says for whom it is and who made it, and no two buttons have the same name', async () => {
  server({ links: APPROVERS })
  render(at(true))
  await pass(10)
  const list = within(screen.getByRole('region', { name: 'Links to this video' }))
  const rows = list.getAllByRole('listitem')
  const said = rows.map((row) => [...row.querySelectorAll('p')].map(({ textContent }) => textContent))
  const facts = 'ApproverNever expiresNot used yet'
  expect(said).toEqual([
    ['Carla Client, asked for a verdict', facts, 'Made by you, January 1, 2026, 09:05'],
    ['Dora Client, asked for a verdict', facts, 'Made by Ada Lovelace, January 1, 2026, 09:05'],
    ['Anybody with the link', facts, 'Made by you, January 1, 2026, 09:05'],
    ['Anybody with the link', facts, 'Made by you, January 1, 2026, 09:05'],
  ])
  const names = list.getAllByRole('button', { name: /^Revoke/ }).map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual([
    'Revoke Approver link for Carla Client. Made by you, January 1, 2026, 09:05',
    'Revoke Approver link for Dora Client. Made by Ada Lovelace, January 1, 2026, 09:05',
    'Revoke Approver link for anybody. Made by you, January 1, 2026, 09:05',
    'Revoke Approver link for anybody. Made by you, January 1, 2026, 09:05 (2)',
  ])
})

test('the question before a link ends names who loses access', async () => {
  const asked = server({ links: APPROVERS })
  render(at(true))
  await pass(10)
  await press('Revoke Approver link for Carla Client. Made by you, January 1, 2026, 09:05')
  expect(screen.getByText(/^Carla Client loses access .* nobody waits for their verdict/)).toBeDefined()
  await press('Cancel')
  await press('Revoke Approver link for anybody. Made by you, January 1, 2026, 09:05 (2)')
  expect(screen.getByText('Everybody loses access through this Approver link within a minute.')).toBeDefined()
  await press('Revoke link')
  expect(asked.map(({ path }) => path)).toEqual(['/api/sharing_router/share-links/two'])
})

test('somebody who cannot make links revokes the ones that exist', async () => {
  const asked = server()
  render(at(true, { ...video, may_share: false }))
  await pass(10)
  expect(screen.getByText('You cannot make links to this video.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Generate|Permission|Expiration/ })).toBeNull()
  await press('Revoke Viewer link for anybody. Made by you, January 1, 2026, 09:05')
  await press('Revoke link')
  expect(asked.map(({ method }) => method)).toEqual(['DELETE'])
})
