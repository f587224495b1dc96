import { afterAll, describe, expect, test } from 'vitest'
import { queued } from '../../../../test/locks.ts'
import { startProduct } from '../../../../test/product.ts'
import type { Database } from '../../../platform/db/database.ts'

const server = await startProduct()
afterAll(() => server.close())

const ada = (email: string) => ({ first_name: 'Ada', last_name: 'Lovelace', email, password: 'engine of 1843' })
const eve = (email: string) => ({ first_name: 'Eve', last_name: 'Adversary', email, password: 'password of eve' })

/** Signs up. @returns the mailed code, and the id of the sign-up */
async function signUp(person: object): Promise<{ code: string; signup: string }> {
  const answer = await server.post('/api/signup', person)
  expect(answer.status).toBe(201)
  return { code: await server.code(), signup: answer.json.signup }
}
const verify = (email: string, code: string, signup?: string) =>
  server.post('/api/verify_code', { email, code, signup })
const login = async (email: string, password: string) => (await server.post('/api/login', { email, password })).status

describe('of two people who sign up with one address', () => {
  test('the one who types the code gets the account, and the other sign-up ends', async () => {
    const email = 'hijack@example.org'
    const first = await signUp(ada(email))
    const second = await signUp(eve(email))
    const verified = await verify(email, first.code)
    expect([verified.status, verified.json.user?.first_name]).toEqual([200, 'Ada'])
    expect(await login(email, ada(email).password)).toBe(200)
    expect(await login(email, eve(email).password)).toBe(401)
    expect((await verify(email, second.code)).json.code).toBe('code_invalid')
    const company = await server.db
      .selectFrom('companies')
      .innerJoin('users', 'company_id', 'companies.id')
      .select('name')
      .where('email', '=', email)
      .executeTakeFirst()
    expect(company?.name).toBe('Ada Lovelace')
  })

  test('the id of one sign-up does not sign in with the code of another', async () => {
    const email = 'named@example.org'
    const own = await signUp(ada(email))
    const newest = await signUp(eve(email))
    expect((await verify(email, newest.code, own.signup)).json.code).toBe('code_invalid')
    expect((await verify(email, own.code, 'nonsense')).json.code).toBe('code_invalid')
    expect((await verify(email, own.code, own.signup)).json.user.first_name).toBe('Ada')
  })

  test('each learns with their own password that their sign-up awaits a code, and which sign-up it is', async () => {
    const email = 'waiting@example.org'
    const [first, second] = [await signUp(ada(email)), await signUp(eve(email))]
    for (const [person, { signup }] of [
      [ada(email), first],
      [eve(email), second],
    ] as const) {
      const answer = await server.post('/api/login', { email, password: person.password })
      expect([answer.status, answer.json.code, answer.json.signup]).toEqual([403, 'email_not_verified', signup])
    }
    expect(await login(email, 'neither of them')).toBe(401)
  })

  test('the one who types two codes at once gets one account', async () => {
    const email = 'twice@example.org'
    const codes = [await signUp(ada(email)), await signUp(eve(email))]
    const answers = await Promise.all(codes.map(({ code }) => verify(email, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await server.db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1)
  })
})

describe('another code', () => {
  /** Lets the 15 seconds between two codes pass. */
  const later = () => server.db.deleteFrom('rate_counters').execute()
  const resend = async (email: string, signup?: string) => {
    await later()
    const mails = (await server.outbox()).length
    expect((await server.post('/api/resend_verification_code', { email, signup })).status).toBe(200)
    return (await server.outbox()).slice(mails)
  }

  test('replaces the previous one of the only sign-up', async () => {
    const email = 'resent@example.org'
    const first = await signUp(ada(email))
    expect(await resend(email)).toHaveLength(1)
    expect((await verify(email, first.code)).status).toBe(400)
    expect((await verify(email, await server.code())).json.user.first_name).toBe('Ada')
  })

  test('belongs to the named sign-up; without a name, none of several is chosen', async () => {
    const email = 'chosen@example.org'
    const own = await signUp(ada(email))
    const stranger = await signUp(eve(email))
    const [mail, ...more] = await resend(email)
    expect([mail, more]).toEqual([expect.stringContaining('Please sign up for Footnote once more'), []])
    expect(mail).not.toContain('X-Footnote-Code')
    expect(await resend(email, own.signup)).toHaveLength(1)
    const code = await server.code()
    expect((await verify(email, own.code)).status).toBe(400)
    expect((await verify(email, code)).json.user.first_name).toBe('Ada')
    expect((await verify(email, stranger.code)).status).toBe(400)
  })

  test('is never sent for a sign-up of another address, an unknown one, and one that has ended', async () => {
    const { signup } = await signUp(eve('eve@example.org'))
    for (const [email, named] of [
      ['victim@example.org', signup],
      ['eve@example.org', '00000000-0000-4000-8000-000000000000'],
      ['nobody@example.org', undefined],
    ] as const)
      expect(await resend(email, named)).toEqual([])
  })
})

test('a sign-up never changes an account, nor reveals that one exists', async () => {
  const email = 'account@example.org'
  const own = await signUp(ada(email))
  expect((await verify(email, own.code)).status).toBe(200)
  const before = await server.db.selectFrom('users').selectAll().where('email', '=', email).execute()
  const answer = (await server.post('/api/signup', eve(email))).json
  const password = eve(email).password
  const unknown = (await server.post('/api/signup', eve('unknown@example.org'))).json
  expect({ ...answer, email: '', signup: '' }).toEqual({ ...unknown, email: '', signup: '' })
  for (const address of [email, 'unknown@example.org']) expect(await login(address, password)).toBe(403)
  expect((await server.outbox()).at(-2)).toContain('You already have a Footnote account')
  expect(await server.db.selectFrom('users').selectAll().where('email', '=', email).execute()).toEqual(before)
  expect(await login(email, ada(email).password)).toBe(200)
})

test('people may type the code in groups', async () => {
  const { code } = await signUp(ada('groups@example.org'))
  expect(code).toMatch(/^\d{8}$/)
  expect((await verify('groups@example.org', ` ${code.slice(0, 4)} ${code.slice(4, 6)}-${code.slice(6)}`)).status).toBe(
    200,
  )
})

test('a login that is compared while the password changes starts no session', async () => {
  const email = 'crossing@example.org'
  const { access } = (await verify(email, (await signUp(ada(email))).code)).json
  const { id } = (await server.get('/api/get_user_details', { access })).json
  await server.post('/api/forgot-password', { email })
  const body = { email, code: await server.code(), new_password: 'a new password' }
  const lock = (db: Database) => db.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
  const [reset, late] = await queued(server.db, lock, [
    () => server.post('/api/reset-password', body),
    () => server.post('/api/login', { email, password: ada(email).password }),
  ])
  expect([reset?.status, late?.status]).toEqual([200, 401])
})
