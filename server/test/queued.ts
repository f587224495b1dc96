import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Database } from '../src/db/database.ts'

/**
 * Makes calls meet in a fixed order: each starts once those before it wait for the lock, which is then let go.
 * @param lock takes what every call needs, in the transaction that it is given
 * @returns what was answered, in the order of the calls
 */
export async function queued<Answer>(
  db: Database,
  lock: (transaction: Database) => Promise<unknown>,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = []
  await db.transaction().execute(async (transaction) => {
    await lock(transaction)
    for (const call of calls) {
      answers.push(call())
      await vi.waitFor(async () => expect(await countWaiting(db)).toBe(answers.length), 20_000)
    }
  })
  return await Promise.all(answers)
}

/** How many transactions of the database wait for another one. */
async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
  return rows[0]?.count ?? 0
}
