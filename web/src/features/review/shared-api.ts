import { sharing } from '@footnote/contract/nouns/sharing.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/calls/client.ts'
import { readSharedVideo } from '../../lib/calls/video-detail.ts'
import { untilSettled } from './api.ts'

/** The video and permission of a share link; reloaded regularly, because a link can end while its page is open. */
export const linkQuery = (share_token: string) =>
  queryOptions({
    queryKey: ['review', 'link', share_token],
    queryFn: ({ signal }) => call(sharing.validate, { params: { share_token } }, signal),
    refetchInterval: TIMING.share_check,
    refetchIntervalInBackground: true,
  })

/** A video with its transcript, for a guest with a share link; `video_id` is null until the link is read. */
export const sharedVideoQuery = (video_id: string | null, share_token: string) =>
  queryOptions({
    queryKey: ['review', 'shared', share_token, video_id],
    queryFn: ({ signal }) => readSharedVideo(video_id ?? '', { share_token }, signal),
    enabled: video_id !== null,
    refetchInterval: untilSettled,
  })
