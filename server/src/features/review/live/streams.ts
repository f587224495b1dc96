import type { Readable } from 'node:stream'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import type { Channels } from '../../../platform/db/channels.ts'
import type { Database } from '../../../platform/db/database.ts'
import { beginLog, EVENT_CHANNEL, type LogMessage } from '../../../platform/db/event-log.ts'
import { ProductError } from '../../../platform/errors.ts'
import { NOTIFICATION_CHANNEL } from '../../ground/notifications/queries.ts'
import type { Services } from '../../services.ts'
import { Cursors, type Step } from './cursors.ts'
import { PresentPeople } from './presence.ts'
import { readLast } from './queries.ts'
import { mayConcern, RIGHTS_CHANNEL, type RightsMessage, RightsReader } from './rights.ts'
import { Rounds } from './rounds.ts'
import { CHECK_EACH, LINE, listensSoon, Stream, type Watcher } from './stream.ts'
import { isSamePage, refuseMore } from './stream-limits.ts'

/** The open event streams of this process, each at its place in the log of its video. */
export class EventStreams {
  readonly #db: Database
  readonly #channels: Channels
  readonly #billing: boolean
  readonly #cursors: Cursors
  readonly #present: PresentPeople
  readonly #streams = new Set<Stream>()
  readonly #timers: readonly NodeJS.Timeout[]
  /** Those whose rights may have changed. */
  #stale = new Set<Stream>()
  /** Whether messages may have been lost, so that logs may be longer than known. */
  #unsure = false
  readonly #rounds: Rounds

