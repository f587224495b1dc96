import pg from 'pg'
import { clusterOf, readRecord } from '../../server/src/app/supervisor/database/cluster-record.ts'
import { start } from '../../server/src/app/supervisor/database/postgres.ts'
import { postgresAccount } from '../../server/src/app/supervisor/database/postgres-account.ts'
import { postgresBinaries } from '../../server/src/app/supervisor/database/postgres-binaries.ts'
import { hashFiles, queryAt } from '../kept.ts'

/** What a table or a file contains, by its name. */
export type Digests = ReadonlyMap<string, string>

/** Tables that tell of a database or of a machine, which writes at each start, not of people; and logs, which begin again. */
const LEFT_OUT = ['migrations', 'backups', 'model_states', 'events', 'event_logs']

/** Rows and content of every table and sequence. It reads them otherwise than a backup does: as JSON, in order. */
export async function digestRows(url: string): Promise<Digests> {
  const tables = await queryAt<{ name: string }>(
    url,
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const digests = new Map<string, string>()
  for (const { name } of tables.filter((table) => !LEFT_OUT.includes(table.name))) {
    const [found] = await queryAt<{ digest: string }>(
      url,
      `select count(*) || ' rows ' || md5(coalesce(string_agg(row, E'\\n' order by row collate "C"), '')) as digest
       from (select to_jsonb(t)::text as row from ${pg.escapeIdentifier(name)} t) rows`,
    )
    digests.set(name, found?.digest ?? '')
  }
  const sequences = await queryAt<{ name: string; value: string | null }>(
    url,
    `select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public'`,
  )
  for (const { name, value } of sequences) digests.set(name, `at ${value}`)
  return digests
}

/** Rows of the embedded database of a data folder whose product is stopped; null if it has no tables. */
export async function digestStopped(data_dir: string): Promise<Digests | null> {
  const place = readRecord(data_dir)
  if (!place) return null
  const account = postgresAccount()
  const binaries = await postgresBinaries(account)
  const server = await start({ directory: clusterOf(data_dir, place), password: place.password, account, binaries })
  try {
    const digests = await digestRows(server.url.replace(/postgres$/, 'footnote'))
    return digests.size > 0 ? digests : null
  } finally {
    await server.stop()
  }
}

/** Stored files of a data folder. */
export async function digestFiles(data_dir: string): Promise<Digests> {
  const hashes = await hashFiles(data_dir)
  return new Map([...hashes].filter(([name]) => name.startsWith('files/') && !name.includes('.incoming')))
}

/** One sentence for each name that differs. */
export function differences(what: string, wanted: Digests, found: Digests): string[] {
  const names = [...new Set([...wanted.keys(), ...found.keys()])].sort()
  return names
    .filter((name) => wanted.get(name) !== found.get(name))
    .map((name) => `${what}: ${name} is ${found.get(name) ?? 'missing'}, not ${wanted.get(name) ?? 'there'}.`)
}
