/**
 * Reads a source once, at its own pace, for any number of readers: each gets all that has been read and then what comes.
 * Readers of a source that fails get its error after what came before.
 */
export class SharedReading<T> implements AsyncIterable<T> {
  readonly #items: T[] = []
  #more = Promise.withResolvers<void>()
  #ended = false

  constructor(source: Iterable<T> | AsyncIterable<T>) {
    this.#read(source).catch((error: unknown) => this.#more.reject(error))
    // Whoever reads gets the error; it may come before anybody does.
    this.#more.promise.catch(() => undefined)
  }

  /** What has been read so far. */
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
