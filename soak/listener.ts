import { setTimeout as wait } from 'node:timers/promises'
import type { Bearer } from '../e2e/calls.ts'
import type { RunningProduct } from '../e2e/product.ts'

/** A browser that follows the comments of a video: a stream that ends is opened again, as the contract says. */
export class Listener {
  /** How often the stream was opened. */
  opened = 0
  /** Events that came. */
  events = 0
  readonly #ended = new AbortController()
  readonly #listening: Promise<void>
  #heard = ''

  constructor(product: RunningProduct, who: Bearer, video_id: string) {
    this.#listening = this.#listen(product, who, video_id)
  }

  /** Waits until something with this text has come. @returns whether it did in time */
  async hears(text: string, milliseconds: number): Promise<boolean> {
    for (const end = Date.now() + milliseconds; Date.now() < end; await wait(50))
      if (this.#heard.includes(text)) return true
    return false
  }

  async stop(): Promise<void> {
    this.#ended.abort()
    await this.#listening
  }

  async #listen({ origin }: RunningProduct, { access }: Bearer, video_id: string): Promise<void> {
    const { signal } = this.#ended
    while (!signal.aborted) {
      try {
        const headers = { authorization: `Bearer ${access}` }
        const answer = await fetch(`${origin}/api/quick-review/events/${video_id}`, { headers, signal })
        if (answer.ok) {
          this.opened += 1
          for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
            this.events += text.match(/^event: /gm)?.length ?? 0
            this.#heard = (this.#heard + text).slice(-100_000)
          }
        }
      } catch {
        // It is opened again, whatever ended it.
      }
      await wait(200)
    }
  }
}
