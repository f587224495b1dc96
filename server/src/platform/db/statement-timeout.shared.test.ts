import { DATABASE } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { buildApp } from '../../app/http/app.ts'
import { openDatabase } from './database.ts'

const config = { log_level: 'silent', public_url: 'http://localhost', s3: null, rate_limits: true, trusted_proxies: [] }

test('a statement of a call that takes too long is ended and answered 503, and the next one works', async () => {
  const db = openDatabase(await createTestDatabase(), { statement_timeout: 200 })
  const { app } = await buildApp({ config, identify: async () => ({ kind: 'nobody' }) })
  app.get<{ Params: { seconds: string } }>('/sleep/:seconds', async ({ params }) => {
    await sql`select pg_sleep(${Number(params.seconds)})`.execute(db)
    return {}
  })
  const slow = await app.inject({ method: 'GET', url: '/sleep/60' })
  expect(slow.statusCode).toBe(503)
  expect(slow.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('took too long') })
  expect(slow.headers['retry-after']).toBeDefined()
  expect((await app.inject({ method: 'GET', url: '/sleep/0' })).statusCode).toBe(200)
  await app.close()
  await db.destroy()
})

test('connections with the API’s timeout send it to the server, others have none', async () => {
  const url = await createTestDatabase()
  for (const [options, milliseconds] of [
    [DATABASE, 30_000],
    [{}, 0],
  ] as const) {
    const db = openDatabase(url, options)
    const { rows } = await sql<{ setting: string }>`
      select setting from pg_settings where name = 'statement_timeout'`.execute(db)
    expect(Number(rows[0]?.setting)).toBe(milliseconds)
    await db.destroy()
  }
})
