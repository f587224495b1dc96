import { type VideoDetail, videos } from '@footnote/contract/nouns/library/videos.ts'
import { sharing } from '@footnote/contract/nouns/review/sharing.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { call, type ShareAccess } from './client.ts'
import { readPages } from './pages.ts'

const { page_size } = TRANSCRIPT

/** Finding words and stepping through frames need all of them. */
const joining = {
  page_size,
  belong: (before: VideoDetail, next: VideoDetail) => before.transcript_revision === next.transcript_revision,
  join: <Detail extends VideoDetail>(before: Detail, next: Detail): Detail => ({
    ...before,
    subtitle_word: [...before.subtitle_word, ...next.subtitle_word],
    frame_times: before.frame_times && [...before.frame_times, ...(next.frame_times ?? [])],
  }),
}

/** A video with all its words and times of frames, which are read page by page. @throws every error of the call */
export const readVideoDetail = (video_id: string, signal?: AbortSignal) =>
  readPages((query) => call(videos.details, { params: { video_id }, query }, signal), joining)

/** The same for a guest with a share link. */
export const readSharedVideo = (video_id: string, access: ShareAccess, signal?: AbortSignal) =>
  readPages((query) => call(sharing.video, { params: { video_id }, query }, signal, access), joining)

/** A video with its first word only, for callers that need neither words nor frames. @throws every error of the call */
export const readVideoAlone = (video_id: string) =>
  call(videos.details, { params: { video_id }, query: { page_size: 1 } })
