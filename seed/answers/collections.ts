import type { Collection } from '@footnote/contract/nouns/library/collections.ts'

/** The fields that the answer and the row of a collection have alike. A new field that both have is added here. */
export const COLLECTION = {
  kind: 'search',
  language: null,
  sample: false,
} as const satisfies Partial<Collection>

/** A collection of one minute; its viewer has every permission. */
export const aCollection = (id: string, name: string, more: Partial<Collection> = {}): Collection => ({
  ...COLLECTION,
  id,
  name,
  user_id: 'u',
  num_videos: 1,
  total_duration: 60,
  latest_thumbnail: null,
  created_at: '2026-01-01T00:00:00.000Z',
  expired: false,
  expires_at: null,
  can: { rename: true, delete: true, upload: true },
  ...more,
})
