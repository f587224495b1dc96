import { PassThrough } from 'node:stream'
import type {
  LinkEvents,
  MomentEvents,
  PersonEvents,
  ReviewEvents,
  StreamEvents,
} from '@footnote/contract/nouns/review/live.ts'
import type { Channels } from '../../../platform/db/channels.ts'
import type { ProductError } from '../../../platform/errors.ts'
import type { Listener } from './queries.ts'

/** Milliseconds between two checks of all rights without a message: one may be lost. */
export const CHECK_EACH = 60_000
/** Milliseconds between two lines, so that no proxy closes an idle connection. */
export const LINE = 15_000
/** A client with this many unread bytes has stopped reading. */
const MOST_WAITING = 1024 ** 2

/** Somebody who opens a stream. */
export interface Watcher extends Listener {
  /** Grouped for counting, as handlers get it. */
  readonly address: string
  /** What the page calls itself; null from programs, and from pages of earlier versions. */
  readonly page_key: string | null
  /** Whether the person's own events belong to it. */
  readonly personal: boolean
}

type Events = ReviewEvents & MomentEvents & LinkEvents & StreamEvents & PersonEvents

/** What a stream sends to its page. */
export class EventOutput {
  readonly output = new PassThrough()
  #timer: NodeJS.Timeout | undefined

  constructor() {
    this.output.once('close', () => clearTimeout(this.#timer))
  }

  /** @param id of an event of the video, from which a later stream can go on */
  send<Name extends keyof Events & string>(name: Name, data: Events[Name], id?: string): void {
    this.#write(`event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)
  }

  /** Writes a comment: a sign of life. */
  line(text = ''): void {
    this.#write(`:${text}\n\n`)
  }

  end({ code, message }: ProductError): void {
    this.send('ended', { code, detail: message })
    this.output.end()
  }

  /** Calls back once a time has come, unless the stream is closed. Only the last call counts. @param time null for never */
  callAt(time: Date | null, onTime: () => void): void {
    clearTimeout(this.#timer)
    const left = time === null ? Number.POSITIVE_INFINITY : time.getTime() - Date.now()
    // Each check sets it again, and longer times than a timer can wait need none yet.
    if (left < 2 * CHECK_EACH && !this.output.destroyed) this.#timer = setTimeout(onTime, Math.max(0, left) + 1).unref()
  }

  #write(text: string): void {
    if (this.output.writableEnded || this.output.destroyed) return
    if (this.output.writableLength > MOST_WAITING) this.output.destroy()
    else this.output.write(text)
  }
}

/** An open stream: viewer and discussion as of the last check, and how far in the video's log it is. */
export class Stream extends EventOutput implements Watcher {
  viewer: Watcher['viewer']
  discussion: Watcher['discussion']
  readonly address: string
  readonly page_key: string | null
  readonly personal: boolean
  /** Whether the link of a guest was changed since the page heard of it. */
  link_due = false
  /** Number of the last event that was sent, or was not for this listener; null until it is placed in the log. */
  passed: number | null = null
  /** Number of the last event that is in the log, as far as this process knows. */
  last = 0

  constructor({ viewer, discussion, address, page_key, personal }: Watcher) {
    super()
    this.viewer = viewer
    this.discussion = discussion
    this.address = address
    this.page_key = page_key
    this.personal = personal
  }

  /** Takes note of the last event in the log. */
  noteLast(last: number): void {
    this.last = Math.max(this.last, last)
  }
}

/** Whether messages arrive, or will within seconds. */
export async function listensSoon(channels: Channels): Promise<boolean> {
  const patience = new Promise<false>((resolve) => setTimeout(resolve, 5_000, false).unref())
  return await Promise.race([channels.listening().then(() => true), patience])
}
