import { afterAll, expect, test } from 'vitest'
import { startProduct } from '../../../../test/product.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'

const server = await startProduct()
afterAll(() => server.close())

const person = (email: string) => ({ first_name: 'Ada', last_name: 'Lovelace', email, password: 'engine of 1843' })

async function signUp(email: string) {
  await server.post('/api/signup', person(email))
  return (await server.post('/api/verify_code', { email, code: await server.code() })).json
}

test('signing up sends a code, and the code signs in', async () => {
  const answer = await server.post('/api/signup', person('ada@example.org'))
  expect(answer.status).toBe(201)
  expect(answer.json).toMatchObject({ email: 'ada@example.org', mail: 'outbox' })
  const mail = (await server.outbox()).at(-1)!
  expect(mail).toContain('Content-Type: text/plain')
  expect(mail).toContain('Content-Transfer-Encoding: 7bit')
  const early = await server.post('/api/login', { email: 'ada@example.org', password: 'engine of 1843' })
  expect([early.status, early.json.code]).toEqual([403, 'email_not_verified'])
  const verified = await server.post('/api/verify_code', { email: 'ada@example.org', code: await server.code() })
  expect(verified.status).toBe(200)
  expect(verified.json.user).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.org' })
  const details = await server.get('/api/get_user_details', verified.json)
  expect(details.json).toMatchObject({ email: 'ada@example.org', is_admin: true })
})

test('a code works once and not after five wrong tries', async () => {
  const { user } = await signUp('once@example.org')
  expect(user.email).toBe('once@example.org')
  const again = await server.post('/api/verify_code', { email: 'once@example.org', code: await server.code() })
  expect([again.status, again.json.code]).toEqual([400, 'code_invalid'])
  await server.post('/api/signup', person('tries@example.org'))
  const code = await server.code()
  const wrong = code === '00000000' ? '00000001' : '00000000'
  for (let i = 0; i < 5; i += 1) await server.post('/api/verify_code', { email: 'tries@example.org', code: wrong })
  const late = await server.post('/api/verify_code', { email: 'tries@example.org', code })
  expect([late.status, late.json.code]).toEqual([400, 'code_invalid'])
})

test('sign-up, login and forgot-password reveal to nobody who has an account', async () => {
  await signUp('known@example.org')
  const mails = (await server.outbox()).length
  const known = await server.post('/api/signup', person('known@example.org'))
  const unknown = await server.post('/api/signup', person('unknown@example.org'))
  expect(known.status).toBe(unknown.status)
  expect(Object.keys(known.json)).toEqual(Object.keys(unknown.json))
  const mail = (await server.outbox())[mails]!
  expect(mail).toContain('You already have a Footnote account')
  const wrong = await server.post('/api/login', { email: 'known@example.org', password: 'not this' })
  const nobody = await server.post('/api/login', { email: 'nobody@example.org', password: 'not this' })
  expect([wrong.status, wrong.text]).toEqual([401, nobody.text])
  const forgot = await server.post('/api/forgot-password', { email: 'known@example.org' })
  const forgotNobody = await server.post('/api/forgot-password', { email: 'nobody@example.org' })
  expect([forgot.status, forgot.text]).toEqual([200, forgotNobody.text])
})

test('a sign-up with a known address does not change the account', async () => {
  await signUp('safe@example.org')
  await server.post('/api/signup', { ...person('safe@example.org'), password: 'another password' })
  expect((await server.post('/api/login', { email: 'safe@example.org', password: 'engine of 1843' })).status).toBe(200)
})

test('a second code within 15 seconds is refused with the time to wait', async () => {
  await server.post('/api/signup', person('again@example.org'))
  const answer = await server.post('/api/resend_verification_code', { email: 'again@example.org' })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(15)
  const stranger = await server.post('/api/resend_verification_code', { email: 'stranger@example.org' })
  expect(stranger.json.message).toBe('Verification code sent successfully!')
})

test('a refresh token works once, and its second use ends the whole session', async () => {
  const first = await signUp('turn@example.org')
  const second = (await server.post('/api/token/refresh', { refresh: first.refresh })).json
  expect((await server.get('/api/get_user_details', second)).status).toBe(200)
  expect((await server.post('/api/token/refresh', { refresh: first.refresh })).status).toBe(401)
  expect((await server.post('/api/token/refresh', { refresh: second.refresh })).status).toBe(401)
  expect((await server.get('/api/get_user_details', second)).status).toBe(401)
})

test('logging out ends the session at once', async () => {
  const session = await signUp('out@example.org')
  expect((await server.post('/api/logout', { refresh: session.refresh })).status).toBe(204)
  expect((await server.get('/api/get_user_details', session)).status).toBe(401)
  expect((await server.post('/api/token/refresh', { refresh: session.refresh })).status).toBe(401)
})

