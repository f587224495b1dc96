import {
  LINK_EVENTS,
  type LinkEvents,
  live,
  MOMENT_EVENTS,
  type PresentEvent,
  REVIEW_EVENTS,
} from '@footnote/contract/nouns/review/live.ts'
import { request, type ShareAccess } from '../../../lib/calls/client.ts'
import type { EventOf, FollowVideo, MomentEvent, ReviewEvent, StreamListener } from '../../../lib/calls/events.ts'
import { randomKey } from '../../../lib/random-key.ts'
import { noteLinkChange } from '../../../lib/stored/share-pass.ts'
import { follow } from './follow.ts'
import { personStream } from './person-stream.ts'

/** Milliseconds without a stream after which the page no longer says who is present. */
const OUTDATED = 10_000

/**
 * How a page follows what happens around its video.
 * @param share the share link that opened the page, which then has a stream of its own; null for a signed-in user
 * @param onPresent takes who else is there; null while the page does not know it
 */
export function followVideo(
  video_id: string,
  share: ShareAccess | null,
  onPresent?: (present: PresentEvent | null) => void,
): FollowVideo {
  const open = streamOf(video_id, share)
  return (listener, signal) => {
    let outdated: ReturnType<typeof setTimeout> | undefined
    open(
      {
        ...listener,
        onEvent: (event) => {
          if (event.name === 'link') {
            if (share) noteLinkChange(share.share_token)
            // What its guests see and may do has changed as well.
            return listener.onOpen(false)
          }
          if (event.name !== 'present') return listener.onEvent(event)
          clearTimeout(outdated)
          outdated = undefined
          onPresent?.(event.data)
        },
        onClosed: (why) => {
          outdated ??= setTimeout(() => onPresent?.(null), OUTDATED)
          listener.onClosed(why)
        },
      },
      signal,
    )
  }
}

type Listener = StreamListener<ReviewEvent | MomentEvent | EventOf<LinkEvents>>

function streamOf(video_id: string, share: ShareAccess | null) {
  if (share === null)
    return (listener: Listener, signal: AbortSignal) => personStream.followVideo(video_id, listener, signal)
  const parts = { params: { video_id }, query: { page_key: randomKey() } }
  return (listener: Listener, signal: AbortSignal) =>
    void follow(
      {
        known: { ...REVIEW_EVENTS, ...MOMENT_EVENTS, ...LINK_EVENTS },
        open: (signal, headers) => request(live.video, { ...parts, headers }, signal, share),
      },
      listener,
      signal,
    )
}
