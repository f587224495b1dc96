import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { earlierSchema } from '../../../test/earlier-schema.ts'
import { Connection } from './connections.ts'
import { migrate } from './migrate.ts'

test('mails and files that an earlier version queued are kept through an upgrade, under the names of today', async () => {
  const url = await earlierSchema('049')
  const client = new Connection({ connectionString: url })
  await client.connect()
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
