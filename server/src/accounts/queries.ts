import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables, Users } from '../db/schema.ts'
import { ProductError } from '../errors.ts'
import type { SessionViewer } from '../route.ts'
import { hasSeat } from '../subscriptions/queries.ts'

export type User = Selectable<Users>

/** The account with an address, which is kept in lower case; undefined without one. */
export const findUserByEmail = (db: Database, email: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** The user of a session. @throws ProductError unauthenticated when the account has just been deleted */
export async function readUser(db: Database, id: string): Promise<User> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user) throw new ProductError('unauthenticated')
  return user
}

/** The user of a session that has not ended, or null. */
export async function findViewer(db: Database, userId: string, sessionId: string): Promise<SessionViewer | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'company_id', 'is_admin', hasSeat().as('has_seat')])
    .where('id', '=', userId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('refresh_tokens')
          .select('token_hash')
          .where('family', '=', sessionId)
          .where('user_id', '=', userId)
          .where('revoked_at', 'is', null),
      ),
    )
    .executeTakeFirst()
  if (!row) return null
  const { id: user_id, ...rest } = row
  return { kind: 'user', user_id, ...rest, session_id: sessionId }
}

export interface NewAccount {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly password_hash: string
  readonly company_name: string
}

/**
 * Creates a company with its admin. An account that was never verified is taken over by the latest sign-up, since only
 * the owner of the address can verify it.
 * @returns the user, or null when the address has a verified account
 */
export async function createAccount(db: Database, account: NewAccount): Promise<User | null> {
  const { company_name, ...person } = account
  return await db.transaction().execute(async (transaction) => {
    const company = await transaction
      .insertInto('companies')
      .values({ name: company_name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction.insertInto('subscriptions').values({ company_id: company.id, period_end: null }).execute()
    const inserted = await transaction
      .insertInto('users')
      .values({ ...person, company_id: company.id, is_admin: true, verified_at: null })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (inserted) return inserted
    await transaction.deleteFrom('companies').where('id', '=', company.id).execute()
    const taken = await transaction
      .updateTable('users')
      .set(person)
      .where('email', '=', person.email)
      .where('verified_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (taken)
      await transaction
        .updateTable('companies')
        .set({ name: company_name })
        .where('id', '=', taken.company_id)
        .execute()
    return taken ?? null
  })
}

/** Notes that the address of an account has been confirmed, now. */
export async function verifyUser(db: Database, id: string): Promise<void> {
  await db.updateTable('users').set({ verified_at: new Date() }).where('id', '=', id).execute()
}

/** Keeps a new password; sessions stay as they are. @param passwordHash in the encoded form of Argon2 */
export async function setPassword(db: Database, id: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** Renames the person of an account. @returns the account as it then is */
export async function setName(db: Database, id: string, name: Pick<User, 'first_name' | 'last_name'>): Promise<User> {
  return await db.updateTable('users').set(name).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Gives an account another address, which its owner has confirmed. @returns null when another account has it */
export async function setEmail(db: Database, id: string, email: string): Promise<User | null> {
  return await db.transaction().execute(async (transaction) => {
    await removeUnverified(transaction, email)
    const taken = await transaction.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    if (taken) return null
    return await transaction
      .updateTable('users')
      .set({ email })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Removes an account that was never verified, with its company: somebody else has proved to own the address. */
export async function removeUnverified(transaction: Transaction<Tables>, email: string): Promise<void> {
  const removed = await transaction
    .deleteFrom('users')
    .where('email', '=', email)
    .where('verified_at', 'is', null)
    .returning('company_id')
    .executeTakeFirst()
  if (removed) await removeEmptyCompany(transaction, removed.company_id)
}

/** Removes a company that has no member any more. */
export async function removeEmptyCompany(transaction: Transaction<Tables>, companyId: string): Promise<void> {
  await transaction
    .deleteFrom('companies')
    .where('id', '=', companyId)
    .where((where) =>
      where.not(where.exists(where.selectFrom('users').select('id').where('company_id', '=', companyId))),
    )
    .execute()
}

/** Where the ZIPs of an account's data are kept. */
export const exportFolder = (userId: string): string => `exports/${userId}/`
