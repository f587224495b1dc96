import type { IncomingMessage } from 'node:http'
import { FETCH } from '@footnote/contract/nouns/videos/upload-limits.ts'

/** Bytes of an answer that are stored together. */
export interface Pieces {
  readonly content: readonly Uint8Array[]
  /** Bytes. */
  readonly length: number
  /** `end` with the last bytes, `cut` when the connection broke behind these. */
  readonly then: 'more' | 'end' | 'cut'
}

/**
 * Reads an answer's body in portions of `FETCH.chunk` bytes, or of what comes in `FETCH.record` seconds. What came before
 * a cut is given, too. Silence is a cut.
 * @throws the signal's reason
 */
export async function* readPieces(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<Pieces> {
  response.setTimeout(1000 * FETCH.silence, () => response.destroy(new Error('The other server fell silent.')))
  const body: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]()
  let next = await read(body, signal)
  for (;;) {
    const until = performance.now() + 1000 * FETCH.record
    const content: Uint8Array[] = []
    let length = 0
    while (next instanceof Uint8Array) {
      content.push(next)
      length += next.length
      next = await read(body, signal)
      if (length >= FETCH.chunk || performance.now() > until) break
    }
    const then = next instanceof Uint8Array ? 'more' : next
    yield { content, length, then }
    if (then !== 'more') return
  }
}

async function read(body: AsyncIterator<Uint8Array>, signal: AbortSignal): Promise<Uint8Array | 'end' | 'cut'> {
  try {
    const { done, value } = await body.next()
    return done ? 'end' : value
  } catch {
    signal.throwIfAborted()
    return 'cut'
  }
}
