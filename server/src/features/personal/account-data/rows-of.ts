import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'

/** Tables with rows of a person, and the column that orders them. */
const ORDERS = {
  api_keys: 'created_at',
  carries: 'comment_id',
  notification_settings: 'kind',
  notifications: 'created_at',
  review_log: 'id',
  reviewers: 'asked_at',
  sign_in_addresses: 'last_at',
  verdicts: 'id',
} as const satisfies { readonly [Name in keyof Tables]?: keyof Tables[Name] & string }

/** Columns of the rows of a table that belong to a person. */
export async function rowsOf<Name extends keyof typeof ORDERS>(
  db: Database,
  table: Name,
  userId: string,
  ...columns: readonly (keyof Tables[Name] & string)[]
): Promise<object[]> {
  const { rows } = await sql<object>`select ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(table)} where user_id = ${userId} order by ${sql.ref(ORDERS[table])}`.execute(db)
  return rows
}
