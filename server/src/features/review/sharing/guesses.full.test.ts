import { LINK_GUESSES } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startProduct } from '../../../../test/product.ts'

const server = await startProduct({ settings: { RATE_LIMITS: 'on' } })
afterAll(() => server.close())
const { owner } = await server.people('TEAM')

const PASSWORD = 'autumn leaves'
/** Makes all counters look this many seconds older. */
const pass = (seconds: number) =>
  sql`update rate_counters set ends_at = ends_at - ${seconds} * interval '1 second',
    taken_at = array(select at - ${seconds} * interval '1 second' from unnest(taken_at) at order by at)`.execute(
    server.db,
  )

test('1,000 guesses from 50 addresses try at most as many passwords as the limit says, and the right one opens it later', async () => {
  const video = await server.aVideo(owner, await server.aCollection(owner, { kind: 'review' }), { duration: 60 })
  const body = { kind: 'version', ids: [video], permission: 'viewer', password: PASSWORD }
  const { share_url } = (await server.post('/api/sharing_router/links', body, owner)).json
  const guest = { share_token: share_url.split('/').at(-1), guest_key: 'a browser' }
  const unlock = (password: string, from: string) =>
    server.post(`/api/sharing_router/unlock/${guest.share_token}`, { password }, guest, from)
  const statuses: Record<number, number> = {}
  for (let round = 0; round < 20; round += 1)
    await Promise.all(
      Array.from({ length: 50 }, async (_, address) => {
        const { status, headers } = await unlock(`guess ${round} ${address}`, `198.51.100.${address}`)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }),
    )
  expect(statuses).toEqual({ 401: LINK_GUESSES.per_link, 429: 1_000 - LINK_GUESSES.per_link })
  expect((await unlock(PASSWORD, '203.0.113.1')).status).toBe(429)
  const told = await server.db.selectFrom('notifications').select(['type', 'user_id']).execute()
  expect(told).toEqual([{ type: 'LINK_GUESSED', user_id: owner.id }])
  await pass(LINK_GUESSES.link_window + 1)
  expect((await unlock(PASSWORD, '203.0.113.1')).json.pass).toEqual(expect.any(String))
  const one: number[] = []
  for (let guess = 0; guess < 12; guess += 1) one.push((await unlock('wrong', '198.51.100.99')).status)
  expect(one).toEqual([...Array(LINK_GUESSES.per_address).fill(401), 429, 429])
  expect((await unlock(PASSWORD, '203.0.113.2')).status).toBe(200)
})

test('guesses hold up no login', async () => {
  const video = await server.aVideo(owner, await server.aCollection(owner, { kind: 'review' }), { duration: 60 })
  const body = { kind: 'version', ids: [video], permission: 'viewer', password: PASSWORD }
  const { share_url } = (await server.post('/api/sharing_router/links', body, owner)).json
  const token = share_url.split('/').at(-1)
  let open = 0
  const guesses = Array.from({ length: 90 }, async (_, at) => {
    open += 1
    await server.post(
      `/api/sharing_router/unlock/${token}`,
      { password: 'wrong' },
      { share_token: token, guest_key: `${at}` },
      `203.0.113.${at}`,
    )
    open -= 1
  })
  const waiting: number[] = []
  for (let login = 0; login < 5; login += 1) {
    await server.post('/api/login', { email: owner.email, password: 'wrong' }, undefined, `192.0.2.${login}`)
    waiting.push(open)
  }
  // Each login was answered while guesses of passwords of the link still waited in their own queue.
  expect(Math.min(...waiting)).toBeGreaterThan(0)
  await Promise.all(guesses)
})
