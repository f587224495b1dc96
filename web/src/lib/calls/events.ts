import type { MomentEvents, ReviewEvents, StreamEnded } from '@footnote/contract/nouns/review/live.ts'

/** Any of some events, with its name. @template Events what they carry, by name */
export type EventOf<Events> = { [Name in keyof Events]: { name: Name; data: Events[Name] } }[keyof Events]

/** What happens around a video. */
export type ReviewEvent = EventOf<ReviewEvents>

/** What is true around a video at the moment. */
export type MomentEvent = EventOf<MomentEvents>

/** Receives the events of a followed stream. */
export interface StreamListener<Event> {
  /**
   * The stream is open.
   * @param resumed true: the events of the gap follow now. False: they are lost, so read the lists now
   */
  onOpen: (resumed: boolean) => void
  onEvent: (event: Event) => void
  /** The stream broke or did not open, or the page is hidden. It opens again by itself. */
  onClosed: (why: 'lost' | 'hidden') => void
  /** The stream is over for good. */
  onEnded: (reason: StreamEnded) => void
}

/** Follows what happens around a video, until the signal stops it. */
export type FollowVideo = (listener: StreamListener<ReviewEvent>, signal: AbortSignal) => void

/** Receives what concerns the signed-in person. Nothing is sent later: what was read before an opening may be outdated. */
export interface PersonListener {
  onOpen: () => void
  onClosed: () => void
  /** A notification came, or one changed. */
  onNotifications: () => void
}

/** Follows what concerns the signed-in person, until the signal stops it. */
export type FollowPerson = (listener: PersonListener, signal: AbortSignal) => void
