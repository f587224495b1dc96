import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../server/src/platform/db/database.ts'
import type { Product } from '../../server/test/product.ts'

/** Tables that a refusal may change, and why. */
const UNCOMPARED: Readonly<Record<string, string>> = {
  rate_counters: 'counts calls, mails and failures: refusals are what it counts',
  model_states: 'written in the background, by what has been downloaded',
  engine_choices: 'written in the background, by what a worker can run',
  presence_processes: 'written in the background, by processes that know of open pages',
  presence: 'written by pages that follow a video',
  event_logs: 'the first page that follows a video begins its log',
  share_visits: 'counts who opened a link',
  encoders: 'written in the background, by what a worker encodes with',
}
/** Columns that a refusal may change: the tries of a code, the last use of a key or a link, and a link's views. */
const UNCOMPARED_COLUMNS = ['tries', 'last_used_at', 'views']
/** pg-boss changes the other tables of its schema as time passes; here jobs change only when one is enqueued. */
const QUEUE = 'pgboss.job'
const NO_ROWS = 'no rows'

/** Number and hash of the rows of each table, and of the files. */
export type Rows = ReadonlyMap<string, string>

/** Names of all tables of the product. */
export async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Reads the stored rows, without those in `UNCOMPARED`. @param tables as `tablesOf` lists them */
export async function readRows({ db, config }: Product, tables: readonly string[]): Promise<Rows> {
  const compared = [...tables.filter((table) => !(table in UNCOMPARED)), QUEUE]
  // Most are empty, and rows of all tables in one statement take PostgreSQL ten times as long.
  const looks = compared.map(
    (table) => sql`select ${sql.lit(table)} as name where exists (select from ${sql.table(table)})`,
  )
  const filled = await sql<{ name: string }>`${sql.join(looks, sql` union all `)}`.execute(db)
  const parts = filled.rows.map(
    ({ name }) => sql`select ${sql.lit(name)} as name, count(*) as count,
      md5(string_agg(line, '' order by line)) as hash
      from (select md5((to_jsonb(t) - ${sql.lit(`{${UNCOMPARED_COLUMNS}}`)}::text[])::text) as line from ${sql.table(name)} t) lines`,
  )
  const { rows } = await sql<{ name: string; count: number; hash: string | null }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  const files = await readdir(path.join(config.data_dir, 'files'), { recursive: true }).catch(() => [])
  return new Map([
    ...compared.map((name) => [name, NO_ROWS] as const),
    ...rows.map(
      ({ name, count, hash }) => [name, hash === null ? NO_ROWS : `${count} rows ${hash.slice(0, 8)}`] as const,
    ),
    ['files', files.sort().join(' ')] as const,
  ])
}

/** Differences as sentences. */
export const differences = (before: Rows, after: Rows): string[] =>
  [...after]
    .filter(([name, rows]) => before.get(name) !== rows)
    .map(([name, rows]) => `${name}: ${before.get(name)} became ${rows}`)

/** Removes all rows. Much faster than `truncate`, which creates a new file for each table and index. */
export async function emptyTables({ db }: Product, tables: readonly string[]): Promise<void> {
  const emptied = [...tables.filter((table) => table !== 'migrations'), QUEUE]
  await db.transaction().execute(async (transaction) => {
    // Without triggers and checks, rows can go in any order.
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`${sql.raw(emptied.map((table) => `delete from ${table}`).join('; '))}`.execute(transaction)
  })
}
