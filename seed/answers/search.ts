import type { Match } from '@footnote/contract/nouns/output/search.ts'

/** Five seconds of a video in the collection 'Films' that name a ledger. @param start_time seconds */
export const aMatch = (video_id: string, start_time: number, more: Partial<Match> = {}): Match => ({
  video_id,
  video_name: `${video_id}.mp4`,
  video_duration: 60,
  user_id: 'u',
  collection_id: 'c',
  collection_name: 'Films',
  start_time,
  end_time: start_time + 5,
  score: 0.9,
  types: ['speech'],
  text: 'a ledger',
  hits: [],
  moments: [],
  thumbnail_url: null,
  stream_url: `/${video_id}/stream`,
  subtitle_url: null,
  language: 'en',
  storyboard: null,
  steps: null,
  can: { review: true, comment: true },
  ...more,
})
