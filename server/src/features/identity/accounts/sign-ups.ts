import type { Transaction } from 'kysely'
import { type Database, isId } from '../../../platform/db/database.ts'
import type { Signups, Tables } from '../../../platform/db/schema.ts'
import type { Services } from '../../services.ts'
import type { User } from './queries.ts'
import { type IssuedCode, issueCode } from './secrets/codes.ts'

/** The name and the password that somebody chose when signing up. */
export interface SignUp extends Omit<Signups, 'id'> {
  readonly email: string
  /** False when nobody receives the code, so that it is invalid from the start. */
  readonly good: boolean
}

/** A login is compared with this many of the newest sign-ups of an address; each comparison costs a hash. */
const COMPARED = 5

/** Stores a sign-up beside all others with its address, even when the address has an account. */
export async function keepSignup(
  db: Database,
  key: Uint8Array,
  { email, good, ...details }: SignUp,
): Promise<IssuedCode> {
  return await db.transaction().execute(async (transaction) => {
    const issued = await issueCode(transaction, key, { purpose: 'signup', email, good })
    await transaction
      .insertInto('signups')
      .values({ id: issued.id, ...details })
      .execute()
    return issued
  })
}

/**
 * Creates the account of a sign-up, and its company with the account as admin.
 * @returns null when the address already has an account
 */
export async function createAccount(
  transaction: Transaction<Tables>,
  tools: Pick<Services, 'hooks'>,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<User | null> {
  const { company_name, ...person } = await transaction
    .selectFrom('signups')
    .select(['first_name', 'last_name', 'company_name', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return await addAccount(transaction, tools, email, person, company_name)
}

/**
 * Adds an account, and its company with the account as admin.
 * @returns null when the address already has an account
 */
export async function addAccount(
  transaction: Transaction<Tables>,
  { hooks }: Pick<Services, 'hooks'>,
  email: string,
  person: Pick<SignUp, 'first_name' | 'last_name' | 'password_hash'>,
  company_name: string,
): Promise<User | null> {
  const company = await transaction
    .insertInto('companies')
    .values({ name: company_name })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction.insertInto('subscriptions').values({ company_id: company.id, period_end: null }).execute()
  const user = await transaction
    .insertInto('users')
    .values({ ...person, email, company_id: company.id, is_admin: true })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (user) await hooks.companyFounded(transaction, company.id)
  else await transaction.deleteFrom('companies').where('id', '=', company.id).execute()
  return user ?? null
}

/** The newest sign-ups of an address, with their passwords. */
export const listSignups = (db: Database, email: string): Promise<{ id: string; password_hash: string }[]> =>
  db
    .selectFrom('account_codes')
    .innerJoin('signups', 'signups.id', 'account_codes.id')
    .select(['signups.id', 'password_hash'])
    .where('purpose', '=', 'signup')
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .limit(COMPARED)
    .execute()

/**
 * Finds the sign-up that wants another code: the named one, else the only one with that address. With several it
 * chooses none, since one may be a stranger's.
 * @param named id of a sign-up, from the answer to signing up
 * @returns its id
 */
export async function findSignup(db: Database, email: string, named?: string): Promise<string | 'several' | null> {
  if (named !== undefined && !isId(named)) return null
  const rows = await db
    .selectFrom('account_codes')
    .select(['id', 'created_at'])
    .where('purpose', '=', 'signup')
    .where('email', '=', email)
    .$if(named !== undefined, (query) => query.where('id', '=', named as string))
    .limit(2)
    .execute()
  if (rows.length > 1) return 'several'
  return rows[0]?.id ?? null
}
