import { setTimeout as wait } from 'node:timers/promises'
import { JOBS } from '@footnote/contract/shared/limits.ts'
import { isKill } from '../platform/errors.ts'

/** Work whose programs may be killed. */
export interface Killable {
  /** Ends the waiting, too. */
  readonly signal?: AbortSignal | undefined
  /** Called with each kill that the work withstands, and the seconds until it begins again. */
  readonly onKill: (error: unknown, seconds: number) => void
}

/** Writes each kill to a log. @param about whose work it is */
export const killsIn =
  (log: { warn(details: object, message: string): void }, about: object): Killable['onKill'] =>
  (error, seconds) =>
    log.warn({ ...about, err: error, seconds }, 'a program was killed, will start again')

/**
 * Repeats a piece of work whenever its program was killed, with growing delays. Parallel work continues.
 * @param delays seconds
 * @throws the kill after the last delay, the signal's reason, and any other error at once
 */
export async function withstandKills<T>(
  { signal, onKill }: Killable,
  act: () => Promise<T>,
  delays: readonly number[] = JOBS.kill_delays,
): Promise<T> {
  for (const seconds of delays) {
    try {
      return await act()
    } catch (error) {
      if (signal?.aborted || !isKill(error)) throw error
      onKill(error, seconds)
      await wait(1000 * seconds, undefined, { signal }).catch((ended: unknown) => {
        throw signal?.reason ?? ended
      })
    }
  }
  return await act()
}
