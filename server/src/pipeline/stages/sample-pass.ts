import { SharedReading } from '../../engines/shared-reading.ts'
import type { SampledFrame, Sampling } from '../../media/pictures/sampling/samples.ts'
import type { Shot } from '../../media/pictures/sampling/shots.ts'

/**
 * The samples of a video, decoded once at the decoder's own pace. All stages read them from the first one, as they
 * arrive.
 */
export class SamplePass implements AsyncIterable<SampledFrame> {
  readonly #frames: SharedReading<SampledFrame>
  #sampling: Sampling | undefined
  #failed = false

  constructor(start: () => Promise<Sampling>) {
    this.#frames = new SharedReading(this.#decode(start))
  }

  /** Whether it ended with an error, so that another pass is needed. */
  get failed(): boolean {
    return this.#failed
  }

  /** Settles when it no longer writes; never rejects. */
  get settled(): Promise<void> {
    return this.#frames.settled
  }

  /** Shots closed so far; without gaps from 0 to the duration once all frames were read. */
  get shots(): readonly Shot[] {
    return this.#sampling?.shots ?? []
  }

  /** True if a frame is damaged so that browsers stop playing. Set once all frames were read. */
  get damaged(): boolean {
    return this.#sampling?.damaged ?? false
  }

  /** In the order of time, including dropped samples. */
  [Symbol.asyncIterator](): AsyncGenerator<SampledFrame> {
    return this.#frames[Symbol.asyncIterator]()
  }

  /**
   * The end of a kept sample: the time of the last dropped frame before the next kept one, in seconds.
   * @param time of the kept sample
   */
  standsUntil(time: number): number {
    const frames = this.#frames.items
    let at = frames.findIndex((frame) => frame.time === time)
    while (at >= 0 && frames[at + 1]?.sample === null) at++
    return frames[at]?.time ?? time
  }

  async *#decode(start: () => Promise<Sampling>): AsyncGenerator<SampledFrame> {
    try {
      this.#sampling = await start()
      yield* this.#sampling
    } catch (error) {
      this.#failed = true
      throw error
    }
  }
}
