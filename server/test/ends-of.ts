import { createHash } from 'node:crypto'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'

/** SHA-256 of both ends of a file, as a client states it. */
export const endsOf = (file: Uint8Array): string =>
  createHash('sha256')
    .update(file.subarray(0, RESUMABLE.ends))
    .update(file.subarray(Math.max(RESUMABLE.ends, file.length - RESUMABLE.ends)))
    .digest('hex')
