import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openOwnEvents } from '../../../../test/event-stream.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner } = await startTeam()
afterAll(() => server.close())

// It takes as long as a page waits between two questions without a stream.
test('after messages were lost the page reads its notifications again', async () => {
  const stream = await openOwnEvents(server.base, owner)
  await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where application_name = 'footnote-channels' and datname = current_database()`.execute(server.db)
  await stream.received(1)
  expect(stream.events).toEqual([{ event: 'notifications', data: {} }])
  stream.close()
})
