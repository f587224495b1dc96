import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Connection, withConnection } from '../src/platform/db/connections.ts'
import { createEmptyDatabase } from './test-database.ts'

const FOLDER = fileURLToPath(new URL('../src/platform/db/migrations', import.meta.url))
/** The newest migration of the old version. */
const OLD = '014-one-code.sql'
const PEOPLE = 200

/** Works with a connection to a database. */
export const work = <T>(url: string, task: (client: Connection) => Promise<T>) =>
  withConnection(url, 'footnote-test', task)

/** Rows of every kind that a later migration may change. */
const ROWS = `
  insert into companies (id, name)
    select gen_random_uuid(), 'Company ' || n from generate_series(1, ${PEOPLE / 4}) n;
  insert into users (id, company_id, first_name, last_name, email, password_hash, is_admin, verified_at)
    select gen_random_uuid(), company.id, 'Person', 'Number ' || n, 'person' || n || '.' || company.id || '@example.org', 'hash', n = 1, now()
    from companies company, generate_series(1, 4) n;
  insert into collections (company_id, user_id, name, visual, ocr, audio)
    select company_id, id, 'Films', true, true, true from users where is_admin;
  insert into uploads (collection_id, user_id, storage_key, file_extension, content_type, max_bytes, expires_at)
    select id, user_id, 'files/' || id, 'mp4', 'video/mp4', 1000, now() + interval '1 day' from collections;
  insert into videos (id, collection_id, user_id, file_name, file_extension, file_size, storage_key)
    select gen_random_uuid(), id, user_id, 'Film.mp4', 'mp4', 1000, 'files/' || id from collections;
`

/** A database of an old version. @returns its address */
export async function oldDatabase(): Promise<string> {
  const url = await createEmptyDatabase()
  await work(url, async (client) => {
    await client.query('create table migrations (name text primary key, applied_at timestamptz not null default now())')
    for (const name of (await readdir(FOLDER)).sort().filter((file) => file <= OLD)) {
      await client.query(await readFile(join(FOLDER, name), 'utf8'))
      await client.query('insert into migrations (name) values ($1)', [name])
    }
    await client.query(ROWS)
  })
  return url
}

export const nameOf = (url: string) => new URL(url).pathname.slice(1)
/** Runs a statement on the server of a database. */
export const onServer = (url: string, statement: string) => {
  const server = new URL(url)
  server.pathname = '/postgres'
  return work(server.href, async (client) => (await client.query(statement)).rows)
}
/** Names of the copies of a database. */
export const copiesOf = async (url: string) =>
  (
    await onServer(
      url,
      `select datname from pg_database where datname like '${nameOf(url).slice(0, 40)}\\_before\\_%' order by 1`,
    )
  ).map(({ datname }) => datname as string)