  constructor(services: Pick<Services, 'db' | 'channels' | 'config' | 'log'>) {
    const { db, channels, config, log } = services
    this.#db = db
    this.#channels = channels
    this.#billing = config.billing
    this.#cursors = new Cursors(services)
    this.#rounds = new Rounds(log, () => this.#round())
    this.#present = new PresentPeople(services, () => this.#rounds.wake())
    channels.on(RIGHTS_CHANNEL, {
      onMessage: (payload) => {
        const message: RightsMessage = JSON.parse(payload)
        for (const stream of this.#streams) if (isOfLink(stream, message.link)) stream.link_due = true
        this.#checkSoon([...this.#streams].filter((stream) => mayConcern(message, stream)))
      },
      // All channels lose and regain their messages together, so one of them says so.
      onResume: () => {
        this.#unsure = true
        for (const stream of this.#streams) if (stream.personal) this.#remindLater(stream)
        this.#checkSoon([...this.#streams])
      },
    })
    channels.on(EVENT_CHANNEL, {
      onMessage: (payload) => {
        const { video_id, last }: LogMessage = JSON.parse(payload)
        for (const stream of this.#streams) if (stream.discussion?.video.id === video_id) stream.noteLast(last)
        this.#rounds.wake()
      },
      onResume: () => undefined,
    })
    channels.on(NOTIFICATION_CHANNEL, {
      onMessage: (user_id) => {
        for (const stream of this.#streams)
          if (stream.personal && stream.viewer.kind === 'user' && stream.viewer.user_id === user_id)
            stream.send('notifications', {})
      },
      onResume: () => undefined,
    })
    this.#timers = [
      setInterval(() => this.#checkSoon([...this.#streams]), CHECK_EACH),
      setInterval(() => {
        for (const stream of this.#streams) stream.line()
      }, LINE),
    ]
  }

  /**
   * Opens a stream of what happens around a video that the viewer may read, and of what concerns only them.
   * @param cursor id of the last event that the page has; undefined to hear what happens from now on
   * @throws ProductError unavailable when no messages can arrive at the moment, rate_limited
   */
  async open(watcher: Watcher, cursor?: string): Promise<Readable> {
    if (!(await listensSoon(this.#channels))) throw new ProductError('unavailable')
    for (const stream of this.#streams) if (isSamePage(stream, watcher)) this.#close(stream)
    refuseMore([...this.#streams], watcher)
    const stream = new Stream(watcher)
    this.#streams.add(stream)
    stream.output.once('close', () => this.#forget(stream))
    try {
      await this.#place(stream, cursor)
    } catch (error) {
      this.#close(stream)
      throw error
    }
    return stream.output
  }

  /** Takes what a page sent to show that it is still there. */
  takeSign(here: string): void {
    this.#present.takeSign(here)
  }

  /** Ends all streams; their clients reconnect elsewhere. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    for (const stream of this.#streams) this.#close(stream)
    await this.#present.close()
  }

  #close(stream: Stream): void {
    this.#forget(stream)
    stream.output.end()
  }

  #forget(stream: Stream): void {
    this.#streams.delete(stream)
    this.#present.remove(stream)
  }

  /** Finds where in the log a stream begins, and sends that to its page. Messages announce later events. */
  async #place(stream: Stream, cursor: string | undefined): Promise<void> {
    const video_id = stream.discussion?.video.id
    const last = video_id === undefined ? 0 : await this.#lastOf(video_id)
    stream.line(' open')
    if (video_id === undefined) stream.send('opened', {})
    else {
      stream.noteLast(last)
      this.#cursors.open(stream, video_id, { cursor, here: this.#present.add(stream) })
    }
    // A right may have changed since the call read it.
    this.#checkSoon([stream])
  }

  async #lastOf(video_id: string): Promise<number> {
    return (await readLast(this.#db, [video_id])).get(video_id) ?? (await beginLog(this.#db, video_id))
  }

  /** Within the time in which the page would have asked by itself without a stream. */
  #remindLater(stream: Stream): void {
    setTimeout(() => stream.send('notifications', {}), Math.random() * TIMING.notification_polling).unref()
  }

  #checkSoon(streams: readonly Stream[]): void {
    if (streams.length === 0) return
    for (const stream of streams) this.#stale.add(stream)
    this.#rounds.wake()
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
    const failure = await this.#check(stale)
    this.#present.sendChanges((stream) => this.#streams.has(stream) && !this.#stale.has(stream))
    const ready = steps.filter(({ stream }) => this.#streams.has(stream) && !this.#stale.has(stream))
    for (const [video_id, ofVideo] of Map.groupBy(ready, ({ stream }) => stream.discussion?.video.id))
      if (video_id !== undefined) await this.#cursors.advance(video_id, ofVideo)
    if (failure) throw failure.error
  }

  async #learnLast(): Promise<void> {
    this.#unsure = false
    try {
      const ids = [...this.#streams].flatMap(({ discussion }) => discussion?.video.id ?? [])
      const last = await readLast(this.#db, [...new Set(ids)])
      for (const stream of this.#streams) stream.noteLast(last.get(stream.discussion?.video.id ?? '') ?? 0)
    } catch (error) {
      this.#unsure = true
      throw error
    }
  }

  /** Reads rights. What the database does not answer is read again later, and ends no stream. */
  async #check(streams: readonly Stream[]): Promise<{ readonly error: unknown } | null> {
    const rights = new RightsReader(this.#db, { billing: this.#billing, now: new Date() })
    let failure: { readonly error: unknown } | null = null
    const check = async (stream: Stream) => {
      // What is heard while the rights are read is for the next check.
      const { link_due } = stream
      stream.link_due = false
      try {
        const { ends_at, ...now } = await rights.read(stream)
        Object.assign(stream, now)
        this.#present.check(stream)
        stream.callAt(ends_at, () => this.#checkSoon([stream]))
        if (link_due) stream.send('link', {})
      } catch (error) {
        if (error instanceof ProductError) return this.#end(stream, error)
        failure = { error }
        stream.link_due ||= link_due
        this.#stale.add(stream)
      }
    }
    await Promise.all(streams.map(check))
    return failure
  }

  #end(stream: Stream, error: ProductError): void {
    // A client that reads nothing more would never close it.
    this.#forget(stream)
    stream.end(error)
  }
}

const isOfLink = ({ viewer }: Stream, link: string | undefined): boolean =>
  viewer.kind === 'share' && viewer.link_id === link
