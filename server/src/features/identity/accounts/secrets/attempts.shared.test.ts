import { ACCOUNT, MAIL } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startProduct } from '../../../../../test/product.ts'

const server = await startProduct({ settings: { RATE_LIMITS: 'on' } })
afterAll(() => server.close())
afterEach(() => server.db.deleteFrom('rate_counters').execute())

const PASSWORD = 'engine of 1843'
const person = (email: string) => ({ first_name: 'Ada', last_name: 'Lovelace', email, password: PASSWORD })
const login = async (email: string, password: string, from?: string) =>
  (await server.post('/api/login', { email, password }, undefined, from)).status
/** Signs up and types the code, all from one address. */
async function account(email: string, from: string) {
  await server.post('/api/signup', person(email), undefined, from)
  const body = { email, code: await server.code() }
  return (await server.post('/api/verify_code', body, undefined, from)).json
}
/** Tries code after code; every ten tries come from another address. @returns how often each status was answered */
async function tryCodes(path: string, body: object, times: number, from = (group: number) => `198.51.100.${group}`) {
  const statuses: Record<number, number> = {}
  for (let i = 0; i < times; i += 1) {
    const { status } = await server.post(path, body, undefined, from(Math.floor(i / 10)))
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}
/** Makes all counters look this many minutes older. */
const pass = (minutes: number) =>
  sql`update rate_counters set ends_at = ends_at - ${minutes} * interval '1 minute',
    taken_at = array(select at - ${minutes} * interval '1 minute' from unnest(taken_at) at order by at)`.execute(
    server.db,
  )
const guess = (email: string) => ({ email, code: '00000000' })

describe('tries per account', () => {
  test('of forty simultaneous wrong logins, ten are checked', async () => {
    await account('race@example.org', '192.0.2.1')
    const statuses = await Promise.all(
      Array.from({ length: 40 }, () => login('race@example.org', 'wrong', '192.0.2.9')),
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(ACCOUNT.failures_per_account)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40 - ACCOUNT.failures_per_account)
  })

  test('right ones do not count, however many there are', async () => {
    await account('right@example.org', '192.0.2.2')
    for (let i = 0; i < 12; i += 1) expect(await login('right@example.org', PASSWORD, '192.0.2.2')).toBe(200)
  })

  test('at most ten in any 15 minutes, also across the end of a window', async () => {
    const email = 'edge@example.org'
    expect(await tryCodes('/api/verify_code', guess(email), 5)).toEqual({ 400: 5 })
    await pass(14)
    expect(await tryCodes('/api/verify_code', guess(email), 7)).toEqual({ 400: 5, 429: 2 })
    await pass(2)
    expect(await tryCodes('/api/verify_code', guess(email), 7)).toEqual({ 400: 5, 429: 2 })
    const late = await server.post('/api/verify_code', guess(email), undefined, '198.51.100.0')
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(12 * 60)
    expect(Number(late.headers.get('retry-after'))).toBeLessThanOrEqual(13 * 60)
  })

  test('count at every call that takes a code or a password', async () => {
    const { access } = await account('each@example.org', '192.0.2.3')
    const reset = { ...guess('reset@example.org'), new_password: 'a new password' }
    expect(await tryCodes('/api/reset-password', reset, 12, () => '192.0.2.3')).toEqual({ 400: 10, 429: 2 })
    const statuses: number[] = []
    for (let i = 0; i < 12; i += 1)
      statuses.push((await server.post('/api/confirm_email', { code: '00000000' }, { access }, '192.0.2.3')).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
    for (let i = 0; i < 10; i += 1) await login('each@example.org', 'wrong', '192.0.2.3')
    const change = { old_password: PASSWORD, new_password: 'another one' }
    expect((await server.post('/api/change-password', change, { access }, '192.0.2.3')).status).toBe(429)
  })

  test('at most a hundred a day from all addresses, which locks out nobody at an address of an earlier sign-in', async () => {
    const email = 'owner@example.org'
    const home = '2001:db8:1:1::1'
    await account(email, home)
    expect(await tryCodes('/api/verify_code', guess(email), 112)).toEqual({ 400: 100, 429: 12 })
    await pass(16)
    expect(await login(email, PASSWORD, '203.0.113.5')).toBe(429)
    expect(await login(email, 'wrong', '2001:db8:1:1::2')).toBe(401)
    expect(await login(email, PASSWORD, '2001:db8:1:1::2')).toBe(200)
    await server.db
      .updateTable('sign_in_addresses')
      .set({ last_at: new Date(Date.now() - 31 * 86_400_000) })
      .execute()
    expect(await login(email, PASSWORD, home)).toBe(429)
    await pass(24 * 60)
    expect(await login(email, PASSWORD, home)).toBe(200)
  })

  test('a reset by mail works while strangers bar an account, and the bar then ends at the address of the reset', async () => {
    const email = 'barred@example.org'
    await account(email, '192.0.2.20')
    const [away, other] = ['203.0.113.7', '203.0.113.8']
    for (let i = 0; i < 100; i += 1) await login(email, 'wrong', `198.51.100.${Math.floor(i / 10)}`)
    expect(await login(email, PASSWORD, away)).toBe(429)
    const reset = async (code: string, new_password: string, from = away) =>
      (await server.post('/api/reset-password', { email, code, new_password }, undefined, from)).status
    const ask = async () => {
      await server.db.deleteFrom('rate_counters').where('key', 'like', 'mail %').execute()
      await server.post('/api/forgot-password', { email }, undefined, away)
      return await server.code()
    }
    expect(await reset(await ask(), 'a second password')).toBe(200)
    expect(await login(email, 'a second password', away)).toBe(200)
    expect(await login(email, 'a second password', other)).toBe(429)
    // Strangers also use up the tries of each code, and those of a day.
    const code = await ask()
    for (let i = 0; i < 100; i += 1) await reset('00000000', 'a strange password', `198.51.101.${Math.floor(i / 10)}`)
    expect(await reset(code, 'a third password', other)).toBe(429)
    const long = /^\d{30}$/m.exec((await server.outbox()).at(-1) ?? '')?.[0] ?? ''
    expect(await reset(`${BigInt(long) + 1n}`.padStart(30, '0'), 'a third password', other)).toBe(400)
    expect(await reset(long, 'a third password', other)).toBe(200)
    expect(await login(email, 'a third password', other)).toBe(200)
    expect(await reset(long, 'a fourth password', other)).toBe(400)
  })

  test('a long code finishes no sign-up', async () => {
    const email = 'long@example.org'
    await server.post('/api/signup', person(email), undefined, '192.0.2.21')
    expect(await tryCodes('/api/verify_code', { email, code: '0'.repeat(30) }, 3)).toEqual({ 400: 3 })
  })

  test("a day's tries guess a code with a chance below one in a hundred thousand", () => {
    const codes = 10 ** ACCOUNT.code_digits
    const windows = ACCOUNT.day / ACCOUNT.window + 1
    expect((ACCOUNT.failures_per_account * windows) / codes).toBeLessThan(1e-5)
    // Maximum number of sign-up codes that are valid for one address at once.
    expect((ACCOUNT.failures_per_day * MAIL.per_recipient) / codes).toBeLessThan(1e-5)
  })
})

describe('calls', () => {
  const call = async (from: string) =>
    (await server.post('/api/forgot-password', { email: 'nobody@example.org' }, undefined, from)).status

  test('at most a hundred per address, and per IPv6 /64', async () => {
    for (const from of [() => '192.0.2.7', (i: number) => `2001:db8:2:2::${i.toString(16)}`]) {
      const statuses: number[] = []
      for (let i = 1; i <= 102; i += 1) statuses.push(await call(from(i)))
      expect(statuses).toEqual([...Array(100).fill(200), 429, 429])
    }
    expect(await call('2001:db8:2:3::1')).toBe(200)
  })
})

describe('mails', () => {
  const to = async (email: string) => (await server.outbox()).filter((mail) => mail.includes(`To: ${email}\n`)).length

  test('at most five to a recipient per hour, whoever requests them; the answers do not change', async () => {
    const email = 'flooded@example.org'
    await account(email, '192.0.2.4')
    const mails = await to(email)
    for (let i = 0; i < 8; i += 1) {
      const from = `2001:db8:${(i + 16).toString(16)}::1`
      const signup = await server.post('/api/signup', person(email), undefined, from)
      expect([signup.status, Object.keys(signup.json)]).toEqual([201, ['message', 'email', 'mail', 'signup']])
      await sql`delete from rate_counters where key like 'mail %'`.execute(server.db)
      expect((await server.post('/api/forgot-password', { email }, undefined, from)).status).toBe(200)
    }
    expect([mails, await to(email)]).toEqual([1, MAIL.per_recipient])
    const resend = await server.post('/api/resend_verification_code', { email }, undefined, '192.0.2.4')
    expect([resend.status, resend.json.detail]).toEqual([
      429,
      `${email} has been sent enough for now. Please try again later.`,
    ])
    await pass(61)
    await server.post('/api/forgot-password', { email })
    expect(await to(email)).toBe(MAIL.per_recipient + 1)
  })

  test('at most a hundred a day per sender; a sign-up beyond them gets a code that nobody receives', async () => {
    const before = (await server.outbox()).length
    for (let i = 0; i < MAIL.per_sender; i += 1) {
      await server.post('/api/forgot-password', { email: `nobody${i}@example.org` }, undefined, '192.0.2.8')
    }
    await sql`delete from rate_counters where key like 'calls %'`.execute(server.db)
    const answer = await server.post('/api/signup', person('over@example.org'), undefined, '192.0.2.8')
    expect([answer.status, (await server.outbox()).length - before]).toEqual([201, 0])
    expect(await login('over@example.org', PASSWORD, '192.0.2.8')).toBe(403)
    const code = await server.db
      .selectFrom('account_codes')
      .select('expires_at')
      .where('email', '=', 'over@example.org')
      .executeTakeFirstOrThrow()
    expect(code.expires_at.getTime()).toBeLessThanOrEqual(Date.now())
  })
})
