import type { IncomingMessage } from 'node:http'
import { FETCH } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'

/** Bytes of an answer that are stored together. */
export interface Pieces {
  readonly content: readonly Uint8Array[]
  /** Bytes. */
  readonly length: number
  /** `end` with the last bytes, `cut` when the connection broke behind these, `slow` when it brings too little. */
  readonly then: 'more' | 'end' | 'cut' | 'slow'
}

/**
 * Reads an answer's body in portions of `FETCH.chunk` bytes, or of what comes in `FETCH.record` seconds. What came before
 * a cut is given, too. Silence is a cut.
 * @param now milliseconds of a clock
 * @throws the signal's reason
 */
export async function* readPieces(
  response: IncomingMessage,
  signal: AbortSignal,
  now: () => number,
): AsyncGenerator<Pieces> {
  response.setTimeout(1000 * FETCH.silence, () => response.destroy(new Error('The other server fell silent.')))
  const body = new PacedBody(response, signal, now)
  let next = await body.read()
  for (;;) {
    const until = now() + 1000 * FETCH.record
    const content: Uint8Array[] = []
    let length = 0
    while (next instanceof Uint8Array) {
      content.push(next)
      length += next.length
      next = await body.read()
      if (length >= FETCH.chunk || now() > until) break
    }
    const then = next instanceof Uint8Array ? 'more' : next
    yield { content, length, then }
    if (then !== 'more') return
  }
}

/** A body whose pace counts while we wait for it, not while we store what came. */
class PacedBody {
  readonly #body: AsyncIterator<Uint8Array>
  readonly #signal: AbortSignal
  readonly #now: () => number
  /** Milliseconds of waiting, and the bytes that they brought. */
  #waited = 0
  #brought = 0

  constructor(response: IncomingMessage, signal: AbortSignal, now: () => number) {
    this.#body = response[Symbol.asyncIterator]()
    this.#signal = signal
    this.#now = now
  }

  async read(): Promise<Uint8Array | Exclude<Pieces['then'], 'more'>> {
    const begun = this.#now()
    try {
      const { done, value } = await this.#body.next()
      if (done) return 'end'
      return this.#isSlow(value, this.#now() - begun) ? 'slow' : value
    } catch {
      this.#signal.throwIfAborted()
      return 'cut'
    }
  }

  #isSlow({ length }: Uint8Array, waited: number): boolean {
    this.#waited += waited
    this.#brought += length
    if (this.#waited < 1000 * FETCH.pace) return false
    if (this.#brought < FETCH.least) return true
    this.#waited = 0
    this.#brought = 0
    return false
  }
}
