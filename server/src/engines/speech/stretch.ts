import { readSamples, SAMPLE_RATE, type WavLayout } from './sound/wav.ts'

/** A part of a WAV file; seconds. */
export interface Stretch {
  readonly file: string
  readonly layout: WavLayout
  readonly start: number
  readonly end: number
}

/** Reads samples of a part of a file, from -1 to 1. */
export async function readStretch({ file, layout, start, end }: Stretch): Promise<Float32Array> {
  const from = Math.min(layout.samples, Math.round(start * SAMPLE_RATE))
  const samples = Math.min(layout.samples, Math.round(end * SAMPLE_RATE)) - from
  const values = new Float32Array(samples)
  let filled = 0
  for await (const block of readSamples(file, { offset: layout.offset + 2 * from, samples }, samples))
    filled += fillFrom(block, values, filled)
  return values
}

/** Writes 16-bit samples as numbers from -1 to 1. @returns how many */
export function fillFrom(block: Int16Array, values: Float32Array, at: number): number {
  for (let i = 0; i < block.length; i++) values[at + i] = (block[i] as number) / 32_768
  return block.length
}

/** Synthetic sound, always the same: hiss of growing loudness. @param length in samples */
export function noise(length: number): Float32Array {
  let seed = 1
  return Float32Array.from({ length }, (_, at) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return (0.1 * (seed / 1_073_741_824 - 1) * (1 + Math.sin(at / 2_000))) / 2
  })
}
