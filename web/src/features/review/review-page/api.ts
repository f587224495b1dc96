import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { isWorkedOn } from '@footnote/contract/shared/video-status.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { readVideoDetail } from '../../../lib/calls/video-detail.ts'

/** Reloads a video while the product works on it, otherwise before its addresses expire. */
export const untilSettled = ({ state }: { state: { data: VideoDetail | undefined } }) =>
  state.data && (isWorkedOn(state.data.status) || state.data.playback === 'PREPARING' || state.data.sound?.changing)
    ? TIMING.collection_refresh
    : TIMING.address_refresh

/** A video with its transcript, for signed-in users; reloaded every 5 s while the product works on it. */
export const videoQuery = (video_id: string) =>
  queryOptions({
    queryKey: ['review', 'video', video_id],
    queryFn: ({ signal }) => readVideoDetail(video_id, signal),
    refetchInterval: untilSettled,
  })

/** Whether something does not exist, or not for this person: a retry would not change that. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403)
