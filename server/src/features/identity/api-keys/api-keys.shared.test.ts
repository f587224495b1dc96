import { API_KEYS } from '@footnote/contract/shared/limits.ts'
import { afterAll, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { startProduct } from '../../../../test/product.ts'

const api = await startProduct()
afterAll(() => api.close())

const make = async (person: Person, ...scopes: string[]) =>
  (await api.post('/api/api_keys', { name: 'Script', scopes }, person)).json
const collection = { index_name: 'By key', process_visual: true, process_ocr: false, process_audio: false }

test('a key is shown once, stored as a hash, and acts for its owner', async () => {
  const person = await api.person()
  const { key, ...made } = await make(person, 'read', 'write')
  expect(made).toMatchObject({ name: 'Script', scopes: ['read', 'write'], last_used_at: null })
  expect(key.startsWith(made.prefix)).toBe(true)
  const stored = await api.db.selectFrom('api_keys').selectAll().where('user_id', '=', person.id).execute()
  expect(JSON.stringify(stored)).not.toContain(key)
  expect((await api.post('/api/create_index', collection, { access: key })).status).toBe(200)
  expect((await api.get('/api/indexes', { access: key })).json.indexes).toMatchObject([{ user_id: person.id }])
  const { api_keys } = (await api.get('/api/api_keys', person)).json
  expect(api_keys).toEqual([{ ...made, last_used_at: expect.any(String) }])
})

test('a key does what its scopes allow and no more', async () => {
  const person = await api.person()
  const [read, write] = [await make(person, 'read'), await make(person, 'write')]
  expect((await api.get('/api/indexes', { access: read.key })).status).toBe(200)
  const written = await api.post('/api/create_index', collection, { access: read.key })
  expect([written.status, written.json.code]).toEqual([403, 'scope_missing'])
  expect(written.json.detail).toBe('This API key may only read. Make one with the scope write.')
  expect((await api.post('/api/create_index', collection, { access: write.key })).status).toBe(200)
  const shown = await api.get('/api/indexes', { access: write.key })
  expect([shown.status, shown.json.code]).toEqual([403, 'scope_missing'])
})

test('no key reaches the account, the company, the plan or other keys', async () => {
  const person = await api.person()
  const { key } = await make(person, 'read', 'write')
  const calls = [
    ['GET', '/api/get_user_details'],
    ['GET', '/api/api_keys'],
    ['GET', '/api/company/company_details'],
    ['GET', '/api/subscription/current'],
    ['GET', '/api/notification_settings'],
  ] as const
  const posts = [
    ['/api/api_keys', { name: 'Wider', scopes: ['read'] }],
    ['/api/change-password', { old_password: 'a', new_password: 'bbbbbb' }],
    ['/api/company/invite_users', { emails: ['a@example.org'] }],
    ['/api/subscription/change-plan', { plan_type: 'PRO' }],
    ['/api/export_data', {}],
    ['/api/delete_account', { password: 'a' }],
  ] as const
  const answers = [
    ...(await Promise.all(calls.map(([, address]) => api.get(address, { access: key })))),
    ...(await Promise.all(posts.map(([address, body]) => api.post(address, body, { access: key })))),
  ]
  for (const { status, json } of answers) expect([status, json.code]).toEqual([403, 'key_refused'])
})

test('a revoked, unknown or foreign key is refused', async () => {
  const [person, other] = [await api.person(), await api.person()]
  const { key, id } = await make(person, 'read')
  expect((await api.delete(`/api/api_keys/${id}`, other)).status).toBe(404)
  expect((await api.delete(`/api/api_keys/${id}`, person)).status).toBe(200)
  for (const access of [key, 'footnote_nonsense']) expect((await api.get('/api/indexes', { access })).status).toBe(401)
  expect((await api.delete(`/api/api_keys/${id}`, person)).status).toBe(404)
})

test('a key needs a name and known scopes, and a person has as many as the error says', async () => {
  const person = await api.person()
  const texts = [
    [{ name: '', scopes: ['read'] }, 'A name is required'],
    [{ name: 'a', scopes: [] }, 'Choose at least one scope'],
    [{ name: 'a', scopes: ['admin'] }, 'The scopes are read and write'],
  ] as const
  for (const [body, text] of texts) expect((await api.post('/api/api_keys', body, person)).json.detail).toBe(text)
  await Promise.all(Array.from({ length: API_KEYS.max }, () => make(person, 'read')))
  const refused = await api.post('/api/api_keys', { name: 'One more', scopes: ['read'] }, person)
  expect(refused.json).toMatchObject({
    status: 409,
    code: 'limit_keys',
    detail: `You have reached the limit of ${API_KEYS.max} API keys. Revoke one first.`,
  })
})

test('each key has its own rate limit, which affects neither its owner nor another key', async () => {
  const limited = await startProduct({ settings: { RATE_LIMITS: 'on' } })
  try {
    const person = await limited.person()
    const [busy, calm] = await Promise.all(
      ['Busy', 'Calm'].map(
        async (name) => (await limited.post('/api/api_keys', { name, scopes: ['read'] }, person)).json,
      ),
    )
    const calls = await Promise.all(
      Array.from({ length: 400 }, () => limited.get('/api/sample_indexes', { access: busy.key })),
    )
    const late = calls.find(({ status }) => status === 429)
    expect(late?.json.code).toBe('rate_limited')
    expect(late?.headers.get('retry-after')).toBe('1')
    expect((await limited.get('/api/indexes', { access: calm.key })).status).toBe(200)
    expect((await limited.get('/api/indexes', person)).status).toBe(200)
  } finally {
    await limited.close()
  }
})
