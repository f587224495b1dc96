import { expect, test } from 'vitest'
import { query } from '../../../../test/stand-in-product.ts'
import { startTestPostgres } from '../../../../test/test-postgres.ts'
import { pageCache } from './page-cache.ts'

const GIB = 2 ** 30

test.each([
  [0.5, '128MB'],
  [2, '256MB'],
  [8, '1024MB'],
  [256, '4096MB'],
])('on a machine of %d GiB the database keeps %s of its pages in memory', (memory, shared_buffers) => {
  expect(pageCache(memory * GIB)).toMatchObject({ shared_buffers })
})

test('after a restart the database reads the pages again that it had in memory', async () => {
  const postgres = await startTestPostgres(pageCache(4 * GIB))
  try {
    await query(postgres.url, 'create extension pg_buffercache')
    await query(
      postgres.url,
      "create table lines as select repeat('word ', 200) as text from generate_series(1, 20000)",
    )
    await query(postgres.url, 'select count(*) from lines')
    const pages = async () => {
      const [row] = await query<{ kept: number; all: number }>(
        postgres.url,
        `select count(*)::int as kept, (pg_relation_size('lines') / 8192)::int as all from pg_buffercache
         where relfilenode = pg_relation_filenode('lines') and relforknumber = 0
           and reldatabase = (select oid from pg_database where datname = current_database())`,
      )
      return row
    }
    const { all = 0 } = (await pages()) ?? {}
    expect(all).toBeGreaterThan(2_000)
    expect(await pages()).toEqual({ kept: all, all })
    await postgres.restart()
    await expect.poll(pages).toEqual({ kept: all, all })
  } finally {
    await postgres.stop()
  }
})
