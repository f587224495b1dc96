import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Bytes that are read at a time of a whole file: hashing them takes some milliseconds, so the page stays quick. */
const PIECE = 1024 ** 2
/** Bytes of each end of a file that its fingerprint reads. */
const END = 1024 ** 2

/** What to say about a file that was changed, moved or deleted: it cannot be read. */
export const UNREADABLE = 'The file was changed or moved. Choose it again.'

/**
 * Recognises a file that a person chooses again: SHA-256 of its name, size, time of change, first and last MiB. The
 * hash is not the browser's, because browsers offer that only with HTTPS.
 * @returns 64 hexadecimal digits
 * @throws DOMException when the file cannot be read any more
 */
export async function fingerprintOf(file: File): Promise<string> {
  const ends = [file.slice(0, END), file.slice(Math.max(END, file.size - END))]
  const hash = sha256
    .create()
    .update(utf8ToBytes(`${file.name.normalize('NFC')}\n${file.size}\n${file.lastModified}\n`))
  for (const end of ends) hash.update(new Uint8Array(await end.arrayBuffer()))
  return bytesToHex(hash.digest())
}

/**
 * SHA-256 of a whole file, which reads all of it.
 * @returns 64 hexadecimal digits
 * @throws DOMException when the file cannot be read any more, or the signal's reason
 */
export async function sha256Of(file: File, signal: AbortSignal): Promise<string> {
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += PIECE) hash.update(await piece(file, at, signal))
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

async function piece(file: File, at: number, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted()
  return new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer())
}
