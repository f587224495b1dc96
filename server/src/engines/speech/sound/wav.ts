import { type FileHandle, open } from 'node:fs/promises'

/** Samples per second of every sound for engines. */
export const SAMPLE_RATE = 16_000

/** Position of the samples in a WAV file. */
export interface WavLayout {
  /** Byte at which the samples start. */
  readonly offset: number
  /** Number of 16-bit samples. */
  readonly samples: number
}

/**
 * Finds the samples in a 16 kHz mono 16-bit WAV file, after any other chunks (ffmpeg writes a LIST). The header of a
 * file that was written to a pipe has no length: its samples go to the end.
 * @throws Error when it is another kind of file
 */
export async function readWavLayout(file: string): Promise<WavLayout> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const riff = await bytesAt(handle, 0, 12)
  if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8, 12) !== 'WAVE') throw unsuitable()
  let position = 12
  let suitable = false
  while (position + 8 <= size) {
    const header = await bytesAt(handle, position, 24)
    const name = header.toString('latin1', 0, 4)
    const length = header.readUInt32LE(4)
    if (name === 'fmt ') {
      const [format, channels, rate, bits] = [
        header.readUInt16LE(8),
        header.readUInt16LE(10),
        header.readUInt32LE(12),
        header.readUInt16LE(22),
      ]
      suitable = (format === 1 || format === 0xfffe) && channels === 1 && rate === SAMPLE_RATE && bits === 16
    }
    if (name === 'data') {
      if (!suitable) throw unsuitable()
      const offset = position + 8
      return { offset, samples: Math.floor(Math.min(length, size - offset) / 2) }
    }
    position += 8 + length + (length % 2)
  }
  throw unsuitable()
}

/** Yields blocks of at most `block` samples, without holding the file in memory. */
export async function* readSamples(file: string, layout: WavLayout, block: number): AsyncGenerator<Int16Array> {
  await using handle = await open(file)
  for (let done = 0; done < layout.samples; done += block) {
    const count = Math.min(block, layout.samples - done)
    const bytes = await bytesAt(handle, layout.offset + 2 * done, 2 * count)
    yield new Int16Array(bytes.buffer, bytes.byteOffset, count)
  }
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.from(new ArrayBuffer(length))
  await handle.read(bytes, 0, length, position)
  return bytes
}

function unsuitable(): Error {
  return new Error('The sound is not a 16 kHz mono 16-bit WAV file.')
}
