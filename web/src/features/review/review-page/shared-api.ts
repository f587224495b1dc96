import { sharing } from '@footnote/contract/nouns/review/sharing.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/calls/client.ts'
import { readSharedVideo } from '../../../lib/calls/video-detail.ts'
import { isGone, untilSettled } from './api.ts'

/** The page asks the server for nothing after the link or its video is gone. */
const isThere = ({ state }: { state: { error: unknown } }): boolean => !isGone(state.error)

/** A share link; reloaded regularly, because it can end, or a newer version can come, while its page is open. */
export const linkQuery = (share_token: string) =>
  queryOptions({
    queryKey: ['review', 'link', share_token],
    queryFn: ({ signal }) => call(sharing.validate, { params: { share_token } }, signal, { share_token }),
    enabled: isThere,
    refetchInterval: TIMING.share_check,
    refetchIntervalInBackground: true,
  })

/** A video with its transcript, for a guest with a share link; `video_id` is null until the link is read. */
export const sharedVideoQuery = (video_id: string | null, share_token: string) =>
  queryOptions({
    queryKey: ['review', 'shared', share_token, video_id],
    queryFn: ({ signal }) => readSharedVideo(video_id ?? '', { share_token }, signal),
    enabled: (query) => video_id !== null && isThere(query),
    refetchInterval: untilSettled,
  })
