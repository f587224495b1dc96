import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

test('a test database is fresh, speaks UTF-8 and has the extensions that search needs', async () => {
  const [first, second] = [await createTestDatabase(), await createTestDatabase()]
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
