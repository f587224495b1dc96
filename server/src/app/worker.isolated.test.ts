import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeLibrary } from '../../test/indexing.ts'
import { silentLog } from '../../test/product.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testConfig } from '../../test/test-config.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { openQueue } from '../platform/queue/pg-boss.ts'
import { startWorker } from './worker.ts'

const database_url = await createTestDatabase()
const library = await makeLibrary(database_url)
const films_folder = await temporaryFolder('no-films')
const { db, storage, data_dir } = library
const queue = await openQueue({ database_url, database: db, log: silentLog, worker: true })
const config = testConfig({ DATA_DIR: data_dir, DATABASE_URL: database_url, MODELS: 'off' })
const closeEngines = await startWorker({ config, db, storage, queue, log: silentLog, films_folder })
afterAll(async () => {
  await queue.stop()
  await closeEngines()
  await library.close()
})

test('expired files are removed and reviewers reminded every hour; due plans and due indexing follow within minutes', async () => {
  const { rows } = await sql<{ name: string; cron: string }>`
    select name, cron from pgboss.schedule order by name`.execute(library.db)
  expect(rows).toEqual([
    { name: 'back-up', cron: '* * * * *' },
    { name: 'check-readings', cron: expect.stringMatching(/^\d+ \* \* \* \*$/) },
    { name: 'find-due', cron: '*/5 * * * *' },
    { name: 'mail-gathered', cron: '* * * * *' },
    { name: 'mail-reviewers', cron: expect.stringMatching(/^\d+ \* \* \* \*$/) },
    { name: 'reconcile', cron: '* * * * *' },
    { name: 'remove-expired', cron: expect.stringMatching(/^\d+ \* \* \* \*$/) },
    { name: 'settle-storage', cron: '*/10 * * * *' },
    { name: 'settle-subscriptions', cron: '*/5 * * * *' },
  ])
})

test('expired sessions and counters are removed, others stay', async () => {
  const { db, user_id } = library
  const [now, hour, day] = [Date.now(), 3_600_000, 86_400_000]
  const token = (token_hash: string, expires: number) => ({
    token_hash,
    family: randomUUID(),
    user_id,
    expires_at: new Date(now + expires),
  })
  await db
    .insertInto('refresh_tokens')
    .values([token('over', -hour), token('open', hour)])
    .execute()
  await db
    .insertInto('rate_counters')
    .values([
      { key: 'failures old', taken_at: [new Date(now - 2 * day)], ends_at: new Date(now - day) },
      { key: 'failures new', taken_at: [new Date(now - hour)], ends_at: new Date(now + hour) },
    ])
    .execute()
  await db
    .insertInto('sign_in_addresses')
    .values([
      { user_id, address: '192.0.2.1', last_at: new Date(now - 31 * day) },
      { user_id, address: '192.0.2.2', last_at: new Date(now - 29 * day) },
    ])
    .execute()
  await db.transaction().execute((transaction) => queue.enqueue(transaction, 'remove-expired', {}))

  const kept = async () => ({
    tokens: (await db.selectFrom('refresh_tokens').select('token_hash').execute()).map((row) => row.token_hash),
    counters: (await db.selectFrom('rate_counters').select('key').execute()).map((row) => row.key),
    addresses: (await db.selectFrom('sign_in_addresses').select('address').execute()).map((row) => row.address),
  })
  for (let tries = 0; tries < 600 && (await kept()).addresses.length > 1; tries += 1) await wait(100)
  expect(await kept()).toEqual({ tokens: ['open'], counters: ['failures new'], addresses: ['192.0.2.2'] })
})
