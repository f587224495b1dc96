import type { StreamOpened } from '@footnote/contract/nouns/review/live.ts'
import { largest, smallest } from '@footnote/contract/shared/extremes.ts'
import { PassingError } from '../../../platform/errors.ts'
import { Seal } from '../../../platform/tokens.ts'
import type { Circumstances } from '../../library/collections/policy.ts'
import type { Services } from '../../services.ts'
import { type EventReaders, eventReaders, type PresentedEvent, readPresented } from './present.ts'
import type { Stream } from './stream.ts'

/** Events that a stream may be behind. With more, reading the lists again is less work for server and page. */
const MOST_BEHIND = 500

/** A stream, and the numbers of the events from which and to which it is brought. */
export interface Step {
  readonly stream: Stream
  readonly from: number
  readonly to: number
}

/** Moves streams along the logs of their videos, and gives out the ids by which they resume: cursors. */
export class Cursors {
  readonly #services: Pick<Services, 'db' | 'config' | 'log'>
  readonly #readers: EventReaders
  /** Cursors are sealed: numbers of events would say how much a link does not show. */
  readonly #seal: Seal

  constructor(services: Pick<Services, 'db' | 'config' | 'log'>) {
    this.#services = services
    this.#readers = eventReaders(services)
    this.#seal = new Seal(services.config.secret_key, 'cursors of event logs')
  }

  /**
   * Puts a stream at its place in the log, and says so.
   * @param begin.cursor id of the last event that the page has; undefined for the end of the log
   */
  open(
    stream: Stream,
    video_id: string,
    { cursor, ...opened }: StreamOpened & { readonly cursor: string | undefined },
  ): void {
    const { last } = stream
    const number = cursor === undefined ? last : Number(this.#seal.open(cursor, video_id) ?? Number.NaN)
    const isKnown = number <= last
    stream.passed = isKnown ? number : last
    stream.send('opened', opened, this.#cursorOf(stream, stream.passed))
    if (!isKnown) this.#miss(stream, last)
  }

  /**
   * Sends the events of a video to some of its streams.
   * @throws PassingError when the database does not answer; the streams that it did not come to stay where they were
   */
  async advance(video_id: string, steps: readonly Step[]): Promise<void> {
    const near = steps.filter(({ from, to }) => to - from <= MOST_BEHIND)
    for (const { stream, from, to } of steps) if (to - from > MOST_BEHIND) this.#miss(stream, to)
    if (near.length === 0) return
    try {
      await this.#pass(video_id, near)
    } catch (error) {
      if (error instanceof PassingError) throw error
      // An event that cannot be presented must not hold back all others.
      this.#services.log.error({ err: error, video_id }, 'events could not be sent')
      for (const { stream, to } of near) this.#miss(stream, to)
    }
  }

  async #pass(video_id: string, steps: readonly Step[]): Promise<void> {
    const { db, config } = this.#services
    const [after, to] = [smallest(steps.map(({ from }) => from)), largest(steps.map((step) => step.to))]
    const events = await readPresented(db, this.#readers, video_id, after, to)
    const circumstances = { billing: config.billing, now: new Date() }
    for (const step of steps) {
      const own = events.filter(({ number }) => number > step.from && number <= step.to)
      // The log no longer reaches back so far.
      if (own.length < step.to - step.from) this.#miss(step.stream, step.to)
      else for (const event of own) this.#send(step.stream, event, circumstances)
    }
  }

  #send(stream: Stream, { number, name, present }: PresentedEvent, circumstances: Circumstances): void {
    const { viewer, discussion } = stream
    const data = discussion && present?.({ viewer, discussion }, circumstances)
    if (data) stream.send(name, data, this.#cursorOf(stream, number))
    stream.passed = number
  }

  /** Goes on at a later event without those before it. */
  #miss(stream: Stream, to: number): void {
    stream.passed = to
    stream.send('missed', {}, this.#cursorOf(stream, to))
  }

  #cursorOf({ discussion }: Stream, number: number): string {
    return this.#seal.seal(String(number), discussion?.video.id)
  }
}
