import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Bytes that are read at a time of a whole file: hashing them takes some milliseconds, so the page stays quick. */
const PIECE = 1024 ** 2
/** Bytes of each end of a file that its fingerprint reads. */
const END = 1024 ** 2

/** What to say about a file that was changed, moved or deleted: it cannot be read. */
export const UNREADABLE = 'The file was changed or moved. Choose it again.'

/** Bytes of a file, up to the exclusive end. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Recognises a file of a folder that a person chooses again: SHA-256 of its name, size, time of change, first and last MiB. The
 * hash is not the browser's, because browsers offer that only with HTTPS.
 * @returns 64 hexadecimal digits
 * @throws DOMException when the file cannot be read any more
 */
export async function fingerprintOf(file: File): Promise<string> {
  const about = utf8ToBytes(`${file.name.normalize('NFC')}\n${file.size}\n${file.lastModified}\n`)
  return await hashOfEnds(file, END, sha256.create().update(about))
}

/**
 * Recognises the file of an interrupted upload, together with its name and size, whatever its times: SHA-256 of both
 * ends, which the server compares with what it got.
 * @returns 64 hexadecimal digits
 * @throws DOMException when the file cannot be read any more
 */
export const endsOf = (file: File): Promise<string> => hashOfEnds(file, RESUMABLE.ends, sha256.create())

async function hashOfEnds(file: File, length: number, hash: ReturnType<typeof sha256.create>): Promise<string> {
  for (const end of [file.slice(0, length), file.slice(Math.max(length, file.size - length))])
    hash.update(new Uint8Array(await end.arrayBuffer()))
  return bytesToHex(hash.digest())
}

/**
 * SHA-256 of a whole file, which reads all of it.
 * @returns 64 hexadecimal digits
 * @throws DOMException when the file cannot be read any more, or the signal's reason
 */
export const sha256Of = (file: File, signal: AbortSignal): Promise<string> =>
  rangeOf(file, { start: 0, end: file.size }, signal)

/**
 * SHA-256 of each of some ranges of a file.
 * @throws DOMException when the file cannot be read any more, or the signal's reason
 */
export async function digestsOf(file: File, ranges: readonly ByteRange[], signal: AbortSignal): Promise<string[]> {
  const digests: string[] = []
  for (const range of ranges) digests.push(await rangeOf(file, range, signal))
  return digests
}

async function rangeOf(file: File, { start, end }: ByteRange, signal: AbortSignal): Promise<string> {
  const hash = sha256.create()
  for (let at = start; at < end; at += PIECE) hash.update(await piece(file, at, signal, end))
  return bytesToHex(hash.digest())
}

/**
 * Whether two files have the same bytes. Reads them up to the first difference.
 * @throws DOMException when one of them cannot be read any more, or the signal's reason
 */
export async function isSameContent(one: File, other: File, signal: AbortSignal): Promise<boolean> {
  if (one.size !== other.size) return false
  for (let at = 0; at < one.size; at += PIECE) {
    const [here, there] = await Promise.all([piece(one, at, signal), piece(other, at, signal)])
    if (here.some((byte, place) => byte !== there[place])) return false
  }
  return true
}

async function piece(file: File, at: number, signal: AbortSignal, end = file.size): Promise<Uint8Array> {
  signal.throwIfAborted()
  return new Uint8Array(await file.slice(at, Math.min(end, at + PIECE)).arrayBuffer())
}
