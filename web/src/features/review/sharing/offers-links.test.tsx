import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { aShareLink } from '../../../../../seed/answers/links.ts'
import { aVideoDetail } from '../../../../../seed/answers/videos.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { useOffersLinks } from './offers-links.ts'

const link = aShareLink('l')

/** Whether the dialog is offered beside a video with these links, and how often the links were read. */
function offers({ share, guest = false, links }: { share: boolean; guest?: boolean; links: readonly object[] }) {
  const reads = vi.fn(async () => Response.json({ share_links: links }))
  vi.stubGlobal('fetch', reads)
  const video = aVideoDetail('v', 'c')
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const shown = { ...video, can: { ...video.can, share } }
  const { result } = renderHook(() => useOffersLinks(shown, guest), { wrapper })
  return { result, reads }
}

test('the dialog of links is offered to people who can make one', () => {
  const { result, reads } = offers({ share: true, links: [] })
  expect([result.current, reads.mock.calls.length]).toEqual([true, 0])
})

test('and to people who can only revoke one', async () => {
  const { result } = offers({ share: false, links: [link] })
  await waitFor(() => expect(result.current).toBe(true))
})

test('but not to people who can do neither', async () => {
  const { result, reads } = offers({ share: false, links: [] })
  await waitFor(async () => expect(await reads.mock.results[0]?.value).toBeDefined())
  expect(result.current).toBe(false)
})

test('and never to guests', () => {
  const { result, reads } = offers({ share: false, guest: true, links: [link] })
  expect([result.current, reads.mock.calls.length]).toEqual([false, 0])
})
