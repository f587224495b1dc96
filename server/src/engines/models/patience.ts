import { setTimeout as wait } from 'node:timers/promises'
import { ModelError } from './model-error.ts'
import { millisecondsOfQuiet } from './rate-limits.ts'

/** How long a hub is waited for; milliseconds. */
export interface Patience {
  /** Without a byte for this long a connection is given up. */
  readonly silence: number
  /** Before the first repetition; doubled each time. */
  readonly pause: number
  /** Longest pause. */
  readonly longest_pause: number
  /** Longest pause that a hub is granted when it asks for one. */
  readonly longest_asked: number
  /** Attempts in succession that bring nothing before the hub counts as unreachable. */
  readonly attempts: number
}

/** The public hub counts in windows of five minutes: nothing that it asks for is longer than a few of them. */
export const USUAL_PATIENCE: Patience = {
  silence: 30_000,
  pause: 1_000,
  longest_pause: 60_000,
  longest_asked: 15 * 60_000,
  attempts: 6,
}

/** A hub that could not be asked now, but may be soon. */
export class HubTrouble extends Error {
  /** Milliseconds that the hub asks to be left alone, or null. */
  readonly retry_after: number | null
  /** What it comes to when it does not pass; that the hub cannot be reached by default. */
  readonly outcome: ModelError | null

  constructor(message: string, rest: { readonly retry_after?: number | null; readonly outcome?: ModelError } = {}) {
    super(message)
    this.name = 'HubTrouble'
    this.retry_after = rest.retry_after ?? null
    this.outcome = rest.outcome ?? null
  }
}

/**
 * Does something until it succeeds. What brought something counts as a first attempt again. A hub that has announced that it answers
 * nothing for a while is left alone until then.
 * @param act returns or throws; `TypeError` (fetch's word for a broken connection) and `HubTrouble` are tried again
 * @param progress a number that grows when an attempt has brought something
 * @throws ModelError unreachable, or what the trouble comes to, after too many attempts; whatever else `act` throws; the signal's reason
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
