/**
 * Reads a source once, at its own pace, for any number of readers: each gets all items so far and then the next ones.
 * If the source fails, readers get its error after the earlier items.
 */
export class SharedReading<T> implements AsyncIterable<T> {
  readonly #items: T[] = []
  #more = Promise.withResolvers<void>()
  #ended = false
  /** Settles when the source has ended or failed; never rejects. */
  readonly settled: Promise<void>

  constructor(source: Iterable<T> | AsyncIterable<T>) {
    this.settled = this.#read(source).catch((error: unknown) => this.#more.reject(error))
    // Each reader gets the error; without this line an error before the first reader would be unhandled.
    this.#more.promise.catch(() => undefined)
  }

  /** The items so far. */
  get items(): readonly T[] {
    return this.#items
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (let at = 0; ; ) {
      while (at < this.#items.length) yield this.#items[at++] as T
      if (this.#ended) return
      await this.#more.promise
    }
  }

  async #read(source: Iterable<T> | AsyncIterable<T>): Promise<void> {
    for await (const item of source) {
      this.#items.push(item)
      this.#wake()
    }
    this.#ended = true
    this.#wake()
  }

  #wake(): void {
    const { resolve } = this.#more
    this.#more = Promise.withResolvers()
    this.#more.promise.catch(() => undefined)
    resolve()
  }
}
