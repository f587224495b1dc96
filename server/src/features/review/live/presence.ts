import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { PRESENT } from '@footnote/contract/shared/limits.ts'
import { PassingError } from '../../../platform/errors.ts'
import { deriveKey } from '../../../platform/tokens.ts'
import type { Services } from '../../services.ts'
import { PageSigns } from './page-signs.ts'
import {
  endPresence,
  findPresent,
  PRESENCE_CHANNEL,
  type PresenceRow,
  type PresentRow,
  renewPresence,
} from './presence-rows.ts'
import { presentTo } from './present.ts'
import type { Stream } from './stream.ts'
import { listenerOf } from './stream-limits.ts'

/** Milliseconds between two renewals. */
const RENEW = PRESENT.sign * 1_000
/** Milliseconds in which changes are gathered, so that the arrival of a thousand pages takes few statements. */
const PACE = 250
/** Milliseconds that a person stays after their last page has closed: a page that is loaded again is no departure. */
const GRACE = 1_000
/** Milliseconds before the next try when the database does not answer. */
const RETRY = 1_000

/** A person at this process, with their open pages of a video. */
interface Person {
  readonly row: PresenceRow
  readonly pages: Set<Stream>
  /** Removes the person; undefined while a page is open. */
  leaving: NodeJS.Timeout | undefined
}

/** What a stream was last sent, and the people from which that was made. */
interface PresenceMessage {
  readonly people: readonly PresentRow[]
  readonly text: string
}

/** Who has which video open, at all processes; sends that to the streams of this one. */
export class PresentPeople {
  readonly #services: Pick<Services, 'db' | 'channels' | 'config' | 'log'>
  readonly #signs: PageSigns
  readonly #process_id = randomUUID()
  /** Guests are known by a code, which says nothing about their key or address. */
  readonly #code: Uint8Array
  readonly #onChange: () => void
  /** Streams of this process, by video. */
  readonly #streams = new Map<string, Set<Stream>>()
  readonly #persons = new Map<string, Person>()
  readonly #personOf = new Map<Stream, Person>()
  /** Rows that the database has of this process. */
  #written = new Map<string, PresenceRow>()
  /** Rows that it may have, because it has not answered. */
  #doubtful = new Map<string, PresenceRow>()
  /** The people around each video, as last read. */
  readonly #people = new Map<string, readonly PresentRow[]>()
  readonly #sent = new WeakMap<Stream, PresenceMessage>()
  /** Videos whose people may have changed. */
  #changed = new Set<string>()
  /** When this process must say again that it is alive. */
  #due = 0
  readonly #stopped = new AbortController()
  #wake = Promise.withResolvers<void>()

