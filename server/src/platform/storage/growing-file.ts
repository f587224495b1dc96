import { constants } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import path from 'node:path'
import { ProductError } from '../errors.ts'
import { flush, moveInto } from './moving.ts'
import type { GrowingFile, Growth } from './storage.ts'

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
  await using file = await open(growing, constants.O_WRONLY | constants.O_CREAT, PRIVATE)
  let position = received
  for await (const piece of content) {
    if (position + piece.length > size) throw new ProductError('too_large')
    const end = position + piece.length
    while (position < end) {
      const left = end - position
      position += (await file.write(piece, piece.length - left, left, position)).bytesWritten
    }
  }
  await file.datasync()
  if (there === null) await flush(folder)
  return { received: position, state: null }
}

/** Whether the received bytes are there, be it as a complete file whose video is not committed yet. */
export async function holdsReceived({ growing, target }: GrowingPlaces, { received }: GrowingFile): Promise<boolean> {
  return ((await sizeOf(growing)) ?? (await sizeOf(target)) ?? 0) >= received
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
