import {
  comments,
  REVIEW_EVENTS,
  type ReviewEvents,
  type StreamEnded,
} from '@footnote/contract/nouns/review/comments.ts'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { readEvents } from './read-events.ts'

/** An event of the stream with its name. */
export type ReviewEvent = { [Name in keyof ReviewEvents]: { name: Name; data: ReviewEvents[Name] } }[keyof ReviewEvents]

/** Receives the events of a followed stream. */
interface Listener {
  /** The stream is open, or the server receives events again: a list that is read from now on misses nothing. */
  onOpen: () => void
  onEvent: (event: ReviewEvent) => void
  /** The stream broke or did not open; `follow` tries again. */
  onLost: () => void
  /** The stream is over for good. */
  onEnded: (reason: StreamEnded) => void
}

/** Milliseconds: the wait before the second try, doubled up to the longest. */
const WAIT = { first: 500, longest: 15_000 } as const
/**
 * Milliseconds over which clients spread their reload after `missed`, because the server sends it to all of them at
 * once.
 */
const SPREAD = 2_000
/**
 * Milliseconds without a sign of life after which a stream counts as dead; the server sends a line every 15 seconds.
 */
const SILENCE = 40_000
/**
 * Milliseconds after which a hidden page closes its connection: browsers allow six to a host (HTTP/1.1), so six open
 * pages would leave none for a seventh.
 */
const HIDDEN = 30_000

/**
 * Follows a stream of events until `signal` stops it or the stream ends for good. A hidden page closes the stream; when
 * it is visible again, `onOpen` is called again, so that a list read then misses nothing.
 */
export async function follow(
  open: (signal: AbortSignal) => Promise<Response>,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let wait = 0
    await untilSeen(signal)
    const hidden = whenHidden()
    try {
      const ended = await hear(open, listener, AbortSignal.any([signal, hidden.signal]), () => {
        failures = 0
      })
      if (ended) return listener.onEnded(ended)
    } catch (error) {
      if (signal.aborted) return
      if (hidden.signal.aborted) continue
      const reason = finalReason(error)
      if (reason) return listener.onEnded(reason)
      if (error instanceof ApiError && error.retry_after !== null) wait = error.retry_after * 1000
    } finally {
      hidden.stop()
    }
    if (signal.aborted) return
    listener.onLost()
    const backoff = Math.min(WAIT.longest, WAIT.first * 2 ** failures)
    failures += 1
    await pause(Math.max(wait, backoff * (0.8 + 0.4 * Math.random())), signal)
  }
}

/** One connection, from opening to end. @returns the reason for the final end, if the server gave one */
async function hear(
  open: (signal: AbortSignal) => Promise<Response>,
  listener: Listener,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<StreamEnded | null> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE)
  let opened = false
  const onSign = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE)
    if (opened) return
    opened = true
    onOpen()
    listener.onOpen()
  }
  try {
    const { body } = await open(AbortSignal.any([signal, silence.signal]))
    if (!body) return null
    for await (const { name, data } of readEvents(body, onSign)) {
      if (name === 'ended') return comments.events.events.ended.parse(JSON.parse(data))
      if (name === 'missed') await pause(SPREAD * Math.random(), signal).then(() => signal.aborted || listener.onOpen())
      if (isReviewEvent(name)) listener.onEvent(parsed(name, data))
    }
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** An event whose data the contract has checked. TypeScript does not connect the name with its data. */
const parsed = (name: keyof ReviewEvents, data: string): ReviewEvent =>
  ({ name, data: REVIEW_EVENTS[name].parse(JSON.parse(data)) }) as ReviewEvent

/** Whether an event is one of those that this page knows; a newer server may send others. */
const isReviewEvent = (name: string): name is keyof ReviewEvents => Object.hasOwn(REVIEW_EVENTS, name)

/** Refusals that a retry would not change. */
function finalReason(error: unknown): StreamEnded | null {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return null
  return error.status === 408 || error.status === 429 ? null : { code: error.code, detail: error.detail }
}

/** Waits, but stops waiting when the network is back. @param time milliseconds */
function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, time)
    window.addEventListener('online', go)
    signal.addEventListener('abort', go)
  })
}

/** A signal for a page that was hidden for long. */
function whenHidden(): { signal: AbortSignal; stop: () => void } {
  const gone = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(() => gone.abort(), HIDDEN)
  }
  document.addEventListener('visibilitychange', look)
  return {
    signal: gone.signal,
    stop: () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    },
  }
}

/** Waits while the page is hidden. */
function untilSeen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })
}
