import type { ReadBytes } from './boxes.ts'

/** An element of a Matroska or WebM file (RFC 8794). Positions are bytes of the file. */
export interface Element {
  /** With its marker, as the specification writes it: 0x1654ae6b for the tracks. */
  readonly id: number
  readonly content: number
  /** Exclusive; null while its writer has not stated it. */
  readonly end: number | null
}

/** Elements that this product reads (RFC 9559). */
export const ELEMENT = { head: 0x1a45dfa3, segment: 0x18538067, tracks: 0x1654ae6b, entry: 0xae, type: 0x83 } as const

/** The element at a position; null for bytes that are none. */
export async function elementAt(read: ReadBytes, at: number): Promise<Element | null> {
  const bytes = await read(at, 12)
  const id = numberIn(bytes, 0, 4)
  const length = id && numberIn(bytes, id.width, 8)
  if (!id || !length) return null
  const content = at + id.width + length.width
  const unknown = length.value === 2 ** (7 * length.width) - 1
  return { id: id.value + 2 ** (7 * id.width), content, end: unknown ? null : content + length.value }
}

/** The elements between two positions, in order. Ends at the first bytes that are none, and after one without an end. */
export async function* elementsBetween(read: ReadBytes, start: number, end: number): AsyncGenerator<Element> {
  for (let at = start; at < end; ) {
    const element = await elementAt(read, at)
    if (!element) return
    yield element
    if (element.end === null) return
    at = element.end
  }
}

/** A number whose first byte says its width by its leading zeros; without the bit that ends these. */
function numberIn(bytes: Uint8Array, at: number, widest: number): { value: number; width: number } | null {
  const first = bytes[at] ?? 0
  const width = Math.clz32(first << 24) + 1
  if (width > widest || at + width > bytes.length) return null
  let value = first - 2 ** (8 - width)
  for (const byte of bytes.subarray(at + 1, at + width)) value = value * 256 + byte
  return { value, width }
}