  /** @param onChange called when `sendChanges` may have something to send */
  constructor(services: Pick<Services, 'db' | 'channels' | 'config' | 'log'>, onChange: () => void) {
    this.#services = services
    this.#code = deriveKey(services.config.secret_key, 'codes of present guests')
    this.#onChange = onChange
    this.#signs = new PageSigns(services, this.#process_id, {
      onSign: (stream) => this.#enter(stream),
      onSilence: (stream) => this.#leave(stream, 0),
    })
    services.channels.on(PRESENCE_CHANNEL, {
      onMessage: (video_id) => {
        if (this.#streams.has(video_id)) this.#readSoon([video_id])
      },
      // A database that crashed has lost all rows.
      onResume: () => {
        this.#due = 0
        this.#readSoon(this.#streams.keys())
      },
    })
    void this.#work()
  }

  /** @returns what the page of the stream sends to show that it is there; undefined where nobody asks */
  add(stream: Stream): string | undefined {
    const video_id = stream.discussion?.video.id
    if (video_id === undefined) return undefined
    this.#streams.set(video_id, (this.#streams.get(video_id) ?? new Set()).add(stream))
    if (!this.#people.has(video_id)) this.#readSoon([video_id])
    if (stream.page_key === null) return undefined
    this.#enter(stream)
    return this.#signs.expect(stream)
  }

  /** Forgets a stream that has ended. */
  remove(stream: Stream): void {
    this.#signs.forget(stream)
    this.#leave(stream)
    const video_id = stream.discussion?.video.id ?? ''
    const left = this.#streams.get(video_id)
    left?.delete(stream)
    if (left?.size !== 0) return
    this.#streams.delete(video_id)
    this.#people.delete(video_id)
  }

  /** Takes a sign of life that a page sent. */
  takeSign(here: string): void {
    this.#signs.take(here)
  }

  /** Moves a person whose rights were read again and who is in another company now. */
  check(stream: Stream): void {
    const person = this.#personOf.get(stream)
    if (person && keyOf(person.row) !== keyOf(this.#rowOf(stream))) this.#enter(stream)
  }

  /** Sends streams the people who are present, where they changed. @param mayHear whether the rights of a stream are known */
  sendChanges(mayHear: (stream: Stream) => boolean): void {
    for (const [video_id, streams] of this.#streams) {
      const people = this.#people.get(video_id)
      if (!people) continue
      for (const stream of streams) {
        const sent = this.#sent.get(stream)
        if (sent?.people === people || !mayHear(stream)) continue
        const event = presentTo(people, this.#rowOf(stream))
        const text = JSON.stringify(event)
        this.#sent.set(stream, { people, text })
        if (sent?.text !== text) stream.send('present', event)
      }
    }
  }

  /** Removes the people of this process, which ends. */
  async close(): Promise<void> {
    this.#stopped.abort()
    this.#wake.resolve()
    for (const { leaving } of this.#persons.values()) clearTimeout(leaving)
    for (const stream of this.#personOf.keys()) this.#signs.forget(stream)
    // If the database does not answer, other processes find out.
    await endPresence(this.#services.db, this.#process_id).catch(() => undefined)
  }

  #enter(stream: Stream): void {
    const row = this.#rowOf(stream)
    const key = keyOf(row)
    const before = this.#personOf.get(stream)
    if (before && before === this.#persons.get(key)) return
    if (before) this.#leave(stream)
    const person = this.#persons.get(key) ?? { row, pages: new Set(), leaving: undefined }
    clearTimeout(person.leaving)
    person.leaving = undefined
    person.pages.add(stream)
    this.#persons.set(key, person)
    this.#personOf.set(stream, person)
    this.#wake.resolve()
  }

  #leave(stream: Stream, grace = GRACE): void {
    const person = this.#personOf.get(stream)
    this.#personOf.delete(stream)
    person?.pages.delete(stream)
    if (person?.pages.size !== 0) return
    person.leaving = setTimeout(() => {
      this.#persons.delete(keyOf(person.row))
      this.#wake.resolve()
    }, grace).unref()
  }

  #rowOf(stream: Stream): PresenceRow {
    const { viewer, discussion } = stream
    const code = () => createHmac('sha256', this.#code).update(listenerOf(stream)).digest('base64url')
    const user_id = viewer.kind === 'user' ? viewer.user_id : null
    return {
      video_id: discussion?.video.id ?? '',
      company_id: discussion?.company_id ?? '',
      person: user_id ?? code(),
      user_id,
      link_id: viewer.kind === 'share' ? viewer.link_id : null,
      key_hash: viewer.kind === 'share' ? viewer.guest_key_hash : null,
    }
  }

  #readSoon(video_ids: Iterable<string>): void {
    for (const id of video_ids) this.#changed.add(id)
    this.#wake.resolve()
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopped
    for (;;) {
      // Without a page nobody needs a sign of life, and the database may not have its tables yet.
      const left = this.#streams.size > 0 ? Math.max(0, this.#due - Date.now()) : null
      const timer = left === null ? undefined : setTimeout(() => this.#wake.resolve(), left).unref()
      await this.#wake.promise
      clearTimeout(timer)
      if (signal.aborted) return
      this.#wake = Promise.withResolvers()
      let pause = PACE
      try {
        await this.#renew()
        await this.#read()
      } catch (error) {
        if (!(error instanceof PassingError)) this.#services.log.error({ err: error }, 'presence must wait')
        this.#wake.resolve()
        pause = RETRY
      }
      await wait(pause, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  /** Writes who came and who left, and that this process is alive when that is due. */
  async #renew(): Promise<void> {
    const rows = new Map([...this.#persons].map(([key, { row }]) => [key, row]))
    const came = new Map([...rows].filter(([key]) => !this.#written.has(key)))
    const left = new Map([...this.#doubtful, ...this.#written].filter(([key]) => !rows.has(key)))
    if (came.size + left.size === 0 && (this.#streams.size === 0 || Date.now() < this.#due)) return
    for (const [key, row] of came) this.#doubtful.set(key, row)
    const change = { came: [...came.values()], left: [...left.values()] }
    const { known, next } = await renewPresence(this.#services.db, this.#process_id, change)
    this.#due = Date.now() + Math.min(RENEW, (next ?? RENEW) + 1)
    this.#doubtful.clear()
    const lost = !known && this.#written.size > 0
    this.#written = lost ? came : rows
    if (lost) await this.#renew()
  }

  async #read(): Promise<void> {
    const changed = [...this.#changed].filter((id) => this.#streams.has(id))
    this.#changed.clear()
    if (changed.length === 0) return
    try {
      const found = Map.groupBy(await findPresent(this.#services.db, changed), ({ video_id }) => video_id)
      for (const id of changed) if (this.#streams.has(id)) this.#people.set(id, found.get(id) ?? [])
    } catch (error) {
      for (const id of changed) this.#changed.add(id)
      throw error
    }
    this.#onChange()
  }
}

const keyOf = ({ video_id, company_id, person }: PresenceRow): string => `${video_id} ${company_id} ${person}`
