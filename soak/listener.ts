import { setTimeout as wait } from 'node:timers/promises'
import { ask, type Bearer } from '../e2e/calls.ts'
import type { RunningProduct } from '../e2e/product.ts'

/**
 * A browser that follows the comments of a video as the contract says: it reopens a stream that ends, and reads the
 * newest comments after each opening and after `missed`.
 */
export class Listener {
  /** How often the stream was opened. */
  opened = 0
  /** Number of received events. */
  events = 0
  readonly #ended = new AbortController()
  readonly #listening: Promise<void>
  #heard = ''

  constructor(product: RunningProduct, who: Bearer, video_id: string) {
    this.#listening = this.#listen(product, who, video_id)
  }

  /** Waits until a text has arrived. @returns whether it did in time */
  async hears(text: string, milliseconds: number): Promise<boolean> {
    for (const end = Date.now() + milliseconds; Date.now() < end; await wait(50))
      if (this.#heard.includes(text)) return true
    return false
  }

  async stop(): Promise<void> {
    this.#ended.abort()
    await this.#listening
  }

  async #listen(product: RunningProduct, { access }: Bearer, video_id: string): Promise<void> {
    const { signal } = this.#ended
    while (!signal.aborted) {
      try {
        const headers = { authorization: `Bearer ${access}` }
        const answer = await fetch(`${product.origin}/api/quick-review/events/${video_id}`, { headers, signal })
        if (answer.ok) {
          this.opened += 1
          for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
            this.events += text.match(/^event: /gm)?.length ?? 0
            this.#hear(text)
            if (/^(: open|event: missed)$/m.test(text)) await this.#read(product, access, video_id)
          }
        }
      } catch {
        // Reopens the stream, whatever ended it.
      }
      await wait(200)
    }
  }

  /** Reads the newest comments, repeatedly while the database is away. */
  async #read(product: RunningProduct, access: string, video_id: string): Promise<void> {
    for (; !this.#ended.signal.aborted; await wait(200))
      try {
        this.#hear(
          JSON.stringify(await ask(product, { access }, `quick-review/comments/${video_id}?sort=latest&page_size=100`)),
        )
        return
      } catch {
        // The loop tries again.
      }
  }

  #hear(text: string): void {
    this.#heard = (this.#heard + text).slice(-100_000)
  }
}
