import { ACCOUNT } from '@footnote/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { ProductError } from '../errors.ts'

/** Counts account calls by address and failures by account, in the database, since several processes answer. */
export interface Attempts {
  /** Counts a call from an address. @throws ProductError rate_limited */
  call(address: string): Promise<void>
  /** Refuses an account that has failed too often. @throws ProductError rate_limited */
  check(email: string): Promise<void>
  /** Counts a failure of an account. */
  fail(email: string): Promise<void>
  /** Claims the right to send a mail; a second claim within the cooldown is refused. @returns seconds to wait, or null when claimed */
  claimMail(email: string): Promise<number | null>
}

/** Fixed windows: the start of the current one. */
const windowStart = (seconds: number, now = Date.now()): Date =>
  new Date(Math.floor(now / (seconds * 1000)) * seconds * 1000)
const untilNext = (seconds: number): number => seconds - (Date.now() / 1000 - windowStart(seconds).getTime() / 1000)

async function increase(db: Database, key: string): Promise<number> {
  const row = await db
    .insertInto('rate_counters')
    .values({ key, window_start: windowStart(ACCOUNT.window), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`rate_counters.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

/** @param enabled false for benchmarks: nothing is counted then, but the cooldown of mails stays */
export function countAttempts(db: Database, enabled: boolean): Attempts {
  const limited = () => new ProductError('rate_limited', { retry_after: untilNext(ACCOUNT.window) })
  return {
    async call(address) {
      if (enabled && (await increase(db, `address ${address}`)) > ACCOUNT.calls_per_address) throw limited()
    },
    async check(email) {
      if (!enabled) return
      const row = await db
        .selectFrom('rate_counters')
        .select('count')
        .where('key', '=', `failure ${email}`)
        .where('window_start', '=', windowStart(ACCOUNT.window))
        .executeTakeFirst()
      if (row && row.count >= ACCOUNT.failures_per_account) throw limited()
    },
    async fail(email) {
      if (enabled) await increase(db, `failure ${email}`)
    },
    async claimMail(email) {
      const key = `mail ${email}`
      const now = new Date()
      const claimed = await db
        .insertInto('rate_counters')
        .values({ key, window_start: new Date(0), count: Math.floor(now.getTime() / 1000) })
        .onConflict((conflict) =>
          conflict
            .columns(['key', 'window_start'])
            .doUpdateSet({ count: Math.floor(now.getTime() / 1000) })
            .where('rate_counters.count', '<=', Math.floor(now.getTime() / 1000) - ACCOUNT.resend_cooldown),
        )
        .returning('count')
        .executeTakeFirst()
      if (claimed) return null
      const row = await db.selectFrom('rate_counters').select('count').where('key', '=', key).executeTakeFirstOrThrow()
      return Math.max(1, row.count + ACCOUNT.resend_cooldown - now.getTime() / 1000)
    },
  }
}

/** Forgets counters of windows that are over. */
export async function removeOldAttempts(db: Database): Promise<void> {
  const dayAgo = new Date(Date.now() - 86_400_000)
  await db
    .deleteFrom('rate_counters')
    .where((where) =>
      where.or([
        where.and([where('window_start', '<', dayAgo), where('window_start', '>', new Date(0))]),
        where.and([where('window_start', '=', new Date(0)), where('count', '<', Math.floor(dayAgo.getTime() / 1000))]),
      ]),
    )
    .execute()
}
