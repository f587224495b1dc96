import { type VideoDetail, videos } from '@footnote/contract/nouns/videos.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { isWorkedOn } from '@footnote/contract/shared/video-status.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../lib/calls/api-error.ts'
import { call } from '../../lib/calls/client.ts'

/** Reads a video again while the product is at work on it, then before its addresses end. */
export const untilSettled = ({ state }: { state: { data: VideoDetail | undefined } }) =>
  state.data && (isWorkedOn(state.data.status) || state.data.playback === 'PREPARING')
    ? TIMING.collection_refresh
    : TIMING.address_refresh

/** A video with its words, for people who are signed in; read again every 5 s while the product is at work on it. */
export const videoQuery = (video_id: string) =>
  queryOptions({
    queryKey: ['review', 'video', video_id],
    queryFn: ({ signal }) => call(videos.details, { params: { video_id } }, signal),
    refetchInterval: untilSettled,
  })

/** Whether what was asked for is not there, or not for this person: nothing that another try would change. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403)
