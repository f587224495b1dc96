import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { json } from '../../../../test/json.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { useVersions } from './use-versions.ts'

const around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={createQueryClient()}>
    <MemoryRouter>{children}</MemoryRouter>
  </QueryClientProvider>
)

test.each([
  [true, 'a member’s page reads the versions again when something is new', 2],
  [false, 'the page of a link to one version never asks for others', 0],
])('enabled %s: %s', async (enabled, _, calls) => {
  const fetched = vi.fn(async () => json({ versions: [] }))
  vi.stubGlobal('fetch', fetched)
  const { result } = renderHook(() => useVersions('v', () => 0, null, enabled), { wrapper: around })
  await act(async () => undefined)
  await expect.poll(() => fetched.mock.calls.length).toBe(Math.min(1, calls))
  act(() => result.current.refresh())
  await act(async () => undefined)
  await expect.poll(() => fetched.mock.calls.length).toBe(calls)
})

test('a guest of a link goes to the other versions behind it', async () => {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('x-share-token'))
    const version = { user_id: '', file_name: 'cut.mp4', status: 'SUCCESS', error: null, duration: 60 }
    const same = { ...version, thumbnail_url: null, created_at: '2026-01-01T00:00:00.000Z', first_name: '' }
    const facts = { last_name: '', open_comments: 0, review_status: 'in_progress' }
    const versions = [
      { ...same, ...facts, video_id: 'w', version: 2, current: true },
      { ...same, ...facts, video_id: 'v', version: 1, current: false },
    ]
    return json({ stack_id: 's', versions })
  })
  const { result } = renderHook(() => useVersions('v', () => 1.5, { share_token: 'link' }), { wrapper: around })
  await expect.poll(() => result.current.versions.length).toBe(2)
  expect(sent).toEqual(['link'])
  expect(result.current.versions.map(result.current.addressOf)).toEqual([
    '/shared/link/w?t=1.500',
    '/shared/link/v?t=1.500',
  ])
  expect(result.current.comparison()).toBe('/shared/link/v/compare?with=w&t=1.5')
  expect(result.current.newer?.address).toBe('/shared/link/w')
})
