import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** Bytes to hash before other work of the process gets a turn. */
const BLOCK = 1024 ** 2

/** @returns SHA-256 of a file in lower-case hexadecimal @throws the signal's reason when aborted */
export async function hashFile(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: BLOCK }), hash, signal ? { signal } : {})
  return hash.digest('hex')
}
