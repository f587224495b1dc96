import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Rules for sorting text that changed after indexes were made by them. */
export interface MovedCollation {
  /** Null for those of the whole database. */
  readonly name: string | null
  /** Versions of the rules: when the database was made, and of the server's system now. */
  readonly made: string
  readonly now: string
}

/**
 * The rules by which the database sorts text, where the server's system has others than when its indexes were made: they
 * may then miss rows. Happens when a server moves to another system, or its image gets one.
 */
export async function movedCollations(db: Database): Promise<MovedCollation[]> {
  const { rows } = await sql<MovedCollation>`
    with versions as (
      select null::text as name, datcollversion as made, pg_database_collation_actual_version(oid) as now
      from pg_database where datname = current_database()
      union all
      select quote_ident(nspname) || '.' || quote_ident(collname), collversion, pg_collation_actual_version(c.oid)
      from pg_collation c join pg_namespace n on n.oid = collnamespace
      where collversion is not null and exists (select from pg_index where c.oid = any (indcollation::oid[]))
    )
    select * from versions where made <> now order by name nulls first`.execute(db)
  return rows
}

/** Statements that make all indexes of a database by the rules of today. @param database its name */
export const mendingOf = (database: string, moved: readonly MovedCollation[]): string[] => {
  const quoted = `"${database.replaceAll('"', '""')}"`
  return [
    `reindex database ${quoted}`,
    ...moved.map(({ name }) =>
      name === null ? `alter database ${quoted} refresh collation version` : `alter collation ${name} refresh version`,
    ),
  ]
}
