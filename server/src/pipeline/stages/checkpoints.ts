import type { StageName } from './stage.ts'

/** Up to where each stage of a list has stored its results, for the stages that follow it. */
export class Checkpoints {
  readonly #signal: AbortSignal
  /** Seconds from the start of the video; Infinity for a finished stage. */
  readonly #until = new Map<StageName, number>()
  #more = Promise.withResolvers<void>()

  /** @param signal aborts all waiting with its reason */
  constructor(signal: AbortSignal) {
    this.#signal = signal
    const end = () => this.#more.reject(signal.reason)
    this.#more.promise.catch(() => undefined)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  }

  /** @param until seconds that are stored; Infinity for a finished stage */
  set(stage: StageName, until: number): void {
    this.#until.set(stage, until)
    if (this.#signal.aborted) return
    const { resolve } = this.#more
    this.#more = Promise.withResolvers()
    this.#more.promise.catch(() => undefined)
    resolve()
  }

  /** Whether all these stages have stored their results up to a time. */
  have(stages: readonly StageName[], seconds: number): boolean {
    return stages.every((stage) => (this.#until.get(stage) ?? -1) >= seconds)
  }

  /** Waits until these stages have finished. */
  async ended(stages: readonly StageName[]): Promise<void> {
    while (!this.have(stages, Infinity)) await this.#wait()
  }

  /**
   * Waits until a stage has stored results beyond a time.
   * @returns up to where, in seconds; Infinity when it has finished
   */
  async beyond(stage: StageName, seconds: number): Promise<number> {
    for (;;) {
      const until = this.#until.get(stage) ?? -1
      if (until > seconds || until === Infinity) return until
      await this.#wait()
    }
  }

  async #wait(): Promise<void> {
    this.#signal.throwIfAborted()
    await this.#more.promise
  }
}
