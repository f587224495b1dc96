import {
  live,
  MOMENT_EVENTS,
  PERSON_EVENTS,
  REVIEW_EVENTS,
  type StreamEnded,
} from '@footnote/contract/nouns/review/live.ts'
import { request } from '../../../lib/calls/client.ts'
import type { MomentEvent, PersonListener, ReviewEvent, StreamListener } from '../../../lib/calls/events.ts'
import { randomKey } from '../../../lib/random-key.ts'
import { follow } from './follow.ts'

interface FollowedVideo {
  readonly video_id: string
  readonly listener: StreamListener<ReviewEvent | MomentEvent>
}

/** Why a stream with a video is over. */
interface StreamEnd {
  readonly video: FollowedVideo | null
  readonly reason: StreamEnded
}

/** Milliseconds that the stream stays as it is when its video is left: the next page may name another one. */
const LINGER = 2_000
/** Milliseconds after a refusal before the next try: a server of an earlier version has no such stream. */
const LATER = 60_000

/** The one stream of this page of a signed-in person: what concerns them, and what happens around a video. */
export class PersonStream {
  readonly #page_key = randomKey()
  #person: PersonListener | null = null
  #video: FollowedVideo | null = null
  /** Stops the stream; null while there is none. */
  #stream: AbortController | null = null
  #open = false
  /** Opens the next stream. */
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Tells one listener what concerns the person. */
  followPerson(listener: PersonListener, signal: AbortSignal): void {
    if (signal.aborted) return
    this.#person = listener
    signal.addEventListener('abort', () => {
      if (this.#person !== listener) return
      this.#person = null
      if (!this.#video) this.#close()
    })
    if (this.#open) listener.onOpen()
    else if (!this.#stream && this.#timer === undefined) this.#openIn(0)
  }

  /** Tells one listener what happens around a video. The page has one video at a time. */
  followVideo(video_id: string, listener: StreamListener<ReviewEvent | MomentEvent>, signal: AbortSignal): void {
    const video = { video_id, listener }
    this.#video = video
    signal.addEventListener('abort', () => {
      if (this.#video !== video) return
      this.#video = null
      if (this.#person) this.#openIn(LINGER)
      else this.#close()
    })
    this.#openIn(0)
  }

  #openIn(wait: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#start(null), wait)
  }

  #close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#stream?.abort()
    this.#stream = null
    this.#tellClosed()
  }

  #tellClosed(): void {
    if (this.#open) this.#person?.onClosed()
    this.#open = false
  }

  #endVideo({ video, reason }: StreamEnd): void {
    if (this.#video !== video) return
    this.#video = null
    video?.listener.onEnded(reason)
  }

  /**
   * Opens a stream in place of the one before.
   * @param ending of that one. The new stream is without the video: if it opens, the reason was the video; if it does not,
   * the server has no such streams
   */
  #start(ending: StreamEnd | null): void {
    this.#close()
    const stream = new AbortController()
    this.#stream = stream
    const video = ending ? null : this.#video
    // The page may have been left since.
    const listener = () => (this.#video === video ? video?.listener : undefined)
    const query = { page_key: this.#page_key, video_id: video?.video_id }
    void follow(
      {
        known: { ...PERSON_EVENTS, ...REVIEW_EVENTS, ...MOMENT_EVENTS },
        open: (signal, headers) => request(live.person, { query, headers }, signal),
      },
      {
        onOpen: (resumed) => {
          this.#open = true
          this.#person?.onOpen()
          listener()?.onOpen(resumed)
          if (ending) this.#endVideo(ending)
        },
        onEvent: (event) => {
          if (event.name === 'notifications') this.#person?.onNotifications()
          else listener()?.onEvent(event)
        },
        onClosed: (why) => {
          this.#tellClosed()
          listener()?.onClosed(why)
        },
        onEnded: (reason) => {
          this.#stream = null
          this.#tellClosed()
          listener()?.onClosed('lost')
          if (reason.code === 'unauthenticated') this.#endVideo({ video, reason })
          else if (!video) this.#openIn(LATER)
          else if (this.#video === video) this.#start({ video, reason })
        },
      },
      stream.signal,
    )
  }
}

/** The stream of this page. */
export const personStream = new PersonStream()
