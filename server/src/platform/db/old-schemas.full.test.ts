import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../test/test-database.ts'
import { type Connection, withConnection } from './connections.ts'
import { migrate } from './migrate.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const NAMES = (await readdir(FOLDER)).sort()
/** The schemas of the first releases: the number of migrations that each of them had. */
const OLD = Array.from({ length: 14 }, (_, place) => place + 1)

/** Everything of the schema that a query can depend on. */
const CATALOGUE = `
  select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' ||
      coalesce(column_default, '') || ' ' || coalesce(generation_expression, '') as line
    from information_schema.columns where table_schema = 'public'
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function ' || pg_get_functiondef(oid)
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
  union all select 'extension ' || extname from pg_extension
  order by 1`

/** Rows of the first schemas. The second part needs collections. */
const PEOPLE = `
  insert into companies (name) values ('Harbour films');
  insert into users (company_id, email, first_name, last_name, password_hash, is_admin, verified_at)
    select id, 'ada@example.org', 'Ada', 'Lovelace', 'hash', true, now() from companies;
  insert into subscriptions (company_id) select id from companies`
const FILMS = `
  insert into collections (company_id, user_id, name, visual, ocr, audio)
    select company_id, id, 'Films', true, true, true from users;
  insert into videos (id, collection_id, user_id, file_name, file_extension, file_size, storage_key)
    select gen_random_uuid(), id, user_id, 'Film.mp4', 'mp4', 1000, 'files/' || id from collections`

const work = <T>(url: string, task: (client: Connection) => Promise<T>) => withConnection(url, 'footnote-test', task)
const catalogue = (url: string) =>
  work(url, async (client) => (await client.query<{ line: string }>(CATALOGUE)).rows.map(({ line }) => line))
const countRows = (url: string) =>
  work(url, async (client) => {
    const { rows } = await client.query(
      'select (select count(*)::int from users) as users, (select count(*)::int from videos) as videos',
    )
    return rows[0]
  })

const fresh = await createEmptyDatabase()
await migrate(fresh)
const expected = await catalogue(fresh)

test.each(OLD)(
  'a database with the first %i migrations gets the schema of a fresh one, and keeps its rows',
  async (count) => {
    const url = await createEmptyDatabase()
    await work(url, async (client) => {
      await client.query(
        'create table migrations (name text primary key, applied_at timestamptz not null default now())',
      )
      for (const name of NAMES.slice(0, count)) {
        await client.query(await readFile(join(FOLDER, name), 'utf8'))
        await client.query('insert into migrations (name) values ($1)', [name])
      }
      await client.query(PEOPLE)
      if (count > 1) await client.query(FILMS)
    })
    await migrate(url)
    expect(await catalogue(url)).toEqual(expected)
    expect(await countRows(url)).toEqual({ users: 1, videos: count > 1 ? 1 : 0 })
  },
)
