import type { Collection } from '@footnote/contract/nouns/collections.ts'

/** A collection of one minute; its viewer has every permission. */
export const aCollection = (id: string, name: string, more: Partial<Collection> = {}): Collection => ({
  id,
  name,
  user_id: 'u',
  num_videos: 1,
  total_duration: 60,
  latest_thumbnail: null,
  created_at: '2026-01-01T00:00:00.000Z',
  expired: false,
  expires_at: null,
  kind: 'search',
  language: null,
  sample: false,
  can: { rename: true, delete: true, upload: true },
  ...more,
})
