import type { Video } from '@footnote/contract/videos.ts'

/** A minute of video that is indexed, and that its viewer may do everything with. */
export const aVideo = (id: string, collection_id: string): Video => ({
  id,
  user_id: 'u',
  collection_id,
  file_name: `${id}.mp4`,
  file_url: null,
  file_size: 1,
  file_extension: 'mp4',
  status: 'SUCCESS',
  status_percentage: 100,
  error: null,
  video_duration: 60,
  duration: 60,
  upload_date: '2026-01-01T00:00:00.000Z',
  thumbnail_url: null,
  stream_url: null,
  playback: 'READY',
  playback_error: null,
  subtitle_url: null,
  storyboard: null,
  speech_note: null,
  language: 'en',
  language_choice: null,
  frame_rate: null,
  can: { open: true, review: true, rename: true, move: true, delete: true, retry: false },
})
