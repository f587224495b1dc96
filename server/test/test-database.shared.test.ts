import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/platform/db/database.ts'
import { createEmptyDatabase, createTestDatabase } from './test-database.ts'

test('an empty database is fresh, uses UTF-8 and has the extensions for search', async () => {
  const [first, second] = [await createEmptyDatabase(), await createEmptyDatabase()]
  expect(first).not.toBe(second)
  const client = new pg.Client({ connectionString: first })
  await client.connect()
  try {
    await client.query('CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent')
    const { rows } = await client.query<{ word: string; major: number }>(
      "SELECT lower(unaccent('ÉCOLE')) AS word, current_setting('server_version_num')::int / 10000 AS major",
    )
    expect(rows).toEqual([{ word: 'ecole', major: 18 }])
  } finally {
    await client.end()
  }
})

test('a test database has every migration, and no rows of another one', async () => {
  const [first, second] = [openDatabase(await createTestDatabase()), openDatabase(await createTestDatabase())]
  try {
    await first.insertInto('companies').values({ name: 'Ada & Co' }).execute()
    expect(await second.selectFrom('companies').selectAll().execute()).toEqual([])
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(second)
    const files = (await readdir(new URL('../src/platform/db/migrations/', import.meta.url))).sort()
    expect(rows.map(({ name }) => name)).toEqual(files)
  } finally {
    await Promise.all([first.destroy(), second.destroy()])
  }
})
