import { LAST_EVENT_ID, live, StreamEnded, StreamOpened } from '@footnote/contract/nouns/review/live.ts'
import { PRESENT } from '@footnote/contract/shared/limits.ts'
import type * as z from 'zod/mini'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { request } from '../../../lib/calls/client.ts'
import type { EventOf, StreamListener } from '../../../lib/calls/events.ts'
import { readEvents } from './read-events.ts'

/** What events carry, by name. */
type Schemas = Readonly<Record<string, z.ZodMiniType>>
type KnownEvent<Known extends Schemas> = EventOf<{ readonly [Name in keyof Known]: z.output<Known[Name]> }>

interface Stream<Known extends Schemas> {
  /** The events that the page knows; a newer server may send others. */
  readonly known: Known
  /** @param headers with the cursor from which the stream goes on */
  readonly open: (signal: AbortSignal, headers: Readonly<Record<string, string>>) => Promise<Response>
}

/** How far the page is in the log of events. */
interface LogPosition {
  /** Id of the last event; empty when the page must read what it shows before it can go on. */
  id: string
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
/** Milliseconds in which `opened` follows the first line. Servers of earlier versions never send it. */
const OPENED = 1_000

/**
 * Follows a stream of events until `signal` stops it or the stream ends for good. A hidden page closes the stream; when
 * it is visible again, the stream goes on where it was.
 */
export async function follow<Known extends Schemas>(
  stream: Stream<Known>,
  listener: StreamListener<KnownEvent<Known>>,
  signal: AbortSignal,
): Promise<void> {
  const place: LogPosition = { id: '' }
  let failures = 0
  const onOpen = (resumed: boolean) => {
    failures = 0
    listener.onOpen(resumed)
  }
  while (!signal.aborted) {
    let wait = 0
    await untilSeen(signal)
    const hidden = whenHidden()
    try {
      const ended = await hear(stream, { ...listener, onOpen }, place, AbortSignal.any([signal, hidden.signal]))
      if (ended) return listener.onEnded(ended)
    } catch (error) {
      if (signal.aborted) return
      if (hidden.signal.aborted) {
        listener.onClosed('hidden')
        continue
      }
      const reason = finalReason(error)
      if (reason) return listener.onEnded(reason)
      if (error instanceof ApiError && error.retry_after !== null) wait = error.retry_after * 1000
    } finally {
      hidden.stop()
    }
    if (signal.aborted) return
    listener.onClosed('lost')
    const backoff = Math.min(WAIT.longest, WAIT.first * 2 ** failures)
    failures += 1
    await pause(Math.max(wait, backoff * (0.8 + 0.4 * Math.random())), signal)
  }
}

/** One connection, from opening to end. @returns the reason for the final end, if the server gave one */
async function hear<Known extends Schemas>(
  { known, open }: Stream<Known>,
  listener: StreamListener<KnownEvent<Known>>,
  place: LogPosition,
  signal: AbortSignal,
): Promise<StreamEnded | null> {
  const silence = new AbortController()
  const asked = place.id
  let timer = setTimeout(() => silence.abort(), SILENCE)
  let unnamed: ReturnType<typeof setTimeout> | undefined
  let signs: ReturnType<typeof setInterval> | undefined
  const onSign = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE)
    unnamed ??= setTimeout(() => {
      place.id = ''
      listener.onOpen(false)
    }, OPENED)
  }
  try {
    const { body } = await open(AbortSignal.any([signal, silence.signal]), asked ? { [LAST_EVENT_ID]: asked } : {})
    if (!body) return null
    for await (const { event: name = '', data, id } of readEvents(body, onSign)) {
      const before = place.id
      // After an event that cannot be applied, the page reads what it shows.
      place.id = ''
      if (name === 'ended') return StreamEnded.parse(JSON.parse(data))
      if (name === 'opened') {
        clearTimeout(unnamed)
        const { here } = StreamOpened.parse(JSON.parse(data))
        if (here) signs = setInterval(() => sayHere(here), PRESENT.sign * 1_000)
        listener.onOpen(asked !== '')
      }
      if (name === 'missed') {
        await pause(SPREAD * Math.random(), signal)
        signal.throwIfAborted()
        listener.onOpen(false)
      }
      if (Object.hasOwn(known, name)) listener.onEvent(parsed(known, name, data))
      place.id = id ?? before
    }
    return null
  } finally {
    clearTimeout(timer)
    clearTimeout(unnamed)
    clearInterval(signs)
  }
}

/** Says that the page is still there. One that does not arrive is followed by others. */
const sayHere = (here: string) => void request(live.here, { body: { here } }).catch(() => undefined)

/** An event whose data its schema has checked. TypeScript does not connect the name with its data. */
const parsed = <Known extends Schemas>(known: Known, name: keyof Known & string, data: string): KnownEvent<Known> =>
  ({ name, data: known[name]?.parse(JSON.parse(data)) }) as KnownEvent<Known>

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
