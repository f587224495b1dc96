/** Joins bytes and texts of one byte a character. */
const joined = (...parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : [...part],
    ),
  )

function box(type: string, ...content: readonly (string | Uint8Array)[]): Uint8Array {
  const bytes = joined(...content)
  const head = new DataView(new ArrayBuffer(4))
  head.setUint32(0, 8 + bytes.length)
  return joined(new Uint8Array(head.buffer), type, bytes)
}

const handler = (kind: string) => box('hdlr', new Uint8Array(8), kind, new Uint8Array(13))

/** The skeleton of an MP4 file. @param kinds handlers of its tracks, such as `vide` and `soun` */
export const mp4Of = (...kinds: readonly string[]): Uint8Array<ArrayBuffer> =>
  joined(
    box('ftyp', 'isom', new Uint8Array(4)),
    box('mdat', new Uint8Array(100)),
    box('moov', box('mvhd', new Uint8Array(100)), ...kinds.map((kind) => box('trak', box('mdia', handler(kind))))),
  )

/** The skeleton of a Matroska file, as a recorder leaves it: without the length of its segment. @param types of tracks */
export function matroskaOf(...types: readonly number[]): Uint8Array<ArrayBuffer> {
  const element = (id: readonly number[], content: Uint8Array) =>
    joined(Uint8Array.from(id), Uint8Array.of(0x80 + content.length), content)
  const entries = types.map((type) => element([0xae], element([0x83], Uint8Array.of(type))))
  return joined(
    element([0x1a, 0x45, 0xdf, 0xa3], Uint8Array.of(0x42, 0x86, 0x81, 1)),
    Uint8Array.of(0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
    element([0xec], new Uint8Array(20)),
    element([0x16, 0x54, 0xae, 0x6b], joined(...entries)),
  )
}
