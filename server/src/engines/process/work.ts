import { AsyncLocalStorage } from 'node:async_hooks'
import type { EngineChild } from './engine-child.ts'

/** Looks within a limit: a call may exceed it by two of these parts. */
const LOOKS = 10

/** A process whose work is measured. */
export type TimedProcess = Pick<EngineChild, 'processorSeconds'>

/**
 * Watches a process until it has used a limit of processor time, or has done nothing for as long. Where the system does
 * not say the time, the limit is that of the clock.
 */
export class WorkLimit {
  readonly #child: TimedProcess
  readonly #limit_ms: number
  readonly #exceeded: () => void
  readonly #timer: NodeJS.Timeout
  #over = false
  #first: number | null = null
  #last = 0
  #progress = performance.now()

  /**
   * @param limit_ms milliseconds
   * @param exceeded called once
   */
  constructor(child: TimedProcess, limit_ms: number, exceeded: () => void) {
    this.#child = child
    this.#limit_ms = limit_ms
    this.#exceeded = exceeded
    // Most calls end before the first look, which reads the times of all processes of the system.
    this.#timer = setInterval(() => void this.#look(), limit_ms / LOOKS)
  }

  clear(): void {
    this.#over = true
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    const used = await this.#child.processorSeconds()
    if (this.#over) return
    if (used !== null && used > this.#last) {
      this.#first ??= used
      this.#last = used
      this.#progress = performance.now()
    }
    const worked = 1_000 * (this.#last - (this.#first ?? 0))
    if (worked <= this.#limit_ms && performance.now() - this.#progress < this.#limit_ms) return
    this.clear()
    this.#exceeded()
  }
}

/** Adds up the processor time of the engines' processes that one piece of work starts. */
export class WorkMeter {
  readonly #seconds = new Map<EngineChild, number>()

  add(child: EngineChild): void {
    this.#seconds.set(child, 0)
  }

  /** Seconds so far; null where the system does not say it. */
  async read(): Promise<number | null> {
    if (process.platform !== 'linux') return null
    for (const child of this.#seconds.keys()) {
      const now = await child.processorSeconds()
      if (now !== null) this.#seconds.set(child, now)
    }
    return [...this.#seconds.values()].reduce((sum, seconds) => sum + seconds, 0)
  }
}

const meters = new AsyncLocalStorage<WorkMeter>()

/** Runs work, and measures the processes of the engines that are opened in it. */
export const withMeter = <T>(meter: WorkMeter, work: () => Promise<T>): Promise<T> => meters.run(meter, work)

/** The meter of the work that runs now; undefined if nobody measures it. */
export const presentMeter = (): WorkMeter | undefined => meters.getStore()
