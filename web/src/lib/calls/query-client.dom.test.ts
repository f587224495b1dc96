import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unreachable } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

let queries: QueryClient

beforeEach(() => {
  queries = createQueryClient()
  queries.mount()
})
afterEach(() => {
  window.dispatchEvent(new Event('online'))
  queries.unmount()
})

test('reads and writes are tried even if the browser says that it is offline', async () => {
  window.dispatchEvent(new Event('offline'))
  const read = queries.fetchQuery({ queryKey: ['user'], queryFn: () => 'read' })
  const act = queries.getMutationCache().build(queries, { mutationFn: async () => 'done' })
  expect(await Promise.all([read, act.execute(undefined)])).toEqual(['read', 'done'])
})

test('a failed read is logged without the details of its key', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const error = unreachable()
  const read = queries.fetchQuery({
    queryKey: ['review', 'secret'],
    queryFn: () => Promise.reject(error),
    retry: false,
  })
  await expect(read).rejects.toBe(error)
  expect(warned.mock.calls).toEqual([['read', 'review', error]])
})
