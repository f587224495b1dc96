import { sql, type Transaction } from 'kysely'
import type { Database } from '../src/db/database.ts'
import type { Tables } from '../src/db/schema.ts'

/**
 * Holds a row while something is begun that waits for it, and looks what that holds meanwhile.
 * @param row the one that is held, as by somebody who changes it
 * @param begin what waits for it, at a statement on the row's table
 * @param free a row that must not be held yet: who holds the first takes it next, and the two would wait for each other
 * @returns what was begun, which then goes on
 */
export async function whileItWaits<T>(
  db: Database,
  row: Row,
  begin: () => PromiseLike<T>,
  free: Row,
): Promise<{ readonly begun: PromiseLike<T> }> {
  return await db.transaction().execute(async (transaction) => {
    await hold(transaction, row, 'for no key update')
    const begun = begin()
    while (!(await isAwaited(db, row.table))) await new Promise((resolve) => setTimeout(resolve, 20))
    await hold(transaction, free, 'for update nowait')
    return { begun }
  })
}

interface Row {
  readonly table: 'companies' | 'collections' | 'videos'
  readonly id: string
}

const hold = (
  transaction: Transaction<Tables>,
  { table, id }: Row,
  how: 'for no key update' | 'for update nowait',
): Promise<unknown> => sql`select id from ${sql.table(table)} where id = ${id} ${sql.raw(how)}`.execute(transaction)

/** Whether a statement on a table waits for a lock in this database. */
async function isAwaited(db: Database, table: string): Promise<boolean> {
  const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query ~ ${`^(select .* from|update) "${table}"`}`.execute(db)
  return rows.length > 0
}
