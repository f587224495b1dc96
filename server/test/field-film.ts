import { writeFile } from 'node:fs/promises'
import { ffmpeg } from './made-media.ts'

/** Side of the pictures in pixels, and pixels of a macroblock's side. */
const SIDE = 128
const BLOCK = 16
/** Binary digits of a frame's number, a bar each, as `numberIn` reads them. */
const PLACES = 12
const [WHITE, BLACK, GREY] = [235, 16, 128]

/** Writes bits, most significant first, with the variable codes of H.264 (ITU-T H.264, 9.1). */
class Bits {
  readonly #bytes: number[] = []
  #free = 0

  bit(value: number): this {
    if (this.#free === 0) this.#free = this.#bytes.push(0) && 8
    this.#free -= 1
    const last = this.#bytes.length - 1
    this.#bytes[last] = (this.#bytes[last] ?? 0) | (value << this.#free)
    return this
  }

  bits(value: number, count: number): this {
    for (let place = count - 1; place >= 0; place -= 1) this.bit((value >> place) & 1)
    return this
  }

  /** Exp-Golomb codes. */
  codes(...values: readonly number[]): this {
    for (const value of values) {
      const length = Math.floor(Math.log2(value + 1))
      this.bits(0, length).bits(value + 1, length + 1)
    }
    return this
  }

  align(): this {
    while (this.#free > 0) this.bit(0)
    return this
  }

  /** Whole bytes; none of them may be 0, or they would have to be escaped. */
  raw(bytes: Uint8Array): this {
    for (const byte of bytes) this.#bytes.push(byte)
    return this
  }

  end(): Buffer {
    this.bit(1).align()
    return Buffer.from(this.#bytes)
  }
}

const unit = (head: number, content: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, 1, head]), content])

/** Main profile, pictures of two fields, shown in the order of decoding. */
const parameters = (): Buffer =>
  Buffer.concat([
    unit(
      0x67,
      new Bits()
        .bits(77, 8)
        .bits(0, 8)
        .bits(40, 8)
        .codes(0, 0, 2, 1)
        .bit(0)
        .codes(SIDE / BLOCK - 1, SIDE / BLOCK / 2 - 1)
        .bits(0b00100, 5)
        .end(),
    ),
    unit(0x68, new Bits().codes(0, 0).bits(0, 2).codes(0, 0, 0).bits(0, 3).codes(0, 0, 0).bits(0, 3).end()),
  ])

/** A field whose blocks are uncompressed (I_PCM). */
function field(number: number, bottom: boolean): Buffer {
  const bits = new Bits()
    .codes(0, 7, 0)
    .bits(0, 4)
    .bit(1)
    .bit(bottom ? 1 : 0)
  if (bottom) bits.bit(0)
  else bits.codes(number % 2).bits(0, 2)
  bits.codes(0)
  for (let block = 0; block < (SIDE / BLOCK) * (SIDE / BLOCK / 2); block += 1) {
    const [left, top] = [(block % (SIDE / BLOCK)) * BLOCK, Math.floor(block / (SIDE / BLOCK)) * BLOCK]
    const luma = Uint8Array.from({ length: BLOCK * BLOCK }, (_, pixel) => {
      const place = Math.floor(((left + (pixel % BLOCK)) * PLACES) / SIDE)
      if (top + Math.floor(pixel / BLOCK) >= SIDE / 4) return GREY
      return (number >> place) & 1 ? WHITE : BLACK
    })
    bits
      .codes(25)
      .align()
      .raw(luma)
      .raw(new Uint8Array((BLOCK * BLOCK) / 2).fill(GREY))
  }
  return unit(bottom ? 0x21 : 0x65, bits.end())
}

/**
 * Makes an H.264 film of 25 frames a second whose packets are fields, as some cameras and broadcasters write them. The
 * encoders of ffmpeg write none.
 * @param file absolute path; its ending names the container
 */
export async function makeFieldFilm(file: string, frames: number): Promise<void> {
  const stream = `${file}.h264`
  const pictures = Array.from({ length: frames }, (_, number) => [field(number, false), field(number, true)])
  await writeFile(stream, Buffer.concat([parameters(), ...pictures.flat()]))
  await ffmpeg('-f', 'h264', '-framerate', '25', '-i', stream, '-c', 'copy', file)
}
