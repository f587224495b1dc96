import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startProduct } from '../../../../../test/product.ts'

const hashes: string[] = []
vi.mock('@node-rs/argon2', async (original) => {
  const argon = await original<typeof import('@node-rs/argon2')>()
  return {
    ...argon,
    hash: (...given: Parameters<typeof argon.hash>) => hashes.push('hash') && argon.hash(...given),
    verify: (...given: Parameters<typeof argon.verify>) => hashes.push('verify') && argon.verify(...given),
  }
})

const messages: string[] = []
vi.mock('nodemailer', async (original) => {
  const { createTransport } = await original<typeof import('nodemailer')>()
  return {
    createTransport(...given: Parameters<typeof createTransport>) {
      const transport = createTransport(...given)
      const sendMail = transport.sendMail.bind(transport)
      return Object.assign(transport, { sendMail: (mail: object) => messages.push('message') && sendMail(mail) })
    },
  }
})

/** Records every statement without its values. */
const statements: string[] = []
const writeDown: KyselyPlugin = {
  transformQuery: ({ node }) => {
    const shape = JSON.stringify(node, (key, value) => (key === 'value' || key === 'values' ? undefined : value))
    statements.push(shape.replace(/"[0-9a-f-]{36}"/g, '""'))
    return node
  },
  transformResult: async ({ result }) => result,
}

const server = await startProduct({ settings: { RATE_LIMITS: 'on' }, plugin: writeDown })
// The placeholder for a missing password is hashed only once.
await server.post('/api/login', { email: 'first@example.org', password: 'x' })
afterAll(() => server.close())
beforeEach(() => server.db.deleteFrom('rate_counters').execute())

const PASSWORD = 'engine of 1843'
const signUp = (email: string) => ({ first_name: 'Ada', last_name: 'Lovelace', email, password: PASSWORD })
const [KNOWN, UNKNOWN] = ['known@example.org', 'other@example.org']

/** The work of a call before its answer, and after it, since that would delay the next answer. */
async function workOf(path: string, body: object) {
  await server.outbox()
  statements.length = 0
  hashes.length = 0
  messages.length = 0
  const answer = await server.post(path, body)
  await server.outbox()
  const work = { statements: [...statements], hashes: [...hashes], messages: [...messages] }
  const { signup: _, email: __, ...said } = answer.json
  return { work, answer: [answer.status, said] }
}

test.each<[string, string, (email: string) => object]>([
  ['signing up', '/api/signup', signUp],
  ['signing in with a wrong password', '/api/login', (email) => ({ email, password: 'wrong' })],
  [
    "signing in with the password of a sign-up of one's own",
    '/api/login',
    (email) => ({ email, password: 'of a sign-up' }),
  ],
  ['a wrong code', '/api/verify_code', (email) => ({ email, code: '00000000' })],
  ['another code', '/api/resend_verification_code', (email) => ({ email })],
  ['asking for a new password', '/api/forgot-password', (email) => ({ email })],
  [
    'a wrong code for a new password',
    '/api/reset-password',
    (email) => ({ email, code: '00000000', new_password: 'a new one of mine' }),
  ],
])(
  '%s does the same statements, hashes and messages whether the address has an account or not',
  async (_, path, body) => {
    await server.post('/api/signup', signUp(KNOWN))
    const known = await server.db.selectFrom('users').select('id').where('email', '=', KNOWN).executeTakeFirst()
    if (!known)
      expect((await server.post('/api/verify_code', { email: KNOWN, code: await server.code() })).status).toBe(200)
    await server.db.deleteFrom('account_codes').execute()
    await server.db.deleteFrom('sign_in_addresses').execute()
    await server.db.deleteFrom('rate_counters').execute()
    if (path !== '/api/signup')
      for (const email of [KNOWN, UNKNOWN])
        await server.post('/api/signup', { ...signUp(email), password: 'of a sign-up' })
    await server.db.deleteFrom('rate_counters').execute()
    const first = await workOf(path, body(KNOWN))
    const second = await workOf(path, body(UNKNOWN))
    expect(first.answer).toEqual(second.answer)
    expect(first.work).toEqual(second.work)
    expect(first.work.statements.length).toBeGreaterThan(1)
  },
)

test('only an address with an account gets a mail for a new password', async () => {
  const before = (await server.outbox()).length
  for (const email of [UNKNOWN, KNOWN]) expect((await server.post('/api/forgot-password', { email })).status).toBe(200)
  const left = (await server.outbox()).slice(before)
  expect(left.map((mail) => /^To: (.*)$/m.exec(mail)?.[1])).toEqual([KNOWN])
})
