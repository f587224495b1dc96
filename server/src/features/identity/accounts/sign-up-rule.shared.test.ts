import { afterAll, expect, test } from 'vitest'
import { PASSWORD } from '../../../../../seed/rows/people.ts'
import { startProduct } from '../../../../test/product.ts'

const created = new Set<() => Promise<void>>()
afterAll(() => Promise.all([...created].map((close) => close())))

async function started(settings: Readonly<Record<string, string>>) {
  const server = await startProduct({ settings })
  created.add(() => server.close())
  const signUp = (email: string) =>
    server.post('/api/signup', { first_name: 'Ada', last_name: 'Lovelace', email, password: 'engine of 1843' })
  const health = async () =>
    (await server.get('/api/health')).json.checks.find(({ name }: { name: string }) => name === 'sign_up')
  return { server, signUp, health }
}
const refused = (detail: RegExp) => ({
  status: 403,
  json: { code: 'sign_up_closed', detail: expect.stringMatching(detail) },
})

test('people with an address of the domains sign up, others only by invitation', async () => {
  const { server, signUp } = await started({ SIGN_UP: 'domains', SIGN_UP_DOMAINS: 'Example.org, school.example' })
  expect((await signUp('ada@example.org')).status).toBe(201)
  expect((await signUp('ada@SCHOOL.example')).status).toBe(201)
  for (const email of ['ada@other.example', 'ada@sub.example.org', 'ada@notexample.org'])
    expect(await signUp(email)).toMatchObject(
      refused(/^Only addresses of example\.org, school\.example can sign up here\.$/),
    )
  const admin = await server.person(undefined, 'TEAM')
  expect((await server.post('/api/company/invite_users', { emails: ['ada@other.example'] }, admin)).status).toBe(200)
})

test('by invitation only, nobody signs up, begun sign-ups included, and invited people join', async () => {
  const open = await started({})
  const begun = await open.signUp('begun@example.org')
  const code = await open.server.code()
  const { database_url, data_dir } = open.server.config
  const { server, signUp } = await started({ SIGN_UP: 'invited', DATABASE_URL: database_url, DATA_DIR: data_dir })
  expect(await signUp('ada@example.org')).toMatchObject(refused(/^Accounts are by invitation here/))
  const verified = { email: 'begun@example.org', code, signup: begun.json.signup }
  expect(await server.post('/api/verify_code', verified)).toMatchObject(refused(/invitation/))
  expect(await server.post('/api/resend_verification_code', { email: 'begun@example.org' })).toMatchObject(
    refused(/invitation/),
  )
  const admin = await server.person(undefined, 'TEAM')
  await server.post('/api/company/invite_users', { emails: ['grace@example.org'] }, admin)
  const link = (await server.outbox()).at(-1)!.replaceAll('=\r\n', '')
  const token = /token=(?:3D)?([\w-]+)/.exec(link)?.[1]
  const joining = { email: 'grace@example.org', token, first_name: 'Grace', last_name: 'H', password: 'engine of 1843' }
  expect((await server.post('/api/user/finish_onboarding', joining)).status).toBe(200)
})

test('when closed, invitations are neither sent nor accepted', async () => {
  const { server, signUp } = await started({ SIGN_UP: 'closed' })
  const admin = await server.person(undefined, 'TEAM')
  const ask = refused(/^New accounts are not open here/)
  expect(await signUp('ada@example.org')).toMatchObject(ask)
  expect(await server.post('/api/company/invite_users', { emails: ['grace@example.org'] }, admin)).toMatchObject(ask)
  const joining = {
    email: 'grace@example.org',
    token: 'x',
    first_name: 'G',
    last_name: 'H',
    password: 'engine of 1843',
  }
  expect(await server.post('/api/user/finish_onboarding', joining)).toMatchObject(ask)
  expect((await server.post('/api/login', { email: admin.email, password: PASSWORD })).status).toBe(200)
})

test('health warns of open sign-up where others reach the product, until somebody chooses', async () => {
  const PUBLIC_URL = 'https://films.example.org'
  const { health } = await started({ PUBLIC_URL })
  expect(await health()).toEqual({
    name: 'sign_up',
    state: 'warn',
    sentence: expect.stringMatching(
      /^Everybody who reaches https:\/\/films\.example\.org can make an account\. SIGN_UP/,
    ),
  })
  const chosen = await started({ PUBLIC_URL, SIGN_UP: 'open' })
  const local = await started({ PUBLIC_URL: 'http://localhost:3000' })
  for (const quiet of [chosen, local]) expect(await quiet.health()).toMatchObject({ state: 'ok', sentence: '' })
})
