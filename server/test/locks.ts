import { sql, type Transaction } from 'kysely'
import { expect, vi } from 'vitest'
import type { Database } from '../src/platform/db/database.ts'
import type { Tables } from '../src/platform/db/schema.ts'
import { beside } from './outside-calls.ts'

/** A row that a transaction can lock. */
interface Row {
  readonly table: 'companies' | 'collections' | 'videos'
  readonly id: string
}

/**
 * Runs calls in a fixed order: each starts once those before it wait for the lock, which is then released.
 * @param lock takes the lock that every call needs, in the given transaction
 * @returns the answers, in the order of the calls
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
      answers.push(beside(call))
      await waiting(db, answers.length)
    }
  })
  return await Promise.all(answers)
}

/**
 * Locks a row, begins work that waits for it, and checks which locks the work holds meanwhile.
 * @param row to lock, like somebody who changes it
 * @param begin starts the work
 * @param free a row that the work must not lock yet, since the holder of the first row locks it next: a deadlock
 * @returns the result of the work, which then continues
 */
export async function whileItWaits<T>(
  db: Database,
  row: Row,
  begin: () => PromiseLike<T>,
  free: Row,
): Promise<{ readonly begun: PromiseLike<T> }> {
  return await db.transaction().execute(async (transaction) => {
    await hold(transaction, row, 'for no key update')
    const begun = beside(begin)
    await waiting(db, 1)
    await hold(transaction, free, 'for update nowait')
    return { begun }
  })
}

const hold = (
  transaction: Transaction<Tables>,
  { table, id }: Row,
  how: 'for no key update' | 'for update nowait',
): Promise<unknown> => sql`select id from ${sql.table(table)} where id = ${id} ${sql.raw(how)}`.execute(transaction)

/** Resolves when at least this many transactions of the database wait for another one. */
export const waiting = (db: Database, count: number): Promise<void> =>
  vi.waitFor(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
    expect(rows[0]?.count).toBeGreaterThanOrEqual(count)
  }, 60_000)
