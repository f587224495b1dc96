import { createHash } from 'node:crypto'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import type { Lease } from './lease.ts'

/** The next bytes of a content, about as many as a chunk, while the lease holds. */
export class Slice implements AsyncIterable<Uint8Array> {
  /** Whether the content has no more. */
  ended = false
  /** Bytes so far. */
  length = 0
  readonly #hash = createHash('sha256')
  readonly #pieces: Pieces
  readonly #lease: Lease

  constructor(pieces: Pieces, lease: Lease) {
    this.#pieces = pieces
    this.#lease = lease
  }

  /** SHA-256 of its bytes; it has no more after this. */
  digest(): string {
    return this.#hash.digest('hex')
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    while (this.length < RESUMABLE.chunk) {
      const { done, value } = await this.#pieces.next()
      if (done) {
        this.ended = true
        return
      }
      this.#lease.check()
      this.length += value.length
      this.#hash.update(value)
      yield value
    }
  }
}

/** The pieces of a content. Waiting for one ends when the signal aborts, with its reason. */
export class Pieces {
  readonly #iterator: AsyncIterator<Uint8Array>
  readonly #lost: AbortSignal
  #fail: (reason: unknown) => void = () => undefined

  constructor(content: AsyncIterable<Uint8Array>, lost: AbortSignal) {
    this.#iterator = content[Symbol.asyncIterator]()
    this.#lost = lost
    // One listener for all: a large file has hundreds of thousands of pieces.
    lost.addEventListener('abort', () => this.#fail(lost.reason), { once: true })
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    return new Promise((done, fail) => {
      if (this.#lost.aborted) return fail(this.#lost.reason)
      this.#fail = fail
      this.#iterator.next().then(done, fail)
    })
  }
}
