import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLibrary } from '../test/indexing.ts'
import { silentLog } from '../test/noun-server.ts'
import { createTestDatabase } from '../test/test-database.ts'
import { WORKER_SETTINGS } from '../test/worker-settings.ts'
import { openQueue, type RunningQueue } from './queue/pg-boss.ts'
import { startWorker } from './worker.ts'

let library: Awaited<ReturnType<typeof makeLibrary>>
let queue: RunningQueue
let closeEngines: () => Promise<void>
let films_folder: string
beforeAll(async () => {
  const database_url = await createTestDatabase()
  library = await makeLibrary(database_url)
  films_folder = await mkdtemp(path.join(tmpdir(), 'footnote-no-films-'))
  const { db, storage, data_dir } = library
  queue = await openQueue({ database_url, database: db, log: silentLog, worker: true })
  const config = { data_dir, ...WORKER_SETTINGS }
  closeEngines = await startWorker({ config, db, storage, queue, log: silentLog, films_folder })
})
afterAll(async () => {
  await queue.stop()
  await closeEngines()
  await library.close()
  await rm(films_folder, { recursive: true })
})

test('what is past its time is removed every hour, and plans and indexing that are due follow within minutes', async () => {
  const { rows } = await sql<{ name: string; cron: string }>`
    select name, cron from pgboss.schedule order by name`.execute(library.db)
  expect(rows).toEqual([
    { name: 'find-due', cron: '*/5 * * * *' },
    { name: 'remove-expired', cron: expect.stringMatching(/^\d+ \* \* \* \*$/) },
    { name: 'settle-subscriptions', cron: '*/5 * * * *' },
  ])
})

test('sessions and counters that are over are forgotten, others are kept', async () => {
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
  const seconds = (time: number) => Math.floor(time / 1000)
  await db
    .insertInto('rate_counters')
    .values([
      { key: 'failure old', window_start: new Date(now - 2 * day), count: 3 },
      { key: 'failure new', window_start: new Date(now - hour), count: 3 },
      { key: 'mail old', window_start: new Date(0), count: seconds(now - 2 * day) },
      { key: 'mail new', window_start: new Date(0), count: seconds(now - hour) },
    ])
    .execute()
  await db.transaction().execute((transaction) => queue.enqueue(transaction, 'remove-expired', {}))

  const kept = async () => ({
    tokens: (await db.selectFrom('refresh_tokens').select('token_hash').execute()).map((row) => row.token_hash),
    counters: (await db.selectFrom('rate_counters').select('key').orderBy('key').execute()).map((row) => row.key),
  })
  for (let tries = 0; tries < 300 && (await kept()).counters.length > 2; tries += 1) await wait(100)
  expect(await kept()).toEqual({ tokens: ['open'], counters: ['failure new', 'mail new'] })
})
