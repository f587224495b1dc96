import type { IncomingMessage } from 'node:http'
import { releaseMemory } from '../../../platform/release-memory.ts'

/** A sender that is silent this long has gone, in milliseconds. */
const SILENCE = 120_000
/** Bytes that are passed on at once. A network delivers small pieces; to wait for each would cost much memory and time. */
const BLOCK = 256 * 1024

/**
 * The bytes of a request in blocks, until its end or until its sender goes or falls silent: what has arrived counts. A
 * block can be read until the next one is asked for, which uses its memory again. One is filled while the other is read.
 * @param done aborted when nobody reads any more
 */
export async function* bytesOf(request: IncomingMessage, done: AbortSignal): AsyncGenerator<Uint8Array> {
  let [block, spare] = [Buffer.allocUnsafeSlow(BLOCK), Buffer.allocUnsafeSlow(BLOCK)]
  let filled = 0
  let piece: Uint8Array = Buffer.alloc(0)
  let taken = 0
  let ended = request.destroyed || request.readableEnded || done.aborted
  let wake = () => {}
  const take = () => {
    const part = piece.subarray(taken, taken + BLOCK - filled)
    block.set(part, filled)
    filled += part.length
    taken += part.length
    if (taken === piece.length) release(piece)
  }
  const receive = (received: Uint8Array) => {
    silence.refresh()
    piece = received
    taken = 0
    take()
    if (filled < BLOCK) return
    request.pause()
    wake()
  }
  const end = () => {
    ended = true
    wake()
  }
  const silence = setTimeout(() => request.destroy(), SILENCE)
  const stop = () => {
    clearTimeout(silence)
    request.off('data', receive)
    end()
  }
  done.addEventListener('abort', stop, { once: true })
  request.on('error', end).once('end', end).once('close', end).on('data', receive)
  try {
    for (;;) {
      if (filled < BLOCK && !ended) await new Promise<void>((resume) => (wake = resume))
      if (filled === 0) return
      const full = block.subarray(0, filled)
      ;[block, spare, filled] = [spare, block, 0]
      if (taken < piece.length) take()
      if (filled < BLOCK) request.resume()
      yield full
    }
  } finally {
    stop()
  }
}

/** Node cuts small pieces out of memory that others share. */
function release({ byteLength, buffer }: Uint8Array): void {
  if (byteLength === buffer.byteLength) releaseMemory(buffer)
}
