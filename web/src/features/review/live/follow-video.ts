import { live, REVIEW_EVENTS } from '@footnote/contract/nouns/review/live.ts'
import { request, type ShareAccess } from '../../../lib/calls/client.ts'
import type { FollowVideo } from '../../../lib/calls/events.ts'
import { randomKey } from '../../../lib/random-key.ts'
import { follow } from './follow.ts'
import { personStream } from './person-stream.ts'

/**
 * How a page follows what happens around its video.
 * @param share the share link that opened the page, which then has a stream of its own; null for a signed-in user
 */
export function followVideo(video_id: string, share: ShareAccess | null): FollowVideo {
  if (share === null) return (listener, signal) => personStream.followVideo(video_id, listener, signal)
  const parts = { params: { video_id }, query: { page_key: randomKey() } }
  return (listener, signal) =>
    void follow(
      {
        known: REVIEW_EVENTS,
        open: (signal, headers) => request(live.video, { ...parts, headers }, signal, share),
      },
      listener,
      signal,
    )
}
