import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

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
