/**
 * A protocol buffers message (https://protobuf.dev/programming-guides/encoding/), kept in pieces to avoid copying
 * weights.
 */
export class Message {
  readonly chunks: Uint8Array[] = []
  #length = 0

  varint(field: number, value: number): this {
    return this.#push(Buffer.concat([varint(field << 3), varint(value)]))
  }

  varints(field: number, values: readonly number[]): this {
    for (const value of values) this.varint(field, value)
    return this
  }

  float(field: number, value: number): this {
    const four = Buffer.alloc(4)
    four.writeFloatLE(value)
    return this.#push(Buffer.concat([varint((field << 3) | 5), four]))
  }

  text(field: number, text: string): this {
    return this.bytes(field, Buffer.from(text))
  }

  bytes(field: number, bytes: Uint8Array): this {
    return this.#push(Buffer.concat([varint((field << 3) | 2), varint(bytes.byteLength)])).#push(bytes)
  }

  message(field: number, inner: Message): this {
    this.#push(Buffer.concat([varint((field << 3) | 2), varint(inner.#length)]))
    for (const chunk of inner.chunks) this.#push(chunk)
    return this
  }

  /** Adds a field of a message that was read, as it is. */
  field({ raw }: Field): this {
    return this.#push(raw)
  }

  #push(chunk: Uint8Array): this {
    this.chunks.push(chunk)
    this.#length += chunk.byteLength
    return this
  }
}

/** One field of a message, in the message's own memory. */
export interface Field {
  readonly number: number
  /** Its integer; 0 for other kinds. */
  readonly value: number
  /** Its text, bytes or inner message; the four or eight bytes of a fixed number; empty for an integer. */
  readonly bytes: Uint8Array
  /** The whole field, with its number. */
  readonly raw: Uint8Array
}

/**
 * Reads the fields of a message in their order.
 * @throws Error when the bytes are no message
 */
export function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  for (let at = 0; at < bytes.length; ) {
    const start = at
    const [key, after_key] = readVarint(bytes, at)
    const [kind, number] = [key & 7, Math.floor(key / 8)]
    const [value, after] = kind === 0 || kind === 2 ? readVarint(bytes, after_key) : [0, after_key]
    const length = kind === 0 ? 0 : kind === 2 ? value : kind === 5 ? 4 : kind === 1 ? 8 : Number.NaN
    at = after + length
    if (!(at <= bytes.length)) throw new Error('These bytes are no protocol buffers message.')
    fields.push({
      number,
      value: kind === 0 ? value : 0,
      bytes: bytes.subarray(after, at),
      raw: bytes.subarray(start, at),
    })
  }
  return fields
}

/** Integers that fill one field. */
export function packedIntegers(bytes: Uint8Array): number[] {
  const values: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const [value, after] = readVarint(bytes, at)
    values.push(value)
    at = after
  }
  return values
}

/** Seven bits per byte, the lowest first; negative numbers as 64 bits. */
function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  do {
    const low = Number(rest & 0x7fn)
    rest >>= 7n
    bytes.push(rest > 0n ? low | 0x80 : low)
  } while (rest > 0n)
  return Buffer.from(bytes)
}

/** @returns the number, and the place after it */
function readVarint(bytes: Uint8Array, at: number): [value: number, after: number] {
  let value = 0n
  for (let place = at; place < bytes.length; place++) {
    const byte = bytes[place] as number
    value |= BigInt(byte & 0x7f) << BigInt(7 * (place - at))
    if (byte < 0x80) return [Number(BigInt.asIntN(64, value)), place + 1]
  }
  throw new Error('These bytes are no protocol buffers message.')
}
