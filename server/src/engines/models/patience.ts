import { setTimeout as wait } from 'node:timers/promises'
import { ModelError } from './model-error.ts'
import { millisecondsOfQuiet } from './rate-limits.ts'

/** How long to wait for a hub, in milliseconds. */
export interface Patience {
  /** A connection without a byte for this long is given up. */
  readonly silence: number
  /** Pause before the first retry; doubled each time. */
  readonly pause: number
  /** Longest pause. */
  readonly longest_pause: number
  /** Longest pause that a hub may request. */
  readonly longest_asked: number
  /** Unsuccessful attempts in a row after which the hub counts as unreachable. */
  readonly attempts: number
}

/** The public hub counts in windows of five minutes and never requests more than a few of them. */
export const USUAL_PATIENCE: Patience = {
  silence: 30_000,
  pause: 1_000,
  longest_pause: 60_000,
  longest_asked: 15 * 60_000,
  attempts: 6,
}

/** A temporary failure of a hub. */
export class HubTrouble extends Error {
  /** Milliseconds that the hub requests as a pause, or null. */
  readonly retry_after: number | null
  /** The error when the trouble lasts; `unreachable` by default. */
  readonly outcome: ModelError | null

  constructor(message: string, rest: { readonly retry_after?: number | null; readonly outcome?: ModelError } = {}) {
    super(message)
    this.name = 'HubTrouble'
    this.retry_after = rest.retry_after ?? null
    this.outcome = rest.outcome ?? null
  }
}

/**
 * Repeats an action until it succeeds. Progress resets the number of attempts. Sends nothing while the hub has
 * announced a pause.
 * @param act returns or throws; `TypeError` (fetch's error for a broken connection) and `HubTrouble` lead to a retry
 * @param progress a number that grows when an attempt has made progress
 * @throws ModelError unreachable, or the trouble's outcome, after too many attempts; any other error of `act`; the
 * signal's reason
 */
export async function persist<T>(
  { pause, longest_pause, longest_asked, attempts }: Patience,
  origin: string,
  act: () => Promise<T>,
  progress: () => Promise<number> = async () => 0,
  signal?: AbortSignal,
): Promise<T> {
  let failed = 0
  for (;;) {
    const quiet = Math.min(longest_asked, millisecondsOfQuiet(origin))
    if (quiet > 0) await wait(quiet, undefined, signal ? { signal } : {})
    const before = await progress()
    try {
      return await act()
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof TypeError || error instanceof HubTrouble)) throw error
      failed = (await progress()) > before ? 1 : failed + 1
      const { outcome, retry_after } = error instanceof HubTrouble ? error : { outcome: null, retry_after: null }
      if (failed >= attempts)
        throw outcome ?? new ModelError('unreachable', `The model hub ${origin} cannot be reached.`, { cause: error })
      const asked = Math.min(longest_asked, retry_after ?? 0)
      const own = Math.min(longest_pause, pause * 2 ** (failed - 1))
      await wait(Math.max(asked, own), undefined, signal ? { signal } : {})
    }
  }
}
