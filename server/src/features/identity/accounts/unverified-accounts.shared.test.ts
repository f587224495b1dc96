import { createHmac, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startProduct } from '../../../../test/product.ts'
import { createEmptyDatabase } from '../../../../test/test-database.ts'
import { migrate } from '../../../platform/db/migrate.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { deriveKey } from '../../../platform/tokens.ts'

const MIGRATIONS = new URL('../../../platform/db/migrations/', import.meta.url)
const PASSWORD = 'engine of 1843'
const SECRET = 'a secret that is long enough for a test'

/** A database of versions in which a sign-up was an account at once: one account is verified, two are not. */
async function earlierDatabase(): Promise<string> {
  const url = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table migrations (name text primary key, applied_at timestamptz not null default now())')
  const earlier = (await readdir(MIGRATIONS)).filter((name) => name < '015').sort()
  for (const name of earlier) {
    await client.query(await readFile(new URL(name, MIGRATIONS), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
  }
  const password_hash = await hashPassword(PASSWORD)
  for (const who of ['verified', 'waiting', 'late']) {
    const [user, company] = [randomUUID(), randomUUID()]
    await client.query('insert into companies (id, name) values ($1, $2)', [company, `Company of ${who}`])
    await client.query('insert into subscriptions (company_id, period_end) values ($1, null)', [company])
    await client.query(
      `insert into users (id, company_id, email, first_name, last_name, password_hash, is_admin, verified_at, created_at)
       values ($1, $2, $3, $4, 'Lovelace', $5, true, $6, now() - interval '100 days')`,
      [user, company, `${who}@example.org`, who, password_hash, who === 'verified' ? new Date() : null],
    )
    const key = deriveKey(SECRET, 'account code')
    const code_hash = createHmac('sha256', key).update(`${user} 123456`).digest('base64url')
    const minutes = who === 'waiting' ? 5 : -5
    await client.query(
      `insert into account_codes (user_id, purpose, code_hash, expires_at)
       values ($1, 'verification', $2, now() + $3 * interval '1 minute')`,
      [user, code_hash, minutes],
    )
  }
  await client.end()
  return url
}

test('an unverified account of an older version can still be verified, and nothing changes for others', async () => {
  const database_url = await earlierDatabase()
  await migrate(database_url)
  const server = await startProduct({ database_url })
  try {
    const login = async (who: string) =>
      (await server.post('/api/login', { email: `${who}@example.org`, password: PASSWORD })).status
    expect([await login('verified'), await login('waiting'), await login('late')]).toEqual([200, 403, 403])
    const companies = async () =>
      (await server.db.selectFrom('companies').select('name').orderBy('name').execute()).map(({ name }) => name)
    expect(await companies()).toEqual(['Company of verified'])
    const verify = (email: string, code: string) => server.post('/api/verify_code', { email, code })
    expect((await verify('waiting@example.org', '123456')).json.user.first_name).toBe('waiting')
    expect((await verify('late@example.org', '123456')).status).toBe(400)
    await server.post('/api/resend_verification_code', { email: 'late@example.org' })
    expect((await verify('late@example.org', await server.code())).json.user.first_name).toBe('late')
    expect(await companies()).toEqual(['Company of late', 'Company of verified', 'Company of waiting'])
    expect([await login('waiting'), await login('late')]).toEqual([200, 200])
  } finally {
    await server.close()
  }
})
