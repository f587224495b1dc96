import { PassThrough, type Readable } from 'node:stream'
import type { comments, ReviewEvents } from '@footnote/contract/nouns/review/comments.ts'
import { EVENT_STREAMS } from '@footnote/contract/shared/limits.ts'
import type * as z from 'zod/mini'
import { atMost } from '../../../platform/at-most.ts'
import { whenReachable } from '../../../platform/db/connections.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Notices } from '../../../platform/db/notices.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Reviewer } from '../../../platform/route.ts'
import type { Services } from '../../services.ts'
import type { EventSource } from './present.ts'
import {
  type Listener,
  mayConcern,
  RIGHTS_CHANNEL,
  type RightsNotice,
  readListenerAgain,
  rightsKey,
} from './queries.ts'

/** Milliseconds after which a stream reads its rights without a notice: one may be lost, and some rights end by time. */
const CHECK_AFTER = 60_000
/** Milliseconds between two looks for such streams. */
const CHECK_EACH = 1_000
/** Rights that are read in parallel, so that other calls find free connections. */
const AT_ONCE = 4
/** Milliseconds between two lines, so that no proxy closes an idle connection. */
const LINE = 15_000
/** A client with this many unread bytes has stopped reading. */
const MOST_WAITING = 1024 ** 2

/** Milliseconds to retry reading what a notice names while the database is unreachable. */
const PATIENCE = 30_000

/** Somebody who opens a stream. */
interface Watcher extends Listener {
  /** Grouped for counting, as handlers get it. */
  readonly address: string
  /** What the page calls itself; null from programs, and from pages of earlier versions. */
  readonly page_key: string | null
}

/** An open stream, with viewer and discussion as of the last check. */
interface Stream extends Watcher {
  readonly output: PassThrough
  /** When its rights were last read, in milliseconds since the process began. */
  checked_at: number
}

/** The open event streams of this process. Notices of all processes arrive through the database. */
export class ReviewStreams {
  readonly #db: Database
  readonly #notices: Notices
  readonly #billing: boolean
  readonly #streams = new Set<Stream>()
  readonly #timers: readonly NodeJS.Timeout[]
  /** Those whose rights may have changed. */
  readonly #stale = new Set<Stream>()
  /** Passes notices on in the order in which they arrived. */
  #passing: Promise<void> = Promise.resolve()

