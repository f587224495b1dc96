import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import type { Users } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { SessionViewer, UserViewer } from '../../../platform/route.ts'
import { hasSeat } from '../plans/queries.ts'

/** A person's name as lists show it; null without the person. */
export const fullName = (table: 'users' | 'resolvers') =>
  sql<string | null>`trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`

export type User = Selectable<Users>

/** The account with an address, in lower case; undefined if none has it. */
export const findUserByEmail = (db: Reader, email: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** How many accounts there are, and one of them: that of an address, or else the oldest. */
export async function findOwner(db: Reader, email: string | null) {
  const accounts = db.selectFrom('users').select(['id', 'email', 'company_id', 'is_admin', hasSeat().as('has_seat')])
  const asked = email === null ? accounts : accounts.where('email', '=', email.trim().toLowerCase())
  const [first, second] = await asked.orderBy('created_at').limit(2).execute()
  if (!first) return null
  const { id: user_id, email: address, ...rest } = first
  const viewer: UserViewer = { kind: 'user', user_id, ...rest, session_id: null }
  return { email: address, viewer, only: second === undefined }
}

/** Whether somebody signed in to this account from this address within the last 30 days. The account need not exist. */
export async function hasSignedInFrom(db: Reader, email: string, address: string): Promise<boolean> {
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
export async function readUser(db: Reader, id: string): Promise<User> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new ProductError('unauthenticated'))
  return user
}

/** A person as a caller without a session; undefined for a deleted account. For what is done with their rights. */
export async function findMember(db: Reader, userId: string): Promise<UserViewer | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'company_id', 'is_admin', hasSeat().as('has_seat')])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { id: user_id, ...rest } = row
  return { kind: 'user', user_id, ...rest, session_id: null }
}

/** The user of a session; null when the session has ended. */
export async function findViewer(db: Reader, userId: string, sessionId: string): Promise<SessionViewer | null> {
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
