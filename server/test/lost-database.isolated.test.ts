import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../src/platform/db/database.ts'
import { type ApiBehindProxy, startApiBehindProxy } from './api-behind-proxy.ts'
import { openEvents } from './event-stream.ts'

const ROUNDS = 5

let tested: ApiBehindProxy
beforeEach(async () => {
  tested = await startApiBehindProxy()
})
afterEach(() => tested.close())

const terminateAll = (db: Database) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'footnote%' and pid <> pg_backend_pid()`.execute(db)

test('lost connections under load end no process, lose no acknowledged comment, and close no stream', async () => {
  const { api, beside, person, video_id } = tested
  const stream = await openEvents(beside.base, video_id, person)
  const acknowledged = await tested.writeDuring(async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await wait(300)
      await terminateAll(api.db)
    }
    await wait(300)
  })
  expect(beside.ended()).toBe(false)
  expect(tested.unexpected).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(await tested.stored()).toEqual(expect.arrayContaining(acknowledged))

  // Each comment once, also those that were written while nobody listened, and those whose answer was lost.
  const stored = (await tested.stored()).toSorted()
  const heard = () => stream.events.map(({ data }) => data.comment?.content).toSorted()
  await expect.poll(heard).toEqual(stored)
  stream.close()
})

test('while the database is unreachable calls are answered 503 and health names it, until it is back', async () => {
  const { proxy, beside, comment, said } = tested
  expect(await beside.health()).toMatchObject({ status: 200, json: { status: 'ok' } })
  proxy.refuse()
  const refused = await comment('lost')
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect(await refused.json()).toMatchObject({
    code: 'unavailable',
    detail: 'Footnote cannot reach its database at the moment. Please try again shortly.',
  })
  const ill = await beside.health()
  expect(ill).toMatchObject({ status: 503, json: { status: 'failing' } })
  expect(Number(ill.retry_after)).toBeGreaterThan(0)
  expect(ill.json.checks).toContainEqual({
    name: 'database',
    state: 'fail',
    sentence: expect.stringMatching('database'),
  })
  await expect.poll(said).toEqual(['database lost'])
  proxy.admit()
  await expect.poll(async () => (await comment('kept')).status).toBe(200)
  expect((await beside.health()).status).toBe(200)
  expect(await tested.stored()).toEqual(['kept'])
  // Calls show that the database answers; without any, nothing would ask it for a minute.
  const saidAfterCall = () => beside.health().then(said)
  await expect.poll(saidAfterCall).toEqual(['database lost', 'database is back'])
})
