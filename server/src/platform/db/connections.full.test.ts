import { expect, test } from 'vitest'
import { startProxy } from '../../../test/proxy.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { UnreachableError } from '../errors.ts'
import { ConnectionPool } from './connections.ts'

test('a slow statement is not aborted while the server answers other connections', async () => {
  const pool = new ConnectionPool(await createTestDatabase(), { name: 'test', connections: 1 })
  const { rows } = await pool.query("select 'slept' as said from pg_sleep(12)")
  expect(rows).toEqual([{ said: 'slept' }])
  await pool.end()
})

test('a single hanging connection is dropped after the server has ended its statement, and the next one works', async () => {
  const proxy = await startProxy(await createTestDatabase())
  const pool = new ConnectionPool(proxy.url, { name: 'test', connections: 1, statement_timeout: 1_000 })
  await pool.query('select 1')
  proxy.hold({ newcomers: true })
  await expect(pool.query('select 2')).rejects.toBeInstanceOf(UnreachableError)
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }])
  await pool.end()
  await proxy.stop()
})
