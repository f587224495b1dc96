import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * The database or a transaction, for a query: it selects rows and cannot write. Its SQL is always a part of a `select`,
 * in which PostgreSQL refuses to change rows.
 */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom'>
