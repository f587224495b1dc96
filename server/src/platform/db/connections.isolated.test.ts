import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { Connection, ConnectionPool, isLoss } from './connections.ts'

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

test('a database without a server counts as lost, a missing file does not', async () => {
  const closed = new Connection({ connectionString: 'postgres://127.0.0.1:1/x' })
  expect(isLoss(await failureOf(closed.connect()))).toBe(true)
  const unnamed = new Connection({ connectionString: 'postgres://nobody.invalid/x' })
  expect(isLoss(await failureOf(unnamed.connect()))).toBe(true)
  expect(isLoss(await failureOf(readFile('/nowhere/migration.sql')))).toBe(false)
})

test('a connection that breaks while it is opened counts as lost', async () => {
  const server = createServer((socket) => void socket.resetAndDestroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const cut = new Connection({ connectionString: `postgres://127.0.0.1:${port}/x` })
  expect(isLoss(await failureOf(cut.connect()))).toBe(true)
  server.close()
})

test('statements are not translated into machine code', async () => {
  const pool = new ConnectionPool(await createTestDatabase(), { name: 'test', connections: 1 })
  expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }])
  await pool.end()
})
