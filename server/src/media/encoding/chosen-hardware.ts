import type { Hardware } from './hardware.ts'

/** Films in a row that hardware may fail at; a broken driver would begin each film for nothing. */
const MOST_FAILURES = 3

/** The hardware encoder that a process uses, if it uses one. */
export class ChosenHardware {
  #current: Hardware | null = null
  #failures = 0
  #onFailure: ((error: unknown, given_up: boolean) => void) | null = null

  /** Null while software encodes. */
  get current(): Hardware | null {
    return this.#current
  }

  /** @param onFailure called for each film that hardware could not encode, also when it is given up */
  use(hardware: Hardware, onFailure: (error: unknown, given_up: boolean) => void): void {
    this.#current = hardware
    this.#failures = 0
    this.#onFailure = onFailure
  }

  worked(): void {
    this.#failures = 0
  }

  /** Gives the hardware up after a few failures in a row. Films that are being encoded by it go on. */
  failed(error: unknown): void {
    this.#failures += 1
    const given_up = this.#failures >= MOST_FAILURES
    if (given_up) this.#current = null
    this.#onFailure?.(error, given_up)
  }
}
