import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './schema.ts'

export type Database = Kysely<Tables>

// Sizes and counts stay far below 2^53, so a bigint is read as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens a pool of connections.
 * @param databaseUrl address of a PostgreSQL server, 15 or newer
 * @param connections most connections at once
 */
export function openDatabase(databaseUrl: string, connections = 10): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: 5_000,
    application_name: 'footnote',
  })
  // An idle connection that the server closes must not end the process; the pool opens another.
  pool.on('error', () => undefined)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text can be an id; an ill-formed one is answered as an unknown one. */
export const isId = (text: string): boolean => UUID.test(text)

/** What stands in for a person where there is none: samples belong to nobody. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'
