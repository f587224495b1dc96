/** Reads bytes of a file: as many as asked for, or fewer at its end. */
export type ReadBytes = (start: number, length: number) => Promise<Uint8Array>

/** A box of an MP4 or QuickTime file (ISO/IEC 14496-12, 4.2). Positions are bytes of the file. */
export interface Box {
  /** Four characters. */
  readonly type: string
  /** Where its content begins, and where it ends by its own word, which may be behind the end of a file. */
  readonly content: number
  readonly end: number
}

/** Boxes with which such files begin. */
const FIRST = new Set(['ftyp', 'styp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'uuid'])
const TYPE = /^[\x20-\x7e\xa9]{4}$/

/** Whether a file is made of boxes. */
export async function isBoxed(read: ReadBytes): Promise<boolean> {
  const first = await boxAt(read, 0, Number.POSITIVE_INFINITY)
  return first !== null && FIRST.has(first.type)
}

/** The boxes between two positions, in order. Ends at the first bytes that are no box. */
export async function* boxesBetween(read: ReadBytes, start: number, end: number): AsyncGenerator<Box> {
  for (let at = start; at < end; ) {
    const box = await boxAt(read, at, end)
    if (!box) return
    yield box
    at = box.end
  }
}

/** Bytes as characters, one each. */
export const textOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

async function boxAt(read: ReadBytes, at: number, end: number): Promise<Box | null> {
  const head = await read(at, 16)
  if (head.length < 8) return null
  const view = new DataView(head.buffer, head.byteOffset, head.length)
  const type = textOf(head.subarray(4, 8))
  const short = view.getUint32(0)
  // 0: up to the end of the file; 1: a length of 64 bits follows the type.
  if (!TYPE.test(type) || (short > 1 && short < 8) || (short === 1 && head.length < 16)) return null
  if (short === 0) return { type, content: at + 8, end }
  const length = short === 1 ? Number(view.getBigUint64(8)) : short
  return length < (short === 1 ? 16 : 8) ? null : { type, content: at + (short === 1 ? 16 : 8), end: at + length }
}
