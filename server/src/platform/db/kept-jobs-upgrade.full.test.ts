import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../test/test-database.ts'
import { Connection } from './connections.ts'
import { migrate } from './migrate.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const KEPT_JOBS = '049-kept-jobs.sql'

test('mails and files that an earlier version queued are kept through an upgrade, under the names of today', async () => {
  const url = await createEmptyDatabase()
  const client = new Connection({ connectionString: url })
  await client.connect()
  await client.query('create table migrations (name text primary key, applied_at timestamptz not null default now())')
  for (const name of (await readdir(FOLDER)).sort().filter((file) => file < KEPT_JOBS)) {
    await client.query(await readFile(join(FOLDER, name), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
  }
  const earlier = new PgBoss({ connectionString: url, supervise: false, schedule: false })
  await earlier.start()
  const queued: Record<string, object> = {
    'mail-notification': { notification_id: 'one' },
    'send-mail': { notification_id: 'two' },
    'make-clip': { request_id: 'three' },
    'index-video': { video_id: 'four' },
  }
  for (const [name, data] of Object.entries(queued)) {
    await earlier.createQueue(name)
    await earlier.send(name, data)
  }
  await earlier.stop()
  await migrate(url)
  const { rows } = await client.query('select job_name, payload from kept_jobs order by payload::text')
  expect(rows).toEqual([
    { job_name: 'send-mail', payload: { notification_id: 'one' } },
    { job_name: 'send-mail', payload: { notification_id: 'two' } },
    { job_name: 'make-clip', payload: { request_id: 'three' } },
  ])
  const left = await client.query('select name from pgboss.job order by name')
  expect(left.rows.map(({ name }) => name)).toEqual(['index-video', 'make-clip', 'send-mail'])
  await client.end()
})
