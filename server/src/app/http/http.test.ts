import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { RATE } from '@footnote/contract/shared/limits.ts'
import { expect, test } from 'vitest'
import { ProductError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/route.ts'
import { buildApp } from './app.ts'
import { checkDisk } from './health.ts'

const config = { log_level: 'silent', public_url: 'http://localhost', s3: null, rate_limits: true, trusted_proxies: [] }

async function appWithLogin() {
  const built = await buildApp({ config, identify: async () => ({ kind: 'nobody' }) })
  built.route(endpoints.accounts.login, async ({ body }) => ({
    access: body.email,
    refresh: 'r',
    user: { id: '1', first_name: '', last_name: '', email: body.email, company_id: '2' },
  }))
  built.route(endpoints.accounts.details, async () => {
    throw new Error('must not be reached')
  })
  return built.app
}

test('a body that breaks the contract gets a sentence for each wrong field', async () => {
  const app = await appWithLogin()
  const answer = await app.inject({ method: 'POST', url: '/api/login', payload: { email: 'nobody', password: '' } })
  expect(answer.statusCode).toBe(400)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({
    code: 'validation_failed',
    fields: { email: 'Invalid email address', password: 'Password is required' },
  })
})

test('a valid body reaches the handler in the form that the contract defines', async () => {
  const app = await appWithLogin()
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: ' Ada@Example.org ', password: 'x' },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().access).toBe('ada@example.org')
})

test('half of a character in a body reaches no handler', async () => {
  const { app, route } = await buildApp({ config, identify: async () => ({ kind: 'nobody' }) })
  const heard: string[] = []
  route(endpoints.accounts.login, async ({ body }) => {
    heard.push(body.password)
    throw new ProductError('not_found')
  })
  const payload = '{"email":"ada@example.org","password":"a\\ud800b"}'
  await app.inject({ method: 'POST', url: '/api/login', headers: { 'content-type': 'application/json' }, payload })
  expect(heard).toEqual(['a\ufffdb'])
})

test('a call for users refuses an anonymous caller before it validates anything', async () => {
  const app = await appWithLogin()
  const answer = await app.inject({ method: 'GET', url: '/api/get_user_details' })
  expect(answer.statusCode).toBe(401)
  expect(answer.json().code).toBe('unauthenticated')
})

test('text that is not JSON and an unknown address are problem details, too', async () => {
  const app = await appWithLogin()
  const broken = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'content-type': 'application/json' },
    payload: '{',
  })
  expect([broken.statusCode, broken.json().code]).toEqual([400, 'validation_failed'])
  const unknown = await app.inject({ method: 'GET', url: '/api/nothing' })
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found'])
})

test('the documentation lists all routed calls', async () => {
  const app = await appWithLogin()
  await app.ready()
  const document = (await app.inject({ method: 'GET', url: '/api/docs/json' })).json()
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toContain('/api/login')
  expect(
    document.paths['/api/login'].post.requestBody.content['application/json'].schema.properties.email,
  ).toBeDefined()
})

test('requests per second count by user, by address and share link, and by address', async () => {
  const link = { company_id: 'c', permission: 'viewer', pass_version: 0, guest_key_hash: null } as const
  const common = { ...link, video_id: 'v', show_versions: false, marked: false } as const
  const viewers: Record<string, Viewer> = {
    ada: { kind: 'user', user_id: 'ada', company_id: 'c', is_admin: false, has_seat: true, session_id: 's' },
    grace: { kind: 'user', user_id: 'grace', company_id: 'c', is_admin: false, has_seat: true, session_id: 's' },
    first: { kind: 'share', link_id: 'first', ...common },
    second: { kind: 'share', link_id: 'second', ...common },
  }
  const { app, route } = await buildApp({
    config,
    identify: async ({ headers }) => viewers[String(headers.authorization)] ?? { kind: 'nobody' },
  })
  route(endpoints.comments.replies, async () => ({ replies: [] }))
  const url = '/api/quick-review/comments/v/c'
  const one = async (authorization: string, remoteAddress = '10.0.0.1') =>
    (await app.inject({ method: 'GET', url, headers: { authorization }, remoteAddress })).statusCode
  const burst = (authorization: string) =>
    Promise.all(Array.from({ length: 2 * RATE.other_per_second }, () => one(authorization)))
  // The first burst uses up one second's requests; callers with their own counter are unaffected.
  expect(await burst('first')).toContain(429)
  for (const other of ['second', 'ada', 'grace']) expect(await one(other)).toBe(200)
  expect(await one('first', '10.0.0.2')).toBe(200)
  expect(await burst('ada')).toContain(429)
  await app.close()
})

