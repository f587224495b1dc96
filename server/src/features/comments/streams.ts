import { PassThrough, type Readable } from 'node:stream'
import type { comments, ReviewEvents } from '@footnote/contract/nouns/comments.ts'
import { EVENT_STREAMS } from '@footnote/contract/shared/limits.ts'
import type * as z from 'zod/mini'
import { whenReachable } from '../../platform/db/connections.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Notices } from '../../platform/db/notices.ts'
import { ProductError } from '../../platform/errors.ts'
import type { Reviewer } from '../../platform/route.ts'
import { findViewerAgain } from '../api-keys/queries.ts'
import { refuseExpired } from '../collections/policy.ts'
import type { Services } from '../services.ts'
import { findOpenLink, LINK_CHANNEL, type LinkNotice } from '../sharing/queries.ts'
import type { EventSource, Listener } from './present.ts'
import { readDiscussion } from './queries.ts'

/**
 * Milliseconds between two checks of each stream's right to continue, since not every change of a right sends a notice.
 */
const CHECK = 3_000
/** Milliseconds between two lines, so that no proxy closes an idle connection. */
const LINE = 15_000
/** A client with this many unread bytes has stopped reading. */
const MOST_WAITING = 1024 ** 2

/** Milliseconds to retry reading what a notice names while the database is unreachable. */
const PATIENCE = 30_000

/** An open stream, with viewer and discussion as of the last check. */
interface Stream extends Listener {
  readonly output: PassThrough
}

/** The open event streams of this process. Notices of all processes arrive through the database. */
export class ReviewStreams {
  readonly #db: Database
  readonly #notices: Notices
  readonly #billing: boolean
  readonly #streams = new Set<Stream>()
  readonly #timers: readonly NodeJS.Timeout[]
  /** Passes notices on in the order in which they arrived. */
  #passing: Promise<void> = Promise.resolve()
  #checking = false

  constructor({ db, notices, config }: Pick<Services, 'db' | 'notices' | 'config'>) {
    this.#db = db
    this.#notices = notices
    this.#billing = config.billing
    // All channels lose and regain their notices together, so one of them says so. A link that ended meanwhile is found
    // by the next check.
    notices.on(LINK_CHANNEL, {
      heard: (payload) => this.#endLink(JSON.parse(payload)),
      resumed: () => this.#tellMissed(),
    })
    this.#timers = [setInterval(() => this.#check(), CHECK), setInterval(() => this.#line(), LINE)]
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
  async open(viewer: Reviewer, discussion: Listener['discussion']): Promise<Readable> {
    if (!(await heardSoon(this.#notices))) throw new ProductError('unavailable')
    this.#refuseMore(viewer)
    const stream: Stream = { viewer, discussion, output: new PassThrough() }
    this.#streams.add(stream)
    stream.output.once('close', () => this.#streams.delete(stream))
    stream.output.write(': open\n\n')
    return stream.output
  }

  /** Never closes an open stream for a new one: its client would reconnect and close another. */
  #refuseMore(viewer: Reviewer): void {
    const open = [...this.#streams].map((stream) => stream.viewer)
    const own = open.filter((other) => listenerOf(other) === listenerOf(viewer)).length
    const byLink = viewer.kind === 'share' ? open.filter((other) => isOfLink(other, viewer.link_id)).length : 0
    if (own < EVENT_STREAMS.per_person && byLink < EVENT_STREAMS.per_link) return
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

  #endLink({ link_id }: LinkNotice): void {
    for (const { viewer, output } of this.#streams)
      if (isOfLink(viewer, link_id)) end(output, new ProductError('invalid_share_token'))
  }

  async #check(): Promise<void> {
    if (this.#checking) return
    this.#checking = true
    for (const stream of this.#streams)
      try {
        Object.assign(stream, await this.#reread(stream))
      } catch (error) {
        // A check that fails because of the database ends no stream.
        if (error instanceof ProductError) end(stream.output, error)
      }
    this.#checking = false
  }

  /** @throws ProductError the error that the call would get now */
  async #reread({ viewer, discussion }: Stream): Promise<Pick<Stream, 'viewer' | 'discussion'>> {
    if (viewer.kind === 'share' && !(await findOpenLink(this.#db, { id: viewer.link_id })))
      throw new ProductError('invalid_share_token')
    const current = viewer.kind === 'user' ? await findViewerAgain(this.#db, viewer) : viewer
    if (!current) throw new ProductError('unauthenticated')
    const found = await readDiscussion(this.#db, current, discussion.video.id)
    if (found.video.status === 'DELETING') throw new ProductError('not_found')
    if (viewer.kind === 'share') refuseExpired(found.collection, { billing: this.#billing, now: new Date() })
    return { viewer: current, discussion: found }
  }

  #line(): void {
    for (const { output } of this.#streams) write(output, ':\n\n')
  }
}

const TOO_MANY = 'Too many pages with comments are open at once. Close one, and this one goes on.'

const isOfLink = (viewer: Reviewer, linkId: string): boolean => viewer.kind === 'share' && viewer.link_id === linkId

/** Streams are counted per person, or per guest of a link. */
const listenerOf = (viewer: Reviewer): string =>
  viewer.kind === 'user' ? viewer.user_id : `${viewer.link_id} ${viewer.guest_key_hash}`

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
