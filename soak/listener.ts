import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { PRESENT } from '@footnote/contract/shared/limits.ts'
import { ask, type Bearer } from '../e2e/calls.ts'
import type { RunningProduct } from '../e2e/product.ts'

/**
 * A browser that follows the comments of a video as the contract says: it reopens a stream that ends and goes on where it
 * was, reads the newest comments when it cannot, and says that it is still there.
 */
export class Listener {
  /** How often the stream was opened. */
  opened = 0
  /** How often the stream said that it cannot bring what happened. */
  missed = 0
  /** How often each comment was announced as new, by its words. */
  readonly created = new Map<string, number>()
  readonly video_id: string
  readonly who: Bearer
  readonly #product: RunningProduct
  readonly #ended = new AbortController()
  readonly #listening: Promise<void>
  readonly #page_key = randomUUID()
  #signs: NodeJS.Timeout | undefined
  /** How many other people were there, as last heard; null until then. */
  others: number | null = null
  /** Words of comments that were read, not heard. */
  #read = ''
  #last_id: string | null = null

  constructor(product: RunningProduct, who: Bearer, video_id: string) {
    this.#product = product
    this.who = who
    this.video_id = video_id
    this.#listening = this.#listen()
  }

  /** Number of events about new comments. */
  get events(): number {
    return [...this.created.values()].reduce((sum, times) => sum + times, 0)
  }

  /** Waits until a text has arrived. @returns whether it did in time */
  async hears(text: string, milliseconds: number): Promise<boolean> {
    for (const end = Date.now() + milliseconds; Date.now() < end; await wait(50))
      if (this.created.has(text) || this.#read.includes(text)) return true
    return false
  }

  async stop(): Promise<void> {
    this.#ended.abort()
    await this.#listening
  }

  async #listen(): Promise<void> {
    const { signal } = this.#ended
    while (!signal.aborted) {
      try {
        const headers = {
          authorization: `Bearer ${this.who.access}`,
          ...(this.#last_id === null ? {} : { 'last-event-id': this.#last_id }),
        }
        const url = `${this.#product.origin}/api/quick-review/events/${this.video_id}?page_key=${this.#page_key}`
        const answer = await fetch(url, { headers, signal })
        if (answer.ok) await this.#hear(answer.body!)
        else await answer.body?.cancel()
      } catch {
        // Reopens the stream, whatever ended it.
      }
      clearInterval(this.#signs)
      await wait(200 + 800 * Math.random())
    }
  }

  async #hear(body: NonNullable<Response['body']>): Promise<void> {
    let rest = ''
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) await this.#take(block)
    }
  }

  async #take(block: string): Promise<void> {
    const [, name] = /^event: (.*)$/m.exec(block) ?? []
    const [, id] = /^id: (.*)$/m.exec(block) ?? []
    const first = this.#last_id === null
    if (name === 'opened') {
      this.opened += 1
      this.#sign(JSON.parse(/^data: (.*)$/m.exec(block)![1]!).here)
    }
    if (name === 'present') this.others = JSON.parse(/^data: (.*)$/m.exec(block)![1]!).others
    if (name === 'missed') this.missed += 1
    if (name === 'missed' || (name === 'opened' && first)) await this.#readNewest()
    if (name === 'comment') {
      const { kind, comment } = JSON.parse(/^data: (.*)$/m.exec(block)![1]!)
      if (kind === 'created') this.created.set(comment.content, (this.created.get(comment.content) ?? 0) + 1)
    }
    if (id) this.#last_id = id
  }

  /** Says again and again that the page is still there. A server of an earlier version does not ask for it. */
  #sign(here: string | undefined): void {
    const headers = { 'content-type': 'application/json' }
    const sign = { method: 'POST', headers, body: JSON.stringify({ here }), signal: this.#ended.signal }
    if (here)
      this.#signs = setInterval(
        () => fetch(`${this.#product.origin}/api/events/here`, sign).catch(() => undefined),
        PRESENT.sign * 1_000,
      )
  }

  /** Reads the newest comments, repeatedly while the database is away. */
  async #readNewest(): Promise<void> {
    const url = `quick-review/comments/${this.video_id}?sort=latest&page_size=100`
    for (; !this.#ended.signal.aborted; await wait(200))
      try {
        this.#read = JSON.stringify(await ask(this.#product, this.who, url))
        return
      } catch {
        // The loop tries again.
      }
  }
}
