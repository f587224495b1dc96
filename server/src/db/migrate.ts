import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Any constant will do: all processes that migrate wait for the same advisory lock. */
const LOCK = 7_461_933

/**
 * Brings the database to the newest schema, each file of `migrations/` once, in order, in a transaction of its own.
 * Several processes may call it at once; one works, the others wait.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'footnote-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const applied = new Set(
      (await client.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name),
    )
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
    for (const name of files.filter((file) => !applied.has(file))) {
      await client.query('begin')
      await client.query(await readFile(new URL(name, FOLDER), 'utf8'))
      await client.query('insert into migrations (name) values ($1)', [name])
      await client.query('commit')
    }
  } finally {
    await client.end()
  }
}
