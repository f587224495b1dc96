import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction, type TransactionBuilder } from 'kysely'
import pg from 'pg'
import { repeatLost } from './conflicts.ts'
import { type ConnectionOptions, ConnectionPool } from './connections.ts'
import type { Tables } from './schema.ts'

export type Database = Kysely<Tables>

// Sizes and counts stay far below 2^53, so a bigint is read as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * The database, whose transactions run again when they lost against others. So a transaction acts on nothing but its
 * rows: it calls no other part, and leaves the variables around it as they are.
 */
class RepeatingDatabase extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const once = super.transaction()
    const execute = once.execute.bind(once)
    return Object.assign(once, {
      execute: <T>(work: (transaction: Transaction<Tables>) => Promise<T>) => repeatLost(() => execute(work)),
    })
  }
}

/**
 * Opens a pool of connections. Failures to reach the database throw UnreachableError, a lack of free connections
 * BusyError.
 * @param databaseUrl address of a PostgreSQL server, 15 or newer
 */
export function openDatabase(databaseUrl: string, options: Partial<ConnectionOptions> = {}): Database {
  const pool = new ConnectionPool(databaseUrl, { name: 'footnote', connections: 10, ...options })
  return new RepeatingDatabase({ dialect: new PostgresDialect({ pool }) })
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text has the form of an id; a malformed id is answered like an unknown one. */
export const isId = (text: string): boolean => UUID.test(text)

/** The id of a missing person: samples belong to nobody. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** The values of an insert that met a row, for its `doUpdateSet`. */
export const inserted = <Column extends string>(...columns: readonly Column[]): Record<Column, RawBuilder<never>> =>
  Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as Record<
    Column,
    RawBuilder<never>
  >
