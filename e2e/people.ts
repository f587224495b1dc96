import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PlanType } from '@footnote/contract/shared/limits.ts'
import { AccessTokens } from '../server/src/features/accounts/access.ts'
import type { User } from '../server/src/features/accounts/queries.ts'
import { startSession } from '../server/src/features/accounts/sessions.ts'
import { addAccount } from '../server/src/features/accounts/sign-ups.ts'
import { addMember as addMemberRow } from '../server/src/features/companies/commands.ts'
import type { Database } from '../server/src/platform/db/database.ts'
import { hashPassword } from '../server/src/platform/passwords.ts'
import { type Account, accountOf } from './calls.ts'
import { companyOf, inDatabase } from './database.ts'
import type { RunningProduct } from './product.ts'

/** People as rows, by the commands behind the forms: no mail, no form, no hash for each. */

/** Password of all of them. */
const PASSWORD = 'correct horse battery'
let hash: Promise<string> | undefined

interface Wishes {
  readonly first_name?: string
  readonly last_name?: string
  readonly plan?: PlanType
}

/** Adds a signed-in person, the admin of a company of their own. */
export async function addPerson(
  product: RunningProduct,
  { first_name = 'Ada', last_name = 'Lovelace', plan = 'FREE' }: Wishes = {},
): Promise<Account> {
  const email = newAddress(first_name)
  const person = { first_name, last_name, password_hash: await passwordHash() }
  return await inDatabase(product, async (db) => {
    const user = await db.transaction().execute((transaction) => addAccount(transaction, email, person, 'Company'))
    if (!user) throw new Error(`${email} has an account already`)
    await db.updateTable('subscriptions').set({ plan }).where('company_id', '=', user.company_id).execute()
    return await signedIn(db, product, user)
  })
}

/** Adds a signed-in member to the company of an admin, without an invitation. */
export async function addMember(
  product: RunningProduct,
  admin: Account,
  name: { readonly first_name: string; readonly last_name: string },
): Promise<Account> {
  const email = newAddress(name.first_name)
  const password_hash = await passwordHash()
  return await inDatabase(product, async (db) => {
    const company_id = await companyOf(db, admin)
    const member = { ...name, email, password_hash, company_id }
    const id = await db.transaction().execute((transaction) => addMemberRow(transaction, member))
    if (!id) throw new Error(`${email} has an account already`)
    return await signedIn(db, product, { id, ...member })
  })
}

/**
 * Adds a session. Each browser needs its own, because a shared session ends when one of them refreshes it.
 * @returns the person with the new session
 */
export const addSession = (product: RunningProduct, account: Account): Promise<Account> =>
  inDatabase(product, async (db) => {
    const user = await db.selectFrom('users').selectAll().where('id', '=', account.user_id).executeTakeFirstOrThrow()
    return { ...(await signedIn(db, product, user)), password: account.password }
  })

async function signedIn(
  db: Database,
  { data_dir }: RunningProduct,
  user: Pick<User, 'id' | 'first_name' | 'last_name' | 'email' | 'company_id'>,
): Promise<Account> {
  const secret = process.env.SECRET_KEY ?? (await readFile(path.join(data_dir, 'secret.key'), 'utf8')).trim()
  return accountOf({ ...(await startSession(db, new AccessTokens(secret), user.id)), user }, PASSWORD)
}

const passwordHash = (): Promise<string> => {
  hash ??= hashPassword(PASSWORD)
  return hash
}

/** An address that nobody has. @param name how it begins */
export const newAddress = (name: string): string =>
  `${name.toLowerCase()}.${randomBytes(4).toString('hex')}@example.org`
