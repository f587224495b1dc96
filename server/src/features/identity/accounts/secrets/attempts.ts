import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { type CountedEvent, takeOne, type Window } from '../../../../platform/db/windows.ts'
import { ProductError } from '../../../../platform/errors.ts'
import { hasSignedInFrom } from '../queries.ts'

/** A try of a password or code, by account and client address. */
export interface Attempt {
  /** The address of the account, which may not exist. */
  readonly email: string
  /** The client's address, grouped for counting. */
  readonly address: string
  /** Whether the try is of a reset code. Wrong passwords of strangers must not end the way out by mail. */
  readonly resets?: true
}

/** Counts account calls and tries. The counters are in the database, since several processes answer. */
export interface Attempts {
  /** Counts a call from an address. @throws ProductError rate_limited */
  call(address: string): Promise<void>
  /**
   * Counts a try before checking it, and uncounts it when it was right, so that simultaneous tries cannot exceed the
   * limit. The daily limit does not apply to an address that signed in to the account within the last 30 days.
   * @param check returns null for a wrong password or code
   * @throws ProductError rate_limited; what `check` throws counts as wrong
   */
  try<T>(attempt: Attempt, check: () => Promise<T | null>): Promise<T | null>
  /**
   * Claims the right to send a mail; a second claim within the cooldown is refused.
   * @returns seconds to wait, or null when claimed
   */
  claimMail(key: string): Promise<number | null>
}

const CALLS: Window = { limit: ACCOUNT.calls_per_address, seconds: ACCOUNT.window }
const FAILURES: Window = { limit: ACCOUNT.failures_per_account, seconds: ACCOUNT.window }
const DAILY: Window = { limit: ACCOUNT.failures_per_day, seconds: ACCOUNT.day }
const COOLDOWN: Window = { limit: 1, seconds: ACCOUNT.resend_cooldown }

/** @param enabled false for benchmarks: only the cooldown of mails is counted then */
export function countAttempts(db: Database, enabled: boolean): Attempts {
  const take = async (key: string, window: Window): Promise<CountedEvent> => {
    const taken = await takeOne(db, key, window)
    if (typeof taken === 'number') throw new ProductError('rate_limited', { retry_after: taken })
    return taken
  }
  return {
    async call(address) {
      if (enabled) await take(`calls ${address}`, CALLS)
    },
    async try({ email, address, resets }, check) {
      if (!enabled) return await check()
      const taken = [await take(`failures ${email} ${address}`, FAILURES)]
      if (!(await hasSignedInFrom(db, email, address)))
        taken.push(await take(`${resets ? 'resets' : 'failures'} ${email}`, DAILY))
      const right = await check()
      if (right !== null) for (const one of taken) await one.giveBack()
      return right
    },
    async claimMail(key) {
      const taken = await takeOne(db, `mail ${key}`, COOLDOWN)
      return typeof taken === 'number' ? taken : null
    },
  }
}