test('a mailed code sets a new password and ends all sessions', async () => {
  const session = await signUp('reset@example.org')
  await server.post('/api/forgot-password', { email: 'reset@example.org' })
  const body = { email: 'reset@example.org', code: await server.code(), new_password: 'a new password' }
  expect((await server.post('/api/reset-password', { ...body, new_password: 'short' })).json.detail).toBe(
    'Password must be at least 8 characters long',
  )
  expect((await server.post('/api/reset-password', body)).status).toBe(200)
  expect((await server.get('/api/get_user_details', session)).status).toBe(401)
  expect((await server.post('/api/reset-password', body)).json.code).toBe('code_invalid')
  expect((await server.post('/api/login', { email: 'reset@example.org', password: 'a new password' })).status).toBe(200)
})

test('changing the password needs the old one and ends the other sessions', async () => {
  const here = await signUp('change@example.org')
  const there = (await server.post('/api/login', { email: 'change@example.org', password: 'engine of 1843' })).json
  const change = (old_password: string) =>
    server.post('/api/change-password', { old_password, new_password: 'sixsix' }, here)
  expect((await server.post('/api/change-password', { old_password: 'a', new_password: 'sixsix' })).status).toBe(401)
  const wrong = await change('not this')
  expect([wrong.status, wrong.json.code]).toEqual([400, 'password_wrong'])
  expect((await change('engine of 1843')).json.message).toBe('Password changed successfully!')
  expect((await server.get('/api/get_user_details', here)).status).toBe(200)
  expect((await server.get('/api/get_user_details', there)).status).toBe(401)
})

test('a changed, a foreign and a missing access token are all refused', async () => {
  const { access } = await signUp('token@example.org')
  const [head, body, signature] = access.split('.')
  for (const token of [`${head}.${body}.${signature.slice(0, -2)}AA`, 'nonsense', `${head}.${body}.`])
    expect((await server.get('/api/get_user_details', { access: token })).status).toBe(401)
})

test('no value of any field of an account call makes the server fail', async () => {
  const { access } = await signUp('fuzz@example.org')
  const calls: Record<string, string[]> = {
    '/api/signup': ['first_name', 'last_name', 'email', 'password', 'company_name'],
    '/api/login': ['email', 'password'],
    '/api/token/refresh': ['refresh'],
    '/api/logout': ['refresh'],
    '/api/verify_code': ['email', 'code'],
    '/api/resend_verification_code': ['email'],
    '/api/forgot-password': ['email'],
    '/api/reset-password': ['email', 'code', 'new_password'],
    '/api/change-password': ['old_password', 'new_password'],
  }
  const values = [{}, [], 7, null, true, '\0', 'x'.repeat(1_000_000), undefined]
  for (const [address, fields] of Object.entries(calls))
    for (const field of fields)
      for (const value of values) {
        const good = Object.fromEntries(fields.map((name) => [name, name === 'email' ? 'f@example.org' : 'goodenough']))
        const answer = await server.post(address, { ...good, [field]: value }, { access })
        expect(answer.status, `${address} ${field} ${String(value).slice(0, 20)}`).toBeLessThan(500)
      }
})

test('ten failures lock an account for a while, and a hundred calls lock an address', async () => {
  const limited = await startProduct({ settings: { RATE_LIMITS: 'on' } })
  try {
    const login = (email: string) => limited.post('/api/login', { email, password: 'wrong' })
    for (let i = 0; i < 10; i += 1) expect((await login('locked@example.org')).status).toBe(401)
    const locked = await login('locked@example.org')
    expect([locked.status, locked.json.code]).toEqual([429, 'rate_limited'])
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await login('other@example.org')).status).toBe(401)
    for (let i = 0; i < 88; i += 1) await limited.post('/api/forgot-password', { email: 'a@example.org' })
    expect((await limited.post('/api/forgot-password', { email: 'a@example.org' })).status).toBe(429)
  } finally {
    await limited.close()
  }
})

test('with SMTP the code arrives by mail', async () => {
  const smtp = await startSmtp()
  const mailed = await startProduct({ settings: { SMTP_URL: smtp.url } })
  try {
    const answer = await mailed.post('/api/signup', person('smtp@example.org'))
    expect(answer.json.mail).toBe('smtp')
    expect(await mailed.outbox()).toEqual([])
    const code = /verification code is (\d{8})/.exec(smtp.received[0]!.message)![1]
    expect((await mailed.post('/api/verify_code', { email: 'smtp@example.org', code })).status).toBe(200)
  } finally {
    await mailed.close()
    await smtp.stop()
  }
})
