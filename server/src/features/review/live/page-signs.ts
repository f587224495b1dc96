import { PRESENT } from '@footnote/contract/shared/limits.ts'
import type { Channels } from '../../../platform/db/channels.ts'
import { publish } from '../../../platform/db/channels.ts'
import { Seal } from '../../../platform/tokens.ts'
import type { Services } from '../../services.ts'
import type { Stream } from './stream.ts'

/** Channel on which a process passes on what pages of other processes said. */
const SIGN_CHANNEL = 'footnote_signs'
interface SignMessage {
  readonly process: string
  readonly pages: readonly number[]
}

/** Milliseconds: a second for the others to hear of it. */
const SILENCE = (PRESENT.gone - 1) * 1_000
/** Milliseconds in which signs for other processes are gathered into one message. */
const GATHER = 5_000
/** Pages in a message, which has at most 8,000 bytes. */
const MOST = 500

interface Page {
  readonly stream: Stream
  /** Fires when the page is silent for too long. */
  readonly timer: NodeJS.Timeout
}

/** Hears of the signs of pages. */
interface PageListener {
  onSign(stream: Stream): void
  onSilence(stream: Stream): void
}

/**
 * Signs of life of pages with streams. A stream alone does not show that its page is there: the connection of a laptop
 * that sleeps stays open for a quarter of an hour, and a proxy may hold it for longer.
 */
export class PageSigns {
  readonly #db: Services['db']
  readonly #process_id: string
  readonly #listener: PageListener
  /** Sealed, so that nobody without a stream can send a sign for its page. */
  readonly #seal: Seal
  readonly #pages = new Map<number, Page>()
  readonly #numbers = new Map<Stream, number>()
  #last = 0
  /** Signs for other processes, by their id. */
  #others = new Map<string, Set<number>>()
  #gathering: NodeJS.Timeout | undefined

  /** @param process_id of this process @param listener hears of its own pages only */
  constructor(
    { db, config, channels }: Pick<Services, 'db' | 'config'> & { readonly channels: Channels },
    process_id: string,
    listener: PageListener,
  ) {
    this.#db = db
    this.#process_id = process_id
    this.#listener = listener
    this.#seal = new Seal(config.secret_key, 'signs of open pages')
    channels.on(SIGN_CHANNEL, {
      onMessage: (payload) => {
        const { process, pages }: SignMessage = JSON.parse(payload)
        if (process === process_id) for (const number of pages) this.#note(number)
      },
      onResume: () => undefined,
    })
  }

  /** @returns what the page of a stream sends to show that it is there */
  expect(stream: Stream): string {
    this.#last += 1
    const number = this.#last
    const timer = setTimeout(() => this.#listener.onSilence(stream), SILENCE).unref()
    this.#pages.set(number, { stream, timer })
    this.#numbers.set(stream, number)
    return this.#seal.seal(`${this.#process_id} ${number}`)
  }

  /** Expects no more signs from the page of a stream. */
  forget(stream: Stream): void {
    const number = this.#numbers.get(stream)
    if (number === undefined) return
    clearTimeout(this.#pages.get(number)?.timer)
    this.#pages.delete(number)
    this.#numbers.delete(stream)
  }

  /** Takes what a page sent, which may be a page of another process. */
  take(here: string): void {
    const [process, number] = this.#seal.open(here)?.split(' ') ?? []
    if (process === undefined) return
    if (process === this.#process_id) this.#note(Number(number))
    else {
      const pages = this.#others.get(process) ?? new Set()
      this.#others.set(process, pages.add(Number(number)))
      this.#gathering ??= setTimeout(() => this.#passOn(), GATHER).unref()
    }
  }

  #note(number: number): void {
    const page = this.#pages.get(number)
    if (!page) return
    page.timer.refresh()
    this.#listener.onSign(page.stream)
  }

  #passOn(): void {
    const others = this.#others
    this.#others = new Map()
    this.#gathering = undefined
    for (const [process, pages] of others) {
      const numbers = [...pages]
      for (let from = 0; from < numbers.length; from += MOST) {
        const message: SignMessage = { process, pages: numbers.slice(from, from + MOST) }
        // Pages repeat their signs.
        publish(this.#db, SIGN_CHANNEL, message).catch(() => undefined)
      }
    }
  }
}
