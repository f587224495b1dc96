import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { ProductError } from '../../errors.ts'
import { releaseMemory } from '../../release-memory.ts'

/** Bytes of the first buffer: what callers usually bring. Pages that nobody writes take no memory. */
const FIRST = RESUMABLE.chunk

/**
 * Copies a content into one buffer, whose memory the caller releases.
 * @param most bytes that the content may have
 * @throws ProductError too_large
 */
export async function gather(content: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  let buffer = Buffer.allocUnsafeSlow(Math.min(most, FIRST))
  let length = 0
  try {
    for await (const piece of content) {
      if (length + piece.length > most) throw new ProductError('too_large')
      if (length + piece.length > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(2 * (length + piece.length))
        larger.set(buffer.subarray(0, length))
        releaseMemory(buffer.buffer)
        buffer = larger
      }
      buffer.set(piece, length)
      length += piece.length
    }
    return buffer.subarray(0, length)
  } catch (error) {
    releaseMemory(buffer.buffer)
    throw error
  }
}
