import { constants } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import path from 'node:path'
import { ProductError } from '../errors.ts'
import { flush, moveInto } from './moving.ts'
import type { GrowingFile, Growth } from './storage.ts'

/** Bytes to collect before a write: a network delivers small pieces. */
const WRITE_BUFFER = 256 * 1024
/** Mode of stored files. */
const PRIVATE = 0o600

/** Where a file grows, and where it is once complete. */
export interface GrowingPlaces {
  readonly growing: string
  readonly target: string
}

/**
 * Writes content behind the received bytes of a file on this disk, and flushes it. Bytes of an attempt that was never
 * recorded are overwritten: nobody writes past the size, so the complete file has no others.
 * @throws ProductError upload_expired when received bytes are gone
 */
export async function growFile(
  places: GrowingPlaces,
  { size, received }: GrowingFile,
  content: AsyncIterable<Uint8Array>,
): Promise<Growth> {
  const { growing, target } = places
  let there = await sizeOf(growing)
  // A kill came between the move of the complete file and the commit of its video.
  if (there === null && (await sizeOf(target)) !== null) {
    await moveInto(target, growing)
    there = await sizeOf(growing)
  }
  if ((there ?? 0) < received) throw new ProductError('upload_expired')
  const folder = path.dirname(growing)
  await mkdir(folder, { recursive: true })
  const file = await open(growing, constants.O_WRONLY | constants.O_CREAT, PRIVATE)
  let position = received
  const write = async (pieces: Uint8Array[]) => {
    // Not joined first: the copies of a large file would wait for the collector in memory.
    for (let left = pieces; left.length > 0; ) {
      const { bytesWritten } = await file.writev(left, position)
      position += bytesWritten
      left = behind(left, bytesWritten)
    }
  }
  try {
    let waiting: Uint8Array[] = []
    let length = 0
    for await (const piece of content) {
      if (position + length + piece.length > size) throw new ProductError('too_large')
      waiting.push(piece)
      length += piece.length
      if (length < WRITE_BUFFER) continue
      await write(waiting)
      waiting = []
      length = 0
    }
    await write(waiting)
    await file.datasync()
  } finally {
    await file.close()
  }
  if (there === null) await flush(folder)
  return { received: position, state: null }
}

/** Pieces without their first bytes. */
function behind(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skipped = bytes
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(Math.min(skipped, piece.length))
    skipped -= piece.length - rest.length
    return rest.length > 0 ? [rest] : []
  })
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
