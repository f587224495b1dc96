import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { largest, smallest } from '@footnote/contract/shared/extremes.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { atMost } from '../../../platform/at-most.ts'
import type { Database } from '../../../platform/db/database.ts'
import { beginLog, EVENT_CHANNEL, type LogNotice } from '../../../platform/db/event-log.ts'
import type { Notices } from '../../../platform/db/notices.ts'
import { PassingError, ProductError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/queue/jobs.ts'
import { Seal } from '../../../platform/tokens.ts'
import { NOTIFICATION_CHANNEL } from '../../ground/notifications/queries.ts'
import type { Circumstances } from '../../library/collections/policy.ts'
import type { Services } from '../../services.ts'
import { isSamePage, refuseMore } from './counts.ts'
import { type EventReaders, eventReaders, type PresentedEvent, readPresented } from './present.ts'
import {
  type Listener,
  mayConcern,
  RIGHTS_CHANNEL,
  type RightsNotice,
  readLast,
  readListenerAgain,
  rightsKey,
} from './queries.ts'
import { Stream, type Watcher } from './stream.ts'

/** Milliseconds after which a stream reads its rights without a notice: one may be lost, and some rights end by time. */
const CHECK_AFTER = 60_000
/** Milliseconds between two looks for such streams. */
const CHECK_EACH = 1_000
/** Rights that are read in parallel, so that other calls find free connections. */
const AT_ONCE = 4
/** Milliseconds between two lines, so that no proxy closes an idle connection. */
const LINE = 15_000
/** Milliseconds before the next try when the database does not answer. */
const RETRY = 1_000
/** Events that a stream may be behind. With more, reading the lists again is less work for server and page. */
const MOST_BEHIND = 500

/** A stream and the number of the event that it is brought to. */
interface Step {
  readonly stream: Stream
  readonly from: number
  readonly to: number
}

/** The open event streams of this process, each with a place in the log of its video. */
export class EventStreams {
  readonly #db: Database
  readonly #notices: Notices
  readonly #billing: boolean
  readonly #log: Log
  readonly #readers: EventReaders
  /** Ids of events are sealed: their numbers would say how much a link does not show. */
  readonly #seal: Seal
  readonly #streams = new Set<Stream>()
  readonly #timers: readonly NodeJS.Timeout[]
  /** Those whose rights may have changed. */
  #stale = new Set<Stream>()
  /** Whether notices may have been lost, so that logs may be longer than known. */
  #unsure = false
  #working = false
  #woken = false

  constructor(services: Pick<Services, 'db' | 'notices' | 'config' | 'log'>) {
    const { db, notices, config, log } = services
    this.#db = db
    this.#notices = notices
    this.#billing = config.billing
    this.#log = log
    this.#readers = eventReaders(services)
    this.#seal = new Seal(config.secret_key, 'places in logs of events')
    notices.on(RIGHTS_CHANNEL, {
      heard: (payload) => {
        const notice: RightsNotice = JSON.parse(payload)
        this.#checkSoon([...this.#streams].filter((stream) => mayConcern(notice, stream)))
      },
      // All channels lose and regain their notices together, so one of them says so.
      resumed: () => {
        this.#unsure = true
        for (const stream of this.#streams) if (stream.personal) this.#remindLater(stream)
        this.#checkSoon([...this.#streams])
      },
    })
    notices.on(EVENT_CHANNEL, {
      heard: (payload) => {
        const { video_id, last }: LogNotice = JSON.parse(payload)
        for (const stream of this.#streams) if (stream.discussion?.video.id === video_id) stream.known(last)
        this.#wake()
      },
      resumed: () => undefined,
    })
    notices.on(NOTIFICATION_CHANNEL, {
      heard: (user_id) => {
        for (const stream of this.#streams)
          if (stream.personal && stream.viewer.kind === 'user' && stream.viewer.user_id === user_id)
            stream.send('notifications', {})
      },
      resumed: () => undefined,
    })
    this.#timers = [
      setInterval(() => this.#checkSoon(this.#longUnchecked()), CHECK_EACH),
      setInterval(() => {
        for (const stream of this.#streams) stream.line()
      }, LINE),
    ]
  }

  /**
   * Opens a stream of what happens around a video that the viewer may read, and of what concerns only them.
   * @param after id of the last event that the page has; undefined to hear what happens from now on
   * @throws ProductError unavailable when no notices can arrive at the moment, rate_limited
   */
  async open(watcher: Watcher, after?: string): Promise<Readable> {
    if (!(await heardSoon(this.#notices))) throw new ProductError('unavailable')
    for (const stream of this.#streams) if (isSamePage(stream, watcher)) this.#close(stream)
    refuseMore([...this.#streams], watcher)
    const stream = new Stream(watcher)
    this.#streams.add(stream)
    stream.output.once('close', () => this.#streams.delete(stream))
    try {
      await this.#place(stream, after)
    } catch (error) {
      this.#close(stream)
      throw error
    }
    return stream.output
  }

  /** Ends all streams; their clients reconnect elsewhere. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    for (const stream of this.#streams) this.#close(stream)
  }

  #close(stream: Stream): void {
    this.#streams.delete(stream)
    stream.output.end()
  }

  /** Finds where in the log a stream begins, and says so. Of what is written later, notices arrive. */
  async #place(stream: Stream, after: string | undefined): Promise<void> {
    const video_id = stream.discussion?.video.id
    const last = video_id === undefined ? 0 : await this.#lastOf(video_id)
    stream.line(' open')
    if (video_id === undefined) stream.send('opened', {})
    else {
      const place = after === undefined ? last : this.#placeOf(after, video_id)
      stream.known(last)
      stream.passed = place ?? last
      stream.send('opened', {}, this.#idOf(stream, stream.passed))
      if (place === null || place > last) this.#miss(stream, last)
    }
    // A right may have changed since the call read it.
    this.#checkSoon([stream])
  }

  async #lastOf(video_id: string): Promise<number> {
    return (await readLast(this.#db, [video_id])).get(video_id) ?? (await beginLog(this.#db, video_id))
  }

  #idOf({ discussion }: Listener, number: number): string {
    return this.#seal.seal(String(number), discussion?.video.id)
  }

  /** @returns null for an id that was not given out for this video */
  #placeOf(id: string, video_id: string): number | null {
    const number = this.#seal.open(id, video_id)
    return number === null ? null : Number(number)
  }

  /** Goes on at a later event without those before it. */
  #miss(stream: Stream, to: number): void {
    stream.passed = to
    stream.send('missed', {}, this.#idOf(stream, to))
  }

  /** Within the time in which the page would have asked by itself without a stream. */
  #remindLater(stream: Stream): void {
    setTimeout(() => stream.send('notifications', {}), Math.random() * TIMING.notification_polling).unref()
  }

  /** The streams that were checked longest ago, and so many of them that all get their turn in time. */
  #longUnchecked(): Stream[] {
    const due = performance.now() - CHECK_AFTER
    return [...this.#streams]
      .filter(({ checked_at }) => checked_at <= due)
      .sort((one, other) => one.checked_at - other.checked_at)
      .slice(0, Math.ceil((this.#streams.size * CHECK_EACH) / CHECK_AFTER))
  }

  #checkSoon(streams: readonly Stream[]): void {
    if (streams.length === 0) return
    for (const stream of streams) this.#stale.add(stream)
    this.#wake()
  }

  /** Works until nothing is left to do. Notices only say what there is to do, so one round does the work of many. */
  #wake(): void {
    this.#woken = true
    if (!this.#working) void this.#work()
  }

  async #work(): Promise<void> {
    this.#working = true
    while (this.#woken) {
      this.#woken = false
      try {
        await this.#round()
      } catch (error) {
        if (!(error instanceof PassingError)) this.#log.error({ err: error }, 'streams of events must wait')
        this.#woken = true
        await wait(RETRY, undefined, { ref: false })
      }
    }
    this.#working = false
  }

  /**
   * Brings every stream to the end of its log as it is known at the beginning. All of that was written before the rights are
   * read here, so nobody gets what was written after they lost theirs.
   */
  async #round(): Promise<void> {
    if (this.#unsure) await this.#learnLast()
    const stale = [...this.#stale]
    this.#stale.clear()
    const steps = [...this.#streams].flatMap((stream): Step[] =>
      stream.passed !== null && stream.last > stream.passed ? [{ stream, from: stream.passed, to: stream.last }] : [],
    )
    const one = atMost(AT_ONCE)
    const checks = await Promise.allSettled(
      [...Map.groupBy(stale, rightsKey).values()].map((alike) => one(() => this.#check(alike))),
    )
    const ready = steps.filter(({ stream }) => this.#streams.has(stream) && !this.#stale.has(stream))
    for (const [video_id, ofVideo] of Map.groupBy(ready, ({ stream }) => stream.discussion?.video.id))
      if (video_id !== undefined) await this.#pass(video_id, ofVideo)
    for (const check of checks) if (check.status === 'rejected') throw check.reason
  }

  async #learnLast(): Promise<void> {
    this.#unsure = false
    try {
      const ids = [...this.#streams].flatMap(({ discussion }) => discussion?.video.id ?? [])
      const last = await readLast(this.#db, [...new Set(ids)])
      for (const stream of this.#streams) stream.known(last.get(stream.discussion?.video.id ?? '') ?? 0)
    } catch (error) {
      this.#unsure = true
      throw error
    }
  }

  /** Sends the events of a video to some of its streams. */
  async #pass(video_id: string, steps: readonly Step[]): Promise<void> {
    const near = steps.filter(({ from, to }) => to - from <= MOST_BEHIND)
    for (const { stream, from, to } of steps) if (to - from > MOST_BEHIND) this.#miss(stream, to)
    if (near.length === 0) return
    const after = smallest(near.map(({ from }) => from))
    const events = await readPresented(this.#db, this.#readers, video_id, after, largest(near.map(({ to }) => to)))
    const circumstances = { billing: this.#billing, now: new Date() }
    for (const { stream, from, to } of near) {
      const own = events.filter(({ number }) => number > from && number <= to)
      // The log no longer reaches back so far.
      if (own.length < to - from) this.#miss(stream, to)
      else for (const event of own) this.#send(stream, event, circumstances)
    }
  }

  #send(stream: Stream, { number, name, present }: PresentedEvent, circumstances: Circumstances): void {
    const { viewer, discussion } = stream
    const data = discussion && present?.({ viewer, discussion }, circumstances)
    if (data) stream.send(name, data, this.#idOf(stream, number))
    stream.passed = number
  }

  /** Reads the rights of streams that have the same ones. */
  async #check(alike: readonly Stream[]): Promise<void> {
    const [first] = alike
    if (!first) return
    const circumstances = { billing: this.#billing, now: new Date() }
    try {
      const read = await readListenerAgain(this.#db, first, circumstances)
      for (const stream of alike) Object.assign(stream, read, { checked_at: performance.now() })
    } catch (error) {
      if (!(error instanceof ProductError)) {
        // A check that fails because of the database ends no stream.
        for (const stream of alike) this.#stale.add(stream)
        throw error
      }
      for (const stream of alike) this.#end(stream, error)
    }
  }

  #end(stream: Stream, error: ProductError): void {
    // A client that reads nothing more would never close it.
    this.#streams.delete(stream)
    stream.end(error)
  }
}

/** Whether notices arrive, or will within seconds. */
async function heardSoon(notices: Notices): Promise<boolean> {
  const patience = new Promise<false>((resolve) => setTimeout(resolve, 5_000, false).unref())
  return await Promise.race([notices.listening().then(() => true), patience])
}
