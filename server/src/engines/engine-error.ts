/**
 * How an engine failed. `refused`: the engine rejected its input (for example an unreadable picture). The others
 * concern its process. `killed`: another program killed it, as Linux does when memory is short, so its input is not at
 * fault.
 */
export type EngineFailure = 'refused' | 'crashed' | 'killed' | 'timed_out' | 'not_started' | 'closed'

/** The error of every engine. A crash is worth another attempt, a refusal is not. */
export class EngineError extends Error {
  readonly failure: EngineFailure
  /** True when another program killed its process. */
  readonly killed: boolean

  constructor(failure: EngineFailure, message: string) {
    super(message)
    this.name = 'EngineError'
    this.failure = failure
    this.killed = failure === 'killed'
  }
}
