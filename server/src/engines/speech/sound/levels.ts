import { SAMPLE_RATE } from './wav.ts'

/** Loudness of each frame of 20 ms, in dB relative to full scale. */
export type Levels = Float32Array

/** Seconds of one frame. */
export const FRAME = 0.02
const FRAME_SAMPLES = FRAME * SAMPLE_RATE

/** Frames below this level are always silence: dither and codec noise. */
export const SILENCE_DB = -58

/** Measures the loudness of a sound of known length; samples may arrive in blocks of any size. */
export class LevelMeter {
  readonly levels: Levels
  #previous = 0
  #energy = 0
  #samples = 0

  /** @param samples number of all samples; a frame that is not whole at the end is left out */
  constructor(samples: number) {
    this.levels = new Float32Array(Math.floor(samples / FRAME_SAMPLES))
  }

  add(block: Int16Array): void {
    for (let at = 0; at < block.length; at++) {
      const sample = (block[at] as number) / 32_768
      // Pre-emphasis reduces rumble and hum against the voice.
      const sharp = sample - 0.9 * this.#previous
      this.#previous = sample
      this.#energy += sharp * sharp
      this.#samples++
      if (this.#samples % FRAME_SAMPLES !== 0) continue
      this.levels[this.#samples / FRAME_SAMPLES - 1] = 10 * Math.log10(this.#energy / FRAME_SAMPLES + 1e-12)
      this.#energy = 0
    }
  }
}
