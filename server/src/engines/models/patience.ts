import { setTimeout as wait } from 'node:timers/promises'
import { ModelError } from './model-error.ts'

/** How long a hub is waited for; milliseconds. */
export interface Patience {
  /** Without a byte for this long a connection is given up. */
  readonly silence: number
  /** Before the first repetition; doubled each time. */
  readonly pause: number
  /** Longest pause. */
  readonly longest_pause: number
  /** Attempts in succession that bring nothing before the hub counts as unreachable. */
  readonly attempts: number
}

export const USUAL_PATIENCE: Patience = { silence: 30_000, pause: 1_000, longest_pause: 60_000, attempts: 6 }

/** A hub that could not be asked now, but may be soon. */
export class HubTrouble extends Error {
  /** Milliseconds that the hub asks to be left alone, or null. */
  readonly retry_after: number | null

  constructor(message: string, retry_after: number | null = null) {
    super(message)
    this.name = 'HubTrouble'
    this.retry_after = retry_after
  }
}

/**
 * Does something until it succeeds. What brought something counts as a first attempt again.
 * @param act returns or throws; `TypeError` (fetch's word for a broken connection) and `HubTrouble` are tried again
 * @param progress a number that grows when an attempt has brought something
 * @throws ModelError unreachable after too many attempts; whatever else `act` throws; the signal's reason
 */
export async function persist<T>(
  { pause, longest_pause, attempts }: Patience,
  origin: string,
  act: () => Promise<T>,
  progress: () => Promise<number> = async () => 0,
  signal?: AbortSignal,
): Promise<T> {
  let failed = 0
  for (;;) {
    const before = await progress()
    try {
      return await act()
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof TypeError || error instanceof HubTrouble)) throw error
      failed = (await progress()) > before ? 1 : failed + 1
      if (failed >= attempts)
        throw new ModelError('unreachable', `The model hub ${origin} cannot be reached.`, { cause: error })
      const asked = error instanceof HubTrouble ? (error.retry_after ?? 0) : 0
      const longest = Math.min(longest_pause, Math.max(asked, pause * 2 ** (failed - 1)))
      await wait(longest, undefined, signal ? { signal } : {})
    }
  }
}
