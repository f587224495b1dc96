import type { Collection } from '@footnote/contract/nouns/collections.ts'
import { expect, test } from 'vitest'
import { preselect } from './preselect.ts'

const collection = (id: string, num_videos: number, expired: boolean): Collection => ({
  id,
  name: id,
  user_id: 'u',
  num_videos,
  total_duration: 0,
  latest_thumbnail: null,
  created_at: '2026-01-01T00:00:00Z',
  expired,
  expires_at: null,
  kind: 'search',
  language: null,
  sample: false,
  can: { rename: true, delete: true, upload: true },
})

test('the first collection that is not expired and has videos is chosen', () => {
  expect(preselect([collection('a', 3, true), collection('b', 0, false), collection('c', 1, false)])?.id).toBe('c')
})
test('without videos anywhere, the first that is not expired is chosen', () => {
  expect(preselect([collection('a', 3, true), collection('b', 0, false)])?.id).toBe('b')
})
test('when all are expired, the first is chosen, and nothing from an empty list', () => {
  expect(preselect([collection('a', 3, true), collection('b', 0, true)])?.id).toBe('a')
  expect(preselect([])).toBeUndefined()
})
