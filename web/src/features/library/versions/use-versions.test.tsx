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
