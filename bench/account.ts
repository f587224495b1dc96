import { randomBytes } from 'node:crypto'
import { type Account, startSession } from '../e2e/calls.ts'
import { inDatabase } from '../e2e/database.ts'
import type { RunningProduct } from '../e2e/product.ts'
import type { Database } from '../server/src/platform/db/database.ts'
import { hashPassword } from '../server/src/platform/passwords.ts'

/** Stores somebody who can sign in. Signing up needs a worker, which mails the code and works while others are measured. */
export async function storeAccount(db: Database): Promise<{ readonly email: string; readonly password: string }> {
  const password = randomBytes(12).toString('hex')
  const email = `${randomBytes(4).toString('hex')}@example.org`
  const company = await db
    .insertInto('companies')
    .values({ name: 'Ada Lovelace' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('subscriptions').values({ company_id: company.id, period_end: null }).execute()
  await db
    .insertInto('users')
    .values({
      ...{ email, company_id: company.id, first_name: 'Ada', last_name: 'Lovelace', is_admin: true },
      ...{ password_hash: await hashPassword(password), verified_at: new Date() },
    })
    .execute()
  return { email, password }
}

/** Signs in somebody new at a product that runs no worker. */
export async function accountWithoutWorker(product: RunningProduct): Promise<Account> {
  const stored: Parameters<typeof startSession>[1][] = []
  await inDatabase(product, async (db) => stored.push(await storeAccount(db)))
  return await startSession(product, stored[0]!)
}
