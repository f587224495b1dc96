import { createHash } from 'node:crypto'
import type { Storage } from '../../platform/storage/storage.ts'

/** SHA-256 of a stored file, in hexadecimal. */
export async function hashOf(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await storage.read(key)) hash.update(chunk)
  return hash.digest('hex')
}
