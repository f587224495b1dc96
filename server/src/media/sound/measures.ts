/** Measures of channels of sound. Pure. */

/** Samples of one channel, from -1 to 1, 16,000 a second. */
export type Samples = Float32Array

/** Samples a second: enough for voices, and what detectors of voices take. */
export const RATE = 16_000
/** Samples of a block whose loudness counts: a tenth of a second. */
const BLOCK = RATE / 10
/** Blocks of a second. */
const LOUDEST = 10
/** Below this nobody hears anything, in dB relative to full scale. */
export const SILENT = -85
/** dB relative to full scale for nothing at all. */
const NOTHING = -120
/** A sample of this size is cut off, if many are. */
const FULL = 0.99
/** Share of such samples in a clipped sound: single peaks of a loud one are not heard. */
const CLIPPED = 0.001

/** Loudness of each block from the first to the last in which there is anything, in dB relative to full scale. */
function blocksOf(samples: Samples): number[] {
  const blocks: number[] = []
  for (let from = 0; from + BLOCK <= samples.length; from += BLOCK) {
    let energy = 0
    for (let at = from; at < from + BLOCK; at += 1) energy += (samples[at] as number) ** 2
    blocks.push(10 * Math.log10(energy / BLOCK + 1e-12))
  }
  const audible = (level: number) => level > SILENT
  return blocks.slice(Math.max(0, blocks.findIndex(audible)), blocks.findLastIndex(audible) + 1)
}

/** What is known of a channel. */
export interface Loudness {
  /** dB relative to full scale that its loudest second or hundredth exceeds: the loudness of speech, however rare it is. */
  readonly level: number
  /** dB between its loud and its quiet blocks: small for noise, hum and tones. */
  readonly range: number
  readonly clipped: boolean
}

/** Measures a channel. */
export function loudnessOf(samples: Samples): Loudness {
  const blocks = blocksOf(samples).sort((one, other) => one - other)
  const at = (share: number) => blocks[Math.floor(share * (blocks.length - 1))] ?? NOTHING
  const loudest = Math.max(Math.min(LOUDEST, blocks.length / 2), blocks.length / 100)
  let full = 0
  for (let at = 0; at < samples.length; at += 1) if (Math.abs(samples[at] as number) >= FULL) full += 1
  return {
    level: blocks[Math.floor(blocks.length - loudest)] ?? NOTHING,
    range: at(0.95) - at(0.1),
    clipped: full > CLIPPED * samples.length,
  }
}

/** How alike two channels are: 1 the same, 0 unrelated, -1 the same turned round (Pearson's, without the mean). */
export function correlationOf(one: Samples, other: Samples): number {
  let [both, first, second] = [0, 0, 0]
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const [a, b] = [one[at] as number, other[at] as number]
    both += a * b
    first += a * a
    second += b * b
  }
  return first > 0 && second > 0 ? both / Math.sqrt(first * second) : 0
}

/** Mixes channels by their gains. Returns a channel itself, without a copy, if it is the only one and its gain is 1. */
export function mixed(channels: readonly Samples[], gains: readonly number[]): Samples {
  const [alone, ...others] = channels.filter((_, channel) => (gains[channel] ?? 0) !== 0)
  if (alone && others.length === 0 && gains.includes(1)) return alone
  const mix = new Float32Array(channels[0]?.length ?? 0)
  for (const [channel, samples] of channels.entries()) {
    const gain = gains[channel] ?? 0
    if (gain !== 0)
      for (let at = 0; at < mix.length; at += 1) mix[at] = (mix[at] as number) + gain * (samples[at] as number)
  }
  return mix
}

/** 16-bit samples, `gain` dB louder. */
export function louder(samples: Samples, gain: number): Int16Array {
  const factor = 32_768 * 10 ** (gain / 20)
  return Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * factor))))
}
