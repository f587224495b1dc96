/**
 * Why a model could not be had. `off`: downloading is switched off; `unreachable`: the hub does not answer, or not to the
 * end; `withheld`: the server that keeps the bytes for it does not hand them out; `absent`: it has no such file; `denied`: it
 * wants somebody to sign in; `refused`: what came is not what was pinned; `too_large`: more than any model is; `disk_full`: there is no room for it; `unknown`: no such model.
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

/** A model that could not be had; the message is one sentence for a person. */
export class ModelError extends Error {
  readonly failure: ModelFailure

  constructor(failure: ModelFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ModelError'
    this.failure = failure
  }
}
