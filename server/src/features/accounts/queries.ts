import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Tables, Users } from '../../platform/db/schema.ts'
import { ProductError } from '../../platform/errors.ts'
import type { SessionViewer } from '../../platform/route.ts'
import { hasSeat } from '../plans/queries.ts'

export type User = Selectable<Users>

/** The account with an address, which is kept in lower case; undefined without one. */
export const findUserByEmail = (db: Database, email: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** Whether an account, which need not exist, was signed in to from an address within the last 30 days. */
export async function hasSignedInFrom(db: Database, email: string, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_addresses')
    .innerJoin('users', 'users.id', 'user_id')
    .select('user_id')
    .where('email', '=', email)
    .where('address', '=', address)
    .where('last_at', '>', new Date(Date.now() - ACCOUNT.sign_in_memory * 1000))
    .executeTakeFirst()
  return row !== undefined
}

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

/** Renames the person of an account. @returns the account as it then is */
export async function setName(db: Database, id: string, name: Pick<User, 'first_name' | 'last_name'>): Promise<User> {
  return await db.updateTable('users').set(name).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Gives an account another address, which its owner has confirmed. @returns null when another account has it */
export async function setEmail(transaction: Transaction<Tables>, id: string, email: string): Promise<User | null> {
  const taken = await transaction.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (taken) return null
  return await transaction
    .updateTable('users')
    .set({ email })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends every sign-up with an address: somebody has proved to own it. */
export async function endSignups(transaction: Transaction<Tables>, email: string): Promise<void> {
  await transaction.deleteFrom('account_codes').where('purpose', '=', 'signup').where('email', '=', email).execute()
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
