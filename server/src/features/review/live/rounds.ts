import { setTimeout as wait } from 'node:timers/promises'
import { PassingError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/queue/jobs.ts'

/** Milliseconds before the next try when the database does not answer. */
const RETRY = 1_000

/** Runs rounds of work, one after the other. Messages only say what there is to do, so one round does the work of many. */
export class Rounds {
  readonly #round: () => Promise<void>
  readonly #log: Log
  #working = false
  #woken = false

  /** @param round does all that there is to do; when it throws, another one follows after a second */
  constructor(log: Log, round: () => Promise<void>) {
    this.#log = log
    this.#round = round
  }

  /** Works until nothing is left to do. */
  wake(): void {
    this.#woken = true
    if (!this.#working) void this.#work()
  }

  async #work(): Promise<void> {
    this.#working = true
    while (this.#woken) {
      this.#woken = false
      try {
        await this.#round()
      } catch (error) {
        if (!(error instanceof PassingError)) this.#log.error({ err: error }, 'streams of events must wait')
        this.#woken = true
        await wait(RETRY, undefined, { ref: false })
      }
    }
    this.#working = false
  }
}
