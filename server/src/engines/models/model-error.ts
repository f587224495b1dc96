/**
 * Why a model is unavailable. `off`: downloads are switched off; `unreachable`: the hub does not answer, or not to the
 * end; `withheld`: the storage server refuses the bytes; `absent`: the hub has no such file; `denied`: the hub wants a
 * sign-in; `refused`: the file does not match its pin; `too_large`: larger than any model; `disk_full`: no room;
 * `unknown`: no such model.
 */
export type ModelFailure =
  | 'off'
  | 'unreachable'
  | 'withheld'
  | 'absent'
  | 'denied'
  | 'refused'
  | 'too_large'
  | 'disk_full'
  | 'unknown'

/** An unavailable model; the message is one sentence for people. */
export class ModelError extends Error {
  readonly failure: ModelFailure

  constructor(failure: ModelFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ModelError'
    this.failure = failure
  }
}
