import { setTimeout as wait } from 'node:timers/promises'
import { BusyError } from '../errors.ts'

/**
 * PostgreSQL's error codes for a transaction that lost against another one: deadlock_detected, serialization_failure.
 * The server has undone all of it.
 */
const LOST: ReadonlySet<unknown> = new Set(['40P01', '40001'])
/** Attempts in all. */
const ATTEMPTS = 6
/** Longest pause before the second attempt, in milliseconds; it doubles with each attempt. */
const PAUSE = 20

/** Whether a transaction lost against another one, and so left nothing behind. */
export const isLostRace = (error: unknown): boolean => error instanceof Error && 'code' in error && LOST.has(error.code)

/**
 * Runs a whole transaction, or a statement outside of one, and repeats it when it lost against another one. Pauses are
 * random: two that lost against each other would meet again.
 * @throws BusyError after too many attempts
 */
export async function repeatLost<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await run()
    } catch (error) {
      if (!isLostRace(error)) throw error
      if (attempt === ATTEMPTS) throw new BusyError('others were first again and again', error)
      await wait(Math.random() * PAUSE * 2 ** attempt)
    }
}