test('searches have a rate limit of their own, whatever the heading in the documentation', async () => {
  const viewer: Viewer = {
    ...{ kind: 'user', user_id: 'ada', company_id: 'c', is_admin: false, has_seat: true, session_id: 's' },
  }
  const { app, route } = await buildApp({ config, identify: async () => viewer })
  route({ ...endpoints.search.query, tag: 'Elsewhere' }, async () => {
    throw new ProductError('not_found')
  })
  route({ ...endpoints.searchHistory.list, tag: 'Search' }, async () => ({ searches: [] }))
  const ask = async (url: string) => (await app.inject({ method: 'GET', url })).statusCode
  const burst = (url: string) => Promise.all(Array.from({ length: 3 * RATE.search_per_second }, () => ask(url)))
  const search = '/api/query_index?index_id=all&query=lighthouse'
  expect(await ask(search)).toBe(404)
  expect(await burst(search)).toContain(429)
  expect(new Set(await burst('/api/search_history'))).toEqual(new Set([200]))
  await app.close()
})

test('during the start only calls marked for it are answered, whatever the heading, and no other is an error', async () => {
  const readiness = { ready: false }
  const lines: { level: number; msg: string; reason?: string }[] = []
  const { app, route } = await buildApp({
    config: { ...config, log_level: 'warn' },
    identify: async () => ({ kind: 'nobody' }),
    readiness,
    log: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  const answered = { status: 'starting', version: '', roles: [], mail: 'outbox', models: [], checks: [] } as const
  route({ ...endpoints.health.check, tag: 'Elsewhere' }, async () => ({
    ...answered,
    roles: [],
    models: [],
    checks: [],
  }))
  route({ ...endpoints.site.get, tag: 'Health' }, async () => {
    throw new ProductError('not_found')
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (url: string) => (await fetch(base + url)).status
  expect([await ask('/api/health'), await ask('/api/site')]).toEqual([200, 503])
  const reason = 'Footnote is starting. Please try again in a moment.'
  expect(lines).toEqual([expect.objectContaining({ level: 40, msg: 'request not served', reason })])
  expect(lines[0]).not.toHaveProperty('err')
  readiness.ready = true
  expect([await ask('/api/health'), await ask('/api/site')]).toEqual([200, 404])
  await app.close()
})

test('a call during the start waits for its end', async () => {
  const started = Promise.withResolvers<void>()
  const readiness = { ready: false, opened: started.promise }
  const { app, route } = await buildApp({ config, identify: async () => ({ kind: 'nobody' }), readiness })
  route(endpoints.site.get, async () => {
    throw new ProductError('not_found')
  })
  const answer = app.inject({ method: 'GET', url: '/api/site' })
  await app.inject({ method: 'GET', url: '/api/docs/json' })
  readiness.ready = true
  started.resolve()
  expect((await answer).statusCode).toBe(404)
  await app.close()
})

test('health warns of a full disk, and of one that does not answer', async () => {
  const free = (bytes: number) => async () => ({ bavail: bytes / 4096, bsize: 4096 })
  expect(await checkDisk('/data', free(2 ** 30))).toEqual({ name: 'disk', state: 'ok', sentence: '' })
  const full = { name: 'disk', state: 'warn', sentence: expect.stringContaining('is full') }
  expect(await checkDisk('/data', free(4096))).toEqual(full)
  const gone = { name: 'disk', state: 'warn', sentence: expect.stringContaining('does not answer') }
  expect(await checkDisk('/data', () => Promise.reject(new Error('EIO')))).toEqual(gone)
})

test('no answer of the API is cached, not even a refusal', async () => {
  const app = await appWithLogin()
  const payload = { email: 'ada@example.org', password: 'x' }
  const answer = await app.inject({ method: 'POST', url: '/api/login', payload })
  const refusal = await app.inject({ method: 'GET', url: '/api/get_user_details' })
  expect([answer.statusCode, refusal.statusCode]).toEqual([200, 401])
  for (const { headers } of [answer, refusal]) expect(headers['cache-control']).toBe('no-store')
})

test('pages load nothing from other origins, and turn no text into markup', async () => {
  const app = await appWithLogin()
  const policyOf = async (url: string) => {
    const policy = String((await app.inject({ url })).headers['content-security-policy'])
    return policy
      .split(';')
      .map((part) => part.trim().replaceAll(/ 'nonce-[^']+'/g, ''))
      .filter(Boolean)
  }
  const page = await policyOf('/api/nothing')
  expect(page).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]))
  const typed = ["require-trusted-types-for 'script'", "trusted-types 'none'"]
  expect(page).toEqual(expect.arrayContaining(typed))
  // The viewer of the documentation writes its own markup; the rest of its policy equals that of every page.
  expect(await policyOf('/api/docs/')).toEqual(page.filter((part) => !typed.includes(part)))
})
