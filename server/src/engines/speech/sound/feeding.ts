import { EngineError } from '../../engine-error.ts'
import type { Sound } from './sound.ts'
import { readSamples, SAMPLE_RATE } from './wav.ts'

/** Samples to send at a time: 30 seconds. */
const BLOCK = 30 * SAMPLE_RATE

/** Blocks of 16-bit samples, from the start; it may be called again. */
export type Blocks = () => AsyncIterable<Int16Array> | Iterable<Int16Array>

/** The blocks of a file. @param seconds how many of its first ones; all by default */
export const blocksOf = ({ file, layout }: Pick<Sound, 'file' | 'layout'>, seconds = Infinity): Blocks => {
  const samples = Math.min(layout.samples, Math.floor(seconds * SAMPLE_RATE))
  return () => readSamples(file, { ...layout, samples }, BLOCK)
}

/** The blocks of a sound in memory. */
export const blocksIn = (samples: Int16Array): Blocks =>
  function* () {
    for (let at = 0; at < samples.length; at += BLOCK) yield samples.slice(at, at + BLOCK)
  }

/** How often a sound is sent because its process was killed. */
const MOST_TIMES = 5
const LOST = 'Another process heard the sound before this.'

/**
 * Sends a sound to an engine's process in blocks, since the process can read no file. Begins again when another
 * process took over, which has not heard the earlier blocks.
 * @param take sends a block of 16-bit samples, and the number of samples before it
 * @param end asks for the result, with the number of all samples
 */
export async function feed<T>(
  blocks: Blocks,
  take: (at: number, block: Int16Array) => Promise<void>,
  end: (samples: number) => Promise<T>,
): Promise<T> {
  for (let times = 1; ; times += 1)
    try {
      let at = 0
      for await (const block of blocks()) {
        await take(at, block)
        at += block.length
      }
      return await end(at)
    } catch (error) {
      const lost = error instanceof EngineError && error.failure === 'refused' && error.message === LOST
      if (!lost || times === MOST_TIMES) throw error
    }
}

/** The process's side: how far it has heard a sound. */
export class HeardSoFar {
  #samples = 0

  /**
   * Counts a block; the first one begins a new sound.
   * @throws Error when this process has not heard all samples before it
   */
  add(at: number, length: number): void {
    if (at === 0) this.#samples = 0
    if (at !== this.#samples) throw new Error(LOST)
    this.#samples += length
  }
}
