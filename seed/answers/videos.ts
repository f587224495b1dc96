import type { Video, VideoDetail } from '@footnote/contract/nouns/library/videos.ts'

/** The fields that the answer and the row of an indexed video have alike. A new field that both have is added here. */
export const VIDEO = {
  version: 1,
  review_status: 'in_progress',
  file_extension: 'mp4',
  status: 'SUCCESS',
  error: null,
  searchable_until: null,
  playback_error: null,
  reading_note: null,
  speech_note: null,
  language_choice: null,
} as const satisfies Partial<Video>

/** An indexed video of one minute; its viewer has every permission. */
export const aVideo = (id: string, collection_id: string, fields: Partial<Video> = {}): Video => ({
  ...VIDEO,
  id,
  user_id: 'u',
  collection_id,
  stack_id: `stack of ${id}`,
  version_count: 1,
  current: true,
  due_at: null,
  file_name: `${id}.mp4`,
  file_url: null,
  file_size: 1,
  same_file_as: null,
  source: null,
  fetching: null,
  status_percentage: 100,
  video_duration: 60,
  duration: 60,
  upload_date: '2026-01-01T00:00:00.000Z',
  thumbnail_url: null,
  stream_url: null,
  playback: 'READY',
  frames_note: null,
  subtitle_url: null,
  storyboard: null,
  language: 'en',
  sound: null,
  frame_rate: null,
  timecode: null,
  can: {
    open: true,
    review: true,
    rename: true,
    move: true,
    delete: true,
    retry: false,
    choose_sound: false,
    versions: true,
  },
  ...fields,
})

/** The same video as the review page gets it, without speech. */
export const aVideoDetail = (id: string, collection_id: string, fields: Partial<VideoDetail> = {}): VideoDetail => {
  const video = aVideo(id, collection_id)
  return {
    ...video,
    subtitle_word: [],
    speakers: [],
    transcript_revision: 0,
    transcript_engine: null,
    speech_searched: true,
    collection_name: 'Films',
    frame_times: null,
    renditions: [],
    light_copy: 'NONE',
    can: { ...video.can, comment: true, share: true, edit_transcript: true },
    ...fields,
  }
}
