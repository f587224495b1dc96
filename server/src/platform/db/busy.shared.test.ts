import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { waiting } from '../../../test/locks.ts'
import { startProduct } from '../../../test/product.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from './database.ts'

const BUSY = 'Footnote is busy at the moment. Please try again shortly.'
/** Connections of the API. */
const FEW = 3

test('while statements use all connections calls are answered that Footnote is busy, and health is well', async () => {
  const database_url = await createTestDatabase()
  const log = { info: vi.fn(), warn: vi.fn() }
  const server = await startProduct({ database_url, connections: { connections: FEW, patience: 1_500, log } })
  const person = await server.person()
  const { video_id } = await server.aCollectionWithVideo(person)
  const beside = openDatabase(database_url)
  const list = () => server.get(`/api/quick-review/comments/${video_id}`, person)
  // Opens all connections, of health, too: on a busy machine that takes longer than this patience.
  await Promise.all([...Array.from({ length: FEW }, list), server.get('/api/health')])
  log.warn.mockClear()
  const listed = await beside.transaction().execute(async (transaction) => {
    await sql`lock table comments`.execute(transaction)
    const lists = Array.from({ length: FEW }, list)
    await waiting(beside, FEW)
    const others = await Promise.all([
      list(),
      server.get('/api/indexes', person),
      server.get('/api/get_user_details', person),
    ])
    for (const other of others) {
      expect(other).toMatchObject({ status: 503, json: { code: 'busy', detail: BUSY } })
      expect(Number(other.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const health = await server.get('/api/health')
    expect(health).toMatchObject({ status: 200, json: { status: 'ok' } })
    expect(health.json.checks).toContainEqual({ name: 'database', state: 'ok', sentence: '' })
    return lists
  })
  for (const answer of await Promise.all(listed)) expect(answer.status).toBe(200)
  expect((await list()).status).toBe(200)
  expect([log.warn.mock.calls, log.info.mock.calls]).toEqual([[], []])

  // Health's own statement waits, too.
  await beside.transaction().execute(async (transaction) => {
    await sql`lock table model_states`.execute(transaction)
    const health = await server.get('/api/health')
    expect(health.status).toBe(200)
    expect(health.json.checks).toContainEqual({
      name: 'database',
      state: 'warn',
      sentence: expect.stringMatching(/^The database is busy/),
    })
  })
  await beside.destroy()
  await server.close()
})
