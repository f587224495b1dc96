/** How an engine failed. `refused`: the engine itself said no (for example an unreadable picture); the rest are about its process. */
export type EngineFailure = 'refused' | 'crashed' | 'timed_out' | 'not_started' | 'closed'

/** What every engine throws; a crash is worth another attempt, a refusal is not. */
export class EngineError extends Error {
  readonly failure: EngineFailure

  constructor(failure: EngineFailure, message: string) {
    super(message)
    this.name = 'EngineError'
    this.failure = failure
  }
}
