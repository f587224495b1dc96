import type { Readable } from 'node:stream'
import { atMost } from '../../../platform/at-most.ts'
import type { Channels } from '../../../platform/db/channels.ts'
import type { Database } from '../../../platform/db/database.ts'
import { PassingError, ProductError } from '../../../platform/errors.ts'
import type { LinkViewer } from '../../../platform/route.ts'
import type { Services } from '../../services.ts'
import { showsOne } from '../sharing/policy.ts'
import { findOpenLink, type LinkRow } from '../sharing/queries.ts'
import { listShown } from '../sharing/shown/queries.ts'
import { AT_ONCE, RIGHTS_CHANNEL, type RightsMessage } from './rights.ts'
import { Rounds } from './rounds.ts'
import { CHECK_EACH, EventOutput, LINE, listensSoon } from './stream.ts'
import { isSamePage, refuseMore } from './stream-limits.ts'

/** A guest who opens a page of a link that shows none of its videos: its room, or its box. */
export interface LinkWatcher {
  readonly viewer: LinkViewer
  /** Grouped for counting, as handlers get it. */
  readonly address: string
  readonly page_key: string | null
  readonly discussion: null
  readonly personal: false
}

class LinkStream extends EventOutput implements LinkWatcher {
  readonly viewer: LinkViewer
  readonly address: string
  readonly page_key: string | null
  readonly discussion = null
  readonly personal = false
  /** The videos of the link as of the last check; null before the first one. */
  shown: string | null = null
  /** Whether the link was changed since the page heard of it. */
  due = false

  constructor({ viewer, address, page_key }: LinkWatcher) {
    super()
    this.viewer = viewer
    this.address = address
    this.page_key = page_key
  }
}

interface LinkState {
  readonly link: LinkRow
  readonly shown: string
}

/** The open streams of rooms and boxes at this process: they say when the page has to read its link again. */
export class LinkStreams {
  readonly #db: Database
  readonly #channels: Channels
  readonly #rounds: Rounds
  readonly #streams = new Set<LinkStream>()
  readonly #timers: readonly NodeJS.Timeout[]
  #stale = new Set<LinkStream>()

  constructor({ db, channels, log }: Pick<Services, 'db' | 'channels' | 'log'>) {
    this.#db = db
    this.#channels = channels
    this.#rounds = new Rounds(log, () => this.#round())
    channels.on(RIGHTS_CHANNEL, {
      onMessage: (payload) => this.#hear(JSON.parse(payload)),
      onResume: () => {
        for (const stream of this.#streams) stream.due = true
        this.#checkSoon([...this.#streams])
      },
    })
    this.#timers = [
      setInterval(() => this.#checkSoon([...this.#streams]), CHECK_EACH),
      setInterval(() => {
        for (const stream of this.#streams) stream.line()
      }, LINE),
    ]
  }

  /**
   * Opens a stream of what concerns the page of a link.
   * @throws ProductError unavailable when no messages can arrive at the moment, rate_limited
   */
  async open(watcher: LinkWatcher): Promise<Readable> {
    if (!(await listensSoon(this.#channels))) throw new ProductError('unavailable')
    for (const stream of this.#streams) if (isSamePage(stream, watcher)) stream.output.end()
    refuseMore([...this.#streams], watcher)
    const stream = new LinkStream(watcher)
    this.#streams.add(stream)
    stream.output.once('close', () => this.#streams.delete(stream))
    stream.line(' open')
    stream.send('opened', {})
    this.#checkSoon([stream])
    return stream.output
  }

  /** Ends all streams; their clients reconnect elsewhere. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    for (const stream of this.#streams) stream.output.end()
  }

  #hear({ link, company, collection, stack }: RightsMessage): void {
    const concerned = [...this.#streams].filter(({ viewer, shown }) => {
      if (viewer.link_id === link || viewer.company_id === company) return true
      // What a room shows follows from its collections and versions; which those are, the database knows.
      return shown !== '' && (collection ?? stack) !== undefined
    })
    for (const stream of concerned) if (stream.viewer.link_id === link) stream.due = true
    this.#checkSoon(concerned)
  }

  #checkSoon(streams: readonly LinkStream[]): void {
    if (streams.length === 0) return
    for (const stream of streams) this.#stale.add(stream)
    this.#rounds.wake()
  }

  /** Reads the links of streams, each once. What the database does not answer is read again later, and ends no stream. */
  async #round(): Promise<void> {
    const stale = [...this.#stale].filter((stream) => this.#streams.has(stream))
    this.#stale.clear()
    // What is heard while the links are read is for the next round.
    const due = new Set(stale.filter((stream) => stream.due))
    for (const stream of due) stream.due = false
    const turn = atMost(AT_ONCE)
    let failure: { readonly error: unknown } | null = null
    const checks = [...Map.groupBy(stale, ({ viewer }) => viewer.link_id)].map(([link_id, streams]) =>
      turn(async () => {
        try {
          const state = await this.#read(link_id)
          for (const stream of streams) this.#check(stream, state, due.has(stream))
        } catch (error) {
          for (const stream of streams) {
            stream.due ||= due.has(stream)
            this.#stale.add(stream)
          }
          if (!failure || !(error instanceof PassingError)) failure = { error }
        }
      }),
    )
    await Promise.all(checks)
    if (failure) throw (failure as { readonly error: unknown }).error
  }

  /** A link as of now, and the videos of its room, which are none for every other link; null when it has ended. */
  async #read(link_id: string): Promise<LinkState | null> {
    const link = await findOpenLink(this.#db, { id: link_id })
    if (!link) return null
    const room = link.kind !== 'box' && !showsOne(link.kind)
    return { link, shown: room ? `room ${(await listShown(this.#db, link_id)).join()}` : '' }
  }

  /** @param due whether the page has to read its link again */
  #check(stream: LinkStream, state: LinkState | null, due: boolean): void {
    if (!state || state.link.pass_version !== stream.viewer.pass_version) {
      // A client that reads nothing more would never close it.
      this.#streams.delete(stream)
      stream.end(new ProductError(state ? 'link_locked' : 'invalid_share_token'))
      return
    }
    const { link, shown } = state
    stream.callAt(link.expires_at, () => this.#checkSoon([stream]))
    if (due || (stream.shown !== null && stream.shown !== shown)) stream.send('link', {})
    stream.shown = shown
  }
}