  constructor({ db, notices, config }: Pick<Services, 'db' | 'notices' | 'config'>) {
    this.#db = db
    this.#notices = notices
    this.#billing = config.billing
    notices.on(RIGHTS_CHANNEL, {
      heard: (payload) => {
        const notice: RightsNotice = JSON.parse(payload)
        this.#checkSoon([...this.#streams].filter((stream) => mayConcern(notice, stream)))
      },
      // All channels lose and regain their notices together, so one of them says so.
      resumed: () => {
        this.#tellMissed()
        this.#checkSoon([...this.#streams])
      },
    })
    this.#timers = [
      setInterval(() => this.#checkSoon(this.#longUnchecked()), CHECK_EACH),
      setInterval(() => this.#line(), LINE),
    ]
  }

  /** Sends the events of a source from now on. Each source has a channel of its own; add it before the notices start. */
  add<Name extends keyof ReviewEvents, Notice, Facts>(source: EventSource<Name, Notice, Facts>): void {
    this.#notices.on(source.channel, {
      heard: (payload) => {
        const notice: Notice = JSON.parse(payload)
        this.#passing = this.#passing.then(() => this.#pass(source, notice)).catch(() => this.#tellMissed())
      },
      resumed: () => undefined,
    })
  }

  /**
   * Opens a stream of changes in a discussion that the viewer may read.
   * @throws ProductError unavailable when no notices can arrive at the moment, rate_limited
   */
  async open(watcher: Watcher): Promise<Readable> {
    if (!(await heardSoon(this.#notices))) throw new ProductError('unavailable')
    this.#endEarlier(watcher)
    this.#refuseMore(watcher)
    const stream: Stream = { ...watcher, output: new PassThrough(), checked_at: performance.now() }
    this.#streams.add(stream)
    stream.output.once('close', () => this.#streams.delete(stream))
    stream.output.write(': open\n\n')
    // A right may have changed since the call read it.
    this.#checkSoon([stream])
    return stream.output
  }

  /** Ends the stream that the same page had: its connection may be dead without the server knowing it yet. */
  #endEarlier(watcher: Watcher): void {
    if (watcher.page_key === null) return
    for (const stream of this.#streams) {
      if (!isSamePage(stream, watcher)) continue
      this.#streams.delete(stream)
      stream.output.end()
    }
  }

  /** Never closes another page's stream for a new one: its client would reconnect and close another. */
  #refuseMore(watcher: Watcher): void {
    const open = [...this.#streams]
    const own = open.filter((other) => listenerOf(other) === listenerOf(watcher)).length
    const { viewer, address } = watcher
    const ofLink = viewer.kind === 'share' ? open.filter((other) => isOfLink(other.viewer, viewer.link_id)) : []
    const here = ofLink.filter((other) => other.address === address).length
    if (
      own < EVENT_STREAMS.per_person &&
      ofLink.length < EVENT_STREAMS.per_link &&
      here < EVENT_STREAMS.per_link_and_address
    )
      return
    throw new ProductError('rate_limited', { detail: TOO_MANY, retry_after: EVENT_STREAMS.retry_after })
  }

  /** Ends all streams; their clients reconnect elsewhere. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#hangUp()
  }

  #hangUp(): void {
    for (const { output } of this.#streams) output.end()
  }

  #tellMissed(): void {
    for (const { output } of this.#streams) send<OwnEvents, 'missed'>(output, 'missed', {})
  }

  async #pass<Name extends keyof ReviewEvents, Notice, Facts>(
    source: EventSource<Name, Notice, Facts>,
    notice: Notice,
  ): Promise<void> {
    const listening = [...this.#streams].filter((stream) => source.concerns(notice, stream))
    if (listening.length === 0) return
    const facts = await whenReachable(() => source.read(notice), PATIENCE)
    if (facts === null) return
    const circumstances = { billing: this.#billing, now: new Date() }
    for (const stream of listening) {
      const event = source.present(facts, stream, circumstances)
      if (event !== null) send<ReviewEvents, Name>(stream.output, source.event, event)
    }
  }

  /** The streams that were checked longest ago, and so many of them that all get their turn in time. */
  #longUnchecked(): Stream[] {
    const due = performance.now() - CHECK_AFTER
    return [...this.#streams]
      .filter(({ checked_at }) => checked_at <= due)
      .sort((one, other) => one.checked_at - other.checked_at)
      .slice(0, Math.ceil((this.#streams.size * CHECK_EACH) / CHECK_AFTER))
  }

  /** Reads rights before the notices that arrive from now on are passed on. */
  #checkSoon(streams: readonly Stream[]): void {
    if (streams.length === 0) return
    for (const stream of streams) this.#stale.add(stream)
    this.#passing = this.#passing.then(async () => {
      // One check is enough for all that became stale while another one ran.
      const stale = [...this.#stale]
      this.#stale.clear()
      const one = atMost(AT_ONCE)
      await Promise.all([...Map.groupBy(stale, rightsKey).values()].map((alike) => one(() => this.#check(alike))))
    })
  }

  /** @param alike streams with the same rights */
  async #check(alike: readonly Stream[]): Promise<void> {
    const [first] = alike
    if (!first) return
    const circumstances = { billing: this.#billing, now: new Date() }
    try {
      const read = await whenReachable(() => readListenerAgain(this.#db, first, circumstances), PATIENCE)
      for (const stream of alike) Object.assign(stream, read, { checked_at: performance.now() })
    } catch (error) {
      // A check that fails because of the database ends no stream, and is the first to be made again.
      for (const stream of alike)
        if (error instanceof ProductError) this.#end(stream, error)
        else stream.checked_at = Number.NEGATIVE_INFINITY
    }
  }

  #end(stream: Stream, error: ProductError): void {
    // A client that reads nothing more would never close it.
    this.#streams.delete(stream)
    end(stream.output, error)
  }

  #line(): void {
    for (const { output } of this.#streams) write(output, ':\n\n')
  }
}

const TOO_MANY = 'Too many pages with comments are open at once. Close one, and this one goes on.'

const isOfLink = (viewer: Reviewer, linkId: string): boolean => viewer.kind === 'share' && viewer.link_id === linkId

/**
 * Streams are counted per person, or per guest of a link. A guest without a key is their page, or else their address.
 */
function listenerOf({ viewer, page_key, address }: Watcher): string {
  if (viewer.kind === 'user') return viewer.user_id
  if (viewer.guest_key_hash !== null) return `${viewer.link_id} guest ${viewer.guest_key_hash}`
  return page_key === null ? `${viewer.link_id} address ${address}` : `${viewer.link_id} page ${page_key}`
}

const isSamePage = (one: Watcher, other: Watcher): boolean =>
  one.page_key === other.page_key &&
  one.discussion.video.id === other.discussion.video.id &&
  listenerOf(one) === listenerOf(other)

/** Whether notices arrive, or will within seconds. */
async function heardSoon(notices: Notices): Promise<boolean> {
  const patience = new Promise<false>((resolve) => setTimeout(resolve, 5_000, false).unref())
  return await Promise.race([notices.listening().then(() => true), patience])
}

/** Data of the events that concern the stream itself. */
type OwnEvents = { readonly [Name in 'missed' | 'ended']: z.output<(typeof comments.events)['events'][Name]> }

function send<Events extends ReviewEvents | OwnEvents, Name extends keyof Events & string>(
  output: PassThrough,
  event: Name,
  data: Events[Name],
): void {
  write(output, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

function end(output: PassThrough, { code, message }: ProductError): void {
  send<OwnEvents, 'ended'>(output, 'ended', { code, detail: message })
  output.end()
}

function write(output: PassThrough, text: string): void {
  if (output.writableEnded || output.destroyed) return
  if (output.writableLength > MOST_WAITING) output.destroy()
  else output.write(text)
}
