import { type CommentEvent, comments, type StreamEnded } from '@footnote/contract/nouns/comments.ts'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { readEvents } from './event-stream.ts'

/** What is told while a stream is followed. */
interface Listener {
  /** What is read from now on misses nothing: the stream is open, or the server hears again what it had missed. */
  onOpen: () => void
  onComment: (event: CommentEvent) => void
  /** The stream broke, or could not be opened; it is tried again. */
  onLost: () => void
  /** There is no more to hear. */
  onEnded: (reason: StreamEnded) => void
}

/** Milliseconds: the wait before the second try, doubled up to the longest. */
const WAIT = { first: 500, longest: 15_000 } as const
/** Milliseconds within which what was missed is read again: all who listen are told at the same moment. */
const SPREAD = 2_000
/** Milliseconds without a sign after which a stream is taken for dead; a line comes every 15 seconds. */
const SILENCE = 40_000
/**
 * Milliseconds that a page may be out of sight before it gives its connection back: browsers allow six to a host
 * (HTTP/1.1), and six open pages would leave none for a seventh.
 */
const HIDDEN = 30_000

/**
 * Follows a stream of events until `signal` says stop or the stream ends for good. A page that is out of sight lets it
 * go, and is told `onOpen` again when it is back: what is read then misses nothing.
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

/** One connection, from its opening to its end. @returns why there is no more to hear, if it said so */
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
      if (name === 'comment') listener.onComment(comments.events.events.comment.parse(JSON.parse(data)))
    }
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** Refusals that another try does not change. */
function finalReason(error: unknown): StreamEnded | null {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return null
  return error.status === 408 || error.status === 429 ? null : { code: error.code, detail: error.detail }
}

/** Waits, but no longer than until the network is back. @param time milliseconds */
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

/** A signal that comes once the page has been out of sight for long. */
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

/** Waits while the page is out of sight. */
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
