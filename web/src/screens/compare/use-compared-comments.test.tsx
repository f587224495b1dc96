import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { aComment } from '../../../../seed/answers/comments.ts'
import { aVideoDetail } from '../../../../seed/answers/videos.ts'
import { json } from '../../../test/json.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { useComparedComments } from './use-compared-comments.ts'

const side = (id: string, version: number) => ({
  video: aVideoDetail(id, 'c'),
  version: { video_id: id, version } as Version,
  refresh: async () => undefined,
})
const SIDES = { first: side('v1', 1), second: side('v2', 2) }

test('the strip has a marker for each comment of the other version, however many there are', async () => {
  const all = Array.from({ length: 120 }, (_, place) => aComment(`m${place}`, place / 4))
  vi.stubGlobal('fetch', async (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const of = pathname.endsWith('v2') ? all : []
    const [page, page_size] = [Number(searchParams.get('page')), Number(searchParams.get('page_size'))]
    const items = of.slice((page - 1) * page_size, page * page_size)
    return json({ items, index_id: 'c', page, page_size, total: of.length, counts: { open: of.length, resolved: 0 } })
  })
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useComparedComments(SIDES, 0, { current: null }, null), { wrapper })
  await expect.poll(() => result.current.on_strip.length).toBe(120)
  expect(result.current.open).toEqual({ first: 0, second: 120 })
  expect(new Set(result.current.on_strip.map(({ version }) => version))).toEqual(new Set([2]))
})
