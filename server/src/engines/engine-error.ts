/**
 * How an engine failed. `refused`: the engine itself said no (for example an unreadable picture); the rest are about its process.
 * `killed`: somebody else ended it, as Linux does when memory is short, which says nothing about what it was given.
 */
export type EngineFailure = 'refused' | 'crashed' | 'killed' | 'timed_out' | 'not_started' | 'closed'

/** What every engine throws; a crash is worth another attempt, a refusal is not. */
export class EngineError extends Error {
  readonly failure: EngineFailure

  constructor(failure: EngineFailure, message: string) {
    super(message)
    this.name = 'EngineError'
    this.failure = failure
  }
}
